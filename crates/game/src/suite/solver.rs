//! Keys of solvers.

use std::collections::{BTreeMap, VecDeque};

use super::{MATCHES, MOST_CHOICES, random_match};
use crate::{Child, Keys, LayerKey, Packed, SplitMix64, Turn, Word, visit_by_choices};

/// The most positions that are explored in breadth; random matches reach later ones.
const MOST_POSITIONS: usize = 5_000;

type WordOf<G> = <<G as Packed>::Keys as Keys<G>>::Word;

/// Checks packed keys: symmetric positions share a key and all others have different ones, every
/// move leads to a higher layer, and a key leads to the same children, ends and turns as its
/// positions do by the rules.
pub fn solver_keys<G: Packed>(setup: &G::Setup) {
    let keys = G::keys(setup).expect("the set-up has keys");
    let start = G::new(setup);
    let first = keys.pack(&start).expect("a game begins between two moves");
    assert_eq!(first.layer, 0, "a game begins in layer 0");
    let mut known = BTreeMap::from([(first, vec![start.clone()])]);
    let mut open = VecDeque::from([start]);
    let mut count = 1;
    while let Some(position) = open.pop_front() {
        check_key(&keys, &position);
        for (key, next) in moves_by_choices(&keys, &position) {
            let alike = known.entry(key).or_default();
            if alike.contains(&next) {
                continue;
            }
            count += 1;
            if count <= MOST_POSITIONS {
                alike.push(next.clone());
                open.push_back(next);
            }
        }
    }
    if count <= MOST_POSITIONS {
        for (key, positions) in known {
            let orbit = keys.census(key).orbit as usize;
            assert_eq!(positions.len(), orbit, "positions with {key:x?}: {positions:?}");
        }
    }
    let mut random = SplitMix64::new(19);
    for _ in 0..MATCHES / 4 {
        let game = random_match::<G>(setup, &mut random, MOST_CHOICES);
        let mut position = G::new(setup);
        for option in game.choices() {
            position.choose(*option);
            if keys.pack(&position).is_some() {
                check_key(&keys, &position);
            }
        }
    }
}

/// The positions after every whole move, with their keys.
fn moves_by_choices<G: Packed>(keys: &G::Keys, position: &G) -> Vec<(LayerKey<WordOf<G>>, G)> {
    let mut inside = vec![position.clone()];
    let mut after = Vec::new();
    while let Some(position) = inside.pop() {
        for option in 0..position.options() {
            let mut next = position.clone();
            next.choose(option);
            match keys.pack(&next) {
                Some(key) => after.push((key, next)),
                None => {
                    assert_eq!(next.turn(), position.turn(), "no move is made inside of another");
                    inside.push(next);
                }
            }
        }
    }
    after
}

/// A child in a form that can be sorted: key, end and whether the same seat moves again.
type Sorted<W> = (LayerKey<W>, Option<u8>, bool);

fn sorted<W: Word>(visit: impl FnOnce(&mut dyn FnMut(Child<W>))) -> Vec<Sorted<W>> {
    let mut children = Vec::new();
    visit(&mut |child| children.push((child.key, child.end.map(|end| end as u8), child.again)));
    children.sort_unstable();
    children.dedup();
    children
}

fn check_key<G: Packed>(keys: &G::Keys, position: &G) {
    let key = keys.pack(position).expect("a position between two moves has a key");
    assert!(key.layer <= keys.last_layer(), "{key:x?} is above the last layer");
    let bits = keys.bits(key.layer);
    let wide = key.word.wide();
    assert!(wide.checked_shr(bits).unwrap_or(0) == 0, "{key:x?} has more than {bits} bits");
    assert_eq!(keys.pack(&keys.unpack(key)), Some(key), "an unpacked key has the same key");
    let over = matches!(position.turn(), Turn::Over(_));
    assert_eq!(keys.census(key).over, over, "{key:x?} is over or not: {position:?}");
    if over {
        // A solver asks for the children of running positions only.
        return;
    }
    let by_key = sorted(|visit| keys.visit_children(key, visit));
    let by_rules = sorted(|visit| visit_by_choices(keys, position.clone(), visit));
    assert_eq!(by_key, by_rules, "children of {key:x?} by its key and by the rules: {position:?}");
    for (child, ..) in by_key {
        assert!(
            child.layer > key.layer,
            "a move leads from layer {} to layer {}, but layers grow with every move",
            key.layer,
            child.layer
        );
    }
}
