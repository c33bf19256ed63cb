//! Graphs of all reachable positions, up to symmetry.

use std::collections::hash_map::Entry;

use ennead_game::{Outcome, Seat, Symmetric, Turn};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// Default limit for the number of positions.
pub const DEFAULT_LIMIT: usize = 1_000_000;

/// A game that cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GraphError {
    /// The game has more positions than the limit.
    #[error(
        "{game} has more than {limit} positions up to symmetry, which is the limit for solving it"
    )]
    TooLarge {
        /// The game.
        game: &'static str,
        /// The highest number of positions allowed.
        limit: usize,
    },
    /// The game contains chance.
    #[error("{game} cannot be solved: chance decides at position {key}")]
    Chance {
        /// The game.
        game: &'static str,
        /// The position's key.
        key: String,
    },
    /// The game has more than two seats, or they do not alternate.
    #[error("{game} cannot be solved: at position {key} its two seats do not alternate")]
    NotInTurn {
        /// The game.
        game: &'static str,
        /// The position's key.
        key: String,
    },
    /// A position can occur again.
    #[error(
        "{game} cannot be solved: play can repeat, and only {free} of {nodes} positions precede \
         every cycle"
    )]
    Circle {
        /// The game.
        game: &'static str,
        /// Number of positions that no cycle leads to.
        free: usize,
        /// Number of positions.
        nodes: usize,
    },
}

/// The graph of canonical positions that are reachable from a set-up.
///
/// Nodes are numbered from 0, the start, by the length of the longest line of play that leads to
/// them, then by key. Every child therefore has a higher number than its parents, and in games like
/// tic-tac-toe, where all lines to a position are equally long, the order is breadth-first.
/// Children are listed once each, in ascending order.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph<G: Symmetric> {
    setup: G::Setup,
    positions: Vec<G>,
    /// The seat whose move leads to each position; for the start, the seat that does not begin.
    makers: Vec<Seat>,
    children: NodeLists,
    numbers: FxHashMap<G::Key, u32>,
}

impl<G: Symmetric> Graph<G> {
    /// Builds the graph, if it has at most `limit` nodes.
    ///
    /// ```
    /// use ennead_solve::Graph;
    /// use ennead_ttt::Ttt;
    /// assert_eq!(Graph::<Ttt>::build(&(), 765)?.edges(), 2_096);
    /// let error = Graph::<Ttt>::build(&(), 764).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "ttt has more than 764 positions up to symmetry, which is the limit for solving it"
    /// );
    /// # Ok::<(), ennead_solve::GraphError>(())
    /// ```
    pub fn build(setup: &G::Setup, limit: usize) -> Result<Self, GraphError> {
        GraphBuilder::explore(setup, limit.min(u32::MAX as usize))?.into_graph(setup)
    }

    /// Number of nodes.
    #[allow(clippy::len_without_is_empty, reason = "the start is always a node")]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.children.items.len()
    }

    /// The set-up of the start.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The canonical position of a node.
    ///
    /// # Panics
    /// If the node does not exist, like all methods that take a node.
    pub fn position(&self, node: u32) -> &G {
        &self.positions[node as usize]
    }

    /// All canonical positions, in order.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The seat whose move leads to a node; for the start, the seat that does not begin.
    pub fn maker(&self, node: u32) -> Seat {
        self.makers[node as usize]
    }

    /// The nodes that one choice leads to, in ascending order; 3T calls them NextStates.
    pub fn children(&self, node: u32) -> &[u32] {
        self.children.get(node as usize)
    }

    /// The outcome, if the game is over at a node.
    pub fn outcome(&self, node: u32) -> Option<Outcome> {
        self.position(node).outcome()
    }

    /// The node of any position, canonical or not; `None` if it is unreachable.
    pub fn find(&self, position: &G) -> Option<u32> {
        self.numbers.get(&position.canonical().0.key()).copied()
    }
}

/// Lists of node numbers, stored in one vector.
#[derive(Clone, Debug, PartialEq)]
struct NodeLists {
    items: Vec<u32>,
    ends: Vec<usize>,
}

impl NodeLists {
    fn new() -> Self {
        NodeLists { items: Vec::new(), ends: Vec::new() }
    }

    fn get(&self, list: usize) -> &[u32] {
        let start = if list == 0 { 0 } else { self.ends[list - 1] };
        &self.items[start..self.ends[list]]
    }

    /// Ends the list pushed to `items` so far: sorts it and removes duplicates.
    fn end_list(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0);
        self.items[start..].sort_unstable();
        let mut kept = start;
        for at in start..self.items.len() {
            if at == start || self.items[at] != self.items[kept - 1] {
                self.items[kept] = self.items[at];
                kept += 1;
            }
        }
        self.items.truncate(kept);
        self.ends.push(kept);
    }
}

/// A graph under construction, with nodes in the order of discovery.
struct GraphBuilder<G: Symmetric> {
    limit: usize,
    positions: Vec<G>,
    makers: Vec<Seat>,
    children: NodeLists,
    numbers: FxHashMap<G::Key, u32>,
}

impl<G: Symmetric> GraphBuilder<G> {
    fn explore(setup: &G::Setup, limit: usize) -> Result<Self, GraphError> {
        let mut builder = GraphBuilder {
            limit,
            positions: Vec::new(),
            makers: Vec::new(),
            children: NodeLists::new(),
            numbers: FxHashMap::default(),
        };
        let start = G::new(setup);
        let first = chooser(&start)?.unwrap_or(Seat::FIRST);
        builder.visit(&start, first.other())?;
        let mut node = 0;
        while node < builder.positions.len() {
            builder.expand(node)?;
            node += 1;
        }
        Ok(builder)
    }

    /// Visits every child of a node.
    fn expand(&mut self, node: usize) -> Result<(), GraphError> {
        let position = self.positions[node].clone();
        if let Some(seat) = chooser(&position)? {
            if seat != self.makers[node].other() {
                return Err(not_in_turn(&position));
            }
            for option in 0..position.options() {
                let mut next = position.clone();
                next.choose(option);
                let child = self.visit(&next, seat)?;
                self.children.items.push(child);
            }
        }
        self.children.end_list();
        Ok(())
    }

    /// The number of a position's canonical form; adds a node if it is new.
    fn visit(&mut self, position: &G, maker: Seat) -> Result<u32, GraphError> {
        let canonical = position.canonical().0;
        match self.numbers.entry(canonical.key()) {
            Entry::Occupied(known) if self.makers[*known.get() as usize] == maker => {
                Ok(*known.get())
            }
            Entry::Occupied(_) => Err(not_in_turn(&canonical)),
            Entry::Vacant(_) if self.positions.len() == self.limit => {
                Err(GraphError::TooLarge { game: G::ID, limit: self.limit })
            }
            Entry::Vacant(vacant) => {
                let number = self.positions.len() as u32;
                vacant.insert(number);
                self.positions.push(canonical);
                self.makers.push(maker);
                Ok(number)
            }
        }
    }

    /// The length of the longest line that leads to each node.
    fn levels(&self) -> Result<Vec<u32>, GraphError> {
        let nodes = self.positions.len();
        let mut parents_left = vec![0u32; nodes];
        for child in &self.children.items {
            parents_left[*child as usize] += 1;
        }
        let mut levels = vec![0; nodes];
        let mut settled: Vec<u32> = if parents_left[0] == 0 { vec![0] } else { Vec::new() };
        let mut next = 0;
        while let Some(node) = settled.get(next).copied() {
            for child in self.children.get(node as usize) {
                let child_at = *child as usize;
                levels[child_at] = levels[child_at].max(levels[node as usize] + 1);
                parents_left[child_at] -= 1;
                if parents_left[child_at] == 0 {
                    settled.push(*child);
                }
            }
            next += 1;
        }
        if settled.len() < nodes {
            return Err(GraphError::Circle { game: G::ID, free: settled.len(), nodes });
        }
        Ok(levels)
    }

    /// Renumbers the nodes in their final order.
    fn into_graph(mut self, setup: &G::Setup) -> Result<Graph<G>, GraphError> {
        let levels = self.levels()?;
        let mut order: Vec<u32> = (0..self.positions.len() as u32).collect();
        order.sort_by_cached_key(|node| {
            (levels[*node as usize], self.positions[*node as usize].key())
        });
        let mut new_numbers = vec![0; order.len()];
        for (new_number, node) in order.iter().enumerate() {
            new_numbers[*node as usize] = new_number as u32;
        }
        let mut children = NodeLists::new();
        for node in &order {
            children.items.extend(
                self.children.get(*node as usize).iter().map(|child| new_numbers[*child as usize]),
            );
            children.end_list();
        }
        for number in self.numbers.values_mut() {
            *number = new_numbers[*number as usize];
        }
        Ok(Graph {
            setup: setup.clone(),
            positions: order.iter().map(|node| self.positions[*node as usize].clone()).collect(),
            makers: order.iter().map(|node| self.makers[*node as usize]).collect(),
            children,
            numbers: self.numbers,
        })
    }
}

/// The seat that chooses at a position; `None` if the game is over.
fn chooser<G: Symmetric>(position: &G) -> Result<Option<Seat>, GraphError> {
    match position.turn() {
        Turn::Seat(seat) if Seat::BOTH.contains(&seat) => Ok(Some(seat)),
        Turn::Seat(_) => Err(not_in_turn(position)),
        Turn::Chance => {
            Err(GraphError::Chance { game: G::ID, key: format!("{:?}", position.key()) })
        }
        Turn::Over(_) => Ok(None),
    }
}

fn not_in_turn<G: Symmetric>(position: &G) -> GraphError {
    GraphError::NotInTurn { game: G::ID, key: format!("{:?}", position.key()) }
}
