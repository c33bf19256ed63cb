//! The suite that every store passes, whatever database is below it.

use ennead_game::Seat;
use ennead_store::{
    Append, Beginning, Brief, Change, Commit, Counts, Event, Finished, Head, Listing, MatchId,
    MatchResult, Postpone, Progress, Reason, SeatKey, Store, StoreError, Stored, Successor,
    SummaryRow,
};

use crate::matches::{
    NOW, all_events, append, choice, due, finished, head, id, joined, open_head, running,
};
use crate::{memory, model};

/// Calls a macro with the name of every test of the suite.
macro_rules! each_case {
    ($make:ident) => {
        $make! {
            a_match_from_its_start_to_its_end
            everything_comes_back_as_it_was
            one_of_many_appends_with_the_same_number_wins
            an_append_needs_the_right_number
            an_end_needs_the_right_number
            an_end_and_an_append_cannot_both_win
            an_id_is_taken_once
            a_match_has_one_rematch
            entries_of_one_commit_are_stored_together
            a_match_and_its_fork_change_together
            a_takeback_and_an_end_cannot_both_win
            matches_are_due_in_their_order
            lists_hold_listed_matches_newest_first
            an_open_seat_is_taken
            a_deleted_match_is_gone
            progress_follows_the_log
            due_matches_come_in_pages
            matches_are_counted
            pages_lead_from_store_to_store
            a_match_is_put_once
            appends_in_flight_are_all_stored
            what_was_stored_is_there_after_a_restart
            a_closed_store_answers_nothing
            a_long_random_life_agrees_with_the_model
        }
    };
}
pub(crate) use each_case;

async fn open(url: &str) -> Store {
    memory::open(url).await.expect("the database opens")
}

/// Creates a match with some moves.
async fn with_moves(store: &Store, id: MatchId, moves: u32) {
    let entries: Vec<_> = (0..moves).map(|number| choice(number.into(), number)).collect();
    assert_eq!(store.create(id, &head(), &entries, NOW, None).await, Ok(id));
}

pub(crate) async fn a_match_from_its_start_to_its_end(url: String) {
    let store = open(&url).await;
    assert_eq!(store.load(id(1)).await, Ok(None));
    assert_eq!(store.create(id(1), &head(), &[], NOW, None).await, Ok(id(1)));
    assert_eq!(store.load(id(1)).await, Ok(Some(running(head(), vec![]))));

    let moves = [choice(1000, 4), choice(2500, 0), choice(2501, 7)];
    for (number, entry) in (0..).zip(&moves) {
        assert_eq!(store.append(append(id(1), number, entry.clone())).await, Ok(()));
    }
    assert_eq!(store.load(id(1)).await, Ok(Some(running(head(), moves.to_vec()))));

    assert_eq!(store.finish(id(1), 3, &finished(), None).await, Ok(()));
    assert_eq!(store.load(id(1)).await, Ok(Some(Stored::Finished(finished()))));
    assert_eq!(store.append(append(id(1), 3, choice(9, 9))).await, Err(StoreError::Gone));
    assert_eq!(store.finish(id(1), 3, &finished(), None).await, Err(StoreError::Gone));
    let later = Postpone { id: id(1), number: 3, seen: None, wake: NOW };
    assert_eq!(store.postpone(later).await, Err(StoreError::Gone));
    assert_eq!(store.ready().await, Ok(()));
}

pub(crate) async fn everything_comes_back_as_it_was(url: String) {
    let store = open(&url).await;
    let odd = Head { created: u64::MAX, start: vec![], ..open_head() };
    assert_eq!(store.create(id(1), &odd, &all_events(), u64::MAX, None).await, Ok(id(1)));
    assert_eq!(store.load(id(1)).await, Ok(Some(running(odd, all_events()))));

    let long = choice(u64::MAX, 1);
    let much = ennead_store::Entry { at: 7, event: Event::Choices((0..300_000).collect()) };
    with_moves(&store, id(2), 0).await;
    assert_eq!(store.append(append(id(2), 0, long.clone())).await, Ok(()));
    assert_eq!(store.append(append(id(2), 1, much.clone())).await, Ok(()));
    assert_eq!(store.load(id(2)).await, Ok(Some(running(head(), vec![long, much]))));

    for (number, reason) in [
        (3, Reason::Rules),
        (4, Reason::Resigned(Seat::SECOND)),
        (5, Reason::Time(Seat::FIRST)),
        (6, Reason::Agreed),
        (7, Reason::Abandoned),
    ] {
        let end =
            Finished { reason, listed: number % 2 == 0, created: number, ended: 0, ..finished() };
        with_moves(&store, id(number), 0).await;
        assert_eq!(store.finish(id(number), 0, &end, None).await, Ok(()));
        assert_eq!(store.load(id(number)).await, Ok(Some(Stored::Finished(end))));
    }
    let highest = MatchId::from_u64(u64::MAX >> 1).unwrap();
    for id in [MatchId::from_u64(0).unwrap(), highest] {
        with_moves(&store, id, 1).await;
        assert!(store.load(id).await.unwrap().is_some());
    }
    assert_eq!(store.page(None, 100).await.unwrap().len(), 9);
    assert_eq!(store.list(Listing::Running, None, 1).await.unwrap()[0].id, highest);
}

pub(crate) async fn one_of_many_appends_with_the_same_number_wins(url: String) {
    let store = open(&url).await;
    with_moves(&store, id(1), 2).await;
    let tries = (0..50).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { store.append(append(id(1), 2, choice(9, number))).await })
    });
    let mut winners = vec![];
    for (number, task) in (0..).zip(tries.collect::<Vec<_>>()) {
        match task.await.unwrap() {
            Ok(()) => winners.push(number),
            other => assert_eq!(other, Err(StoreError::Conflict)),
        }
    }
    let [winner] = winners[..] else { panic!("{} have won", winners.len()) };
    let entries = vec![choice(0, 0), choice(1, 1), choice(9, winner)];
    assert_eq!(store.load(id(1)).await, Ok(Some(running(head(), entries))));
}

pub(crate) async fn an_append_needs_the_right_number(url: String) {
    let store = open(&url).await;
    with_moves(&store, id(1), 2).await;
    for number in [0, 1, 3, u32::MAX] {
        assert_eq!(
            store.append(append(id(1), number, choice(0, 0))).await,
            Err(StoreError::Conflict)
        );
    }
    with_moves(&store, id(2), 0).await;
    assert_eq!(store.append(append(id(2), 1, choice(0, 0))).await, Err(StoreError::Conflict));
    assert_eq!(store.append(append(id(3), 0, choice(0, 0))).await, Err(StoreError::Gone));
    assert_eq!(store.load(id(3)).await, Ok(None));
    assert_eq!(store.append(append(id(1), 2, choice(2, 2))).await, Ok(()));
}

pub(crate) async fn an_end_needs_the_right_number(url: String) {
    let store = open(&url).await;
    with_moves(&store, id(1), 2).await;
    for number in [0, 1, 3, u32::MAX] {
        assert_eq!(store.finish(id(1), number, &finished(), None).await, Err(StoreError::Conflict));
    }
    assert_eq!(store.finish(id(2), 0, &finished(), None).await, Err(StoreError::Gone));
    assert_eq!(store.finish(id(1), 2, &finished(), None).await, Ok(()));
}

pub(crate) async fn an_end_and_an_append_cannot_both_win(url: String) {
    let store = open(&url).await;
    for number in 0..40 {
        let id = id(number);
        with_moves(&store, id, 1).await;
        let (appending, ending) = (store.clone(), store.clone());
        let append =
            tokio::spawn(async move { appending.append(append(id, 1, choice(1, 1))).await });
        let end = tokio::spawn(async move { ending.finish(id, 1, &finished(), None).await });
        match (append.await.unwrap(), end.await.unwrap()) {
            (Ok(()), Err(StoreError::Conflict)) => {
                let entries = vec![choice(0, 0), choice(1, 1)];
                assert_eq!(store.load(id).await, Ok(Some(running(head(), entries))));
            }
            (Err(StoreError::Gone), Ok(())) => {
                assert_eq!(store.load(id).await, Ok(Some(Stored::Finished(finished()))));
            }
            other => panic!("{other:?}"),
        }
    }
}

pub(crate) async fn an_id_is_taken_once(url: String) {
    let store = open(&url).await;
    with_moves(&store, id(1), 1).await;
    assert_eq!(store.create(id(1), &open_head(), &[], NOW, None).await, Err(StoreError::Exists));
    assert_eq!(store.load(id(1)).await, Ok(Some(running(head(), vec![choice(0, 0)]))));
    for listed in [true, false] {
        let id = id(2 + u64::from(listed));
        with_moves(&store, id, 0).await;
        store.finish(id, 0, &Finished { listed, ..finished() }, None).await.unwrap();
        assert_eq!(store.create(id, &head(), &[], NOW, None).await, Err(StoreError::Exists));
    }
}

pub(crate) async fn a_match_has_one_rematch(url: String) {
    let store = open(&url).await;
    with_moves(&store, id(1), 0).await;
    store.finish(id(1), 0, &finished(), None).await.unwrap();
    assert_eq!(store.rematch(id(1)).await, Ok(None));
    let tries = (10..20).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { store.create(id(number), &head(), &[], NOW, Some(id(1))).await })
    });
    let mut made = vec![];
    for task in tries.collect::<Vec<_>>() {
        made.push(task.await.unwrap().unwrap());
    }
    assert!(made.iter().all(|id| *id == made[0]), "{made:?}");
    assert_eq!(store.rematch(id(1)).await, Ok(Some(made[0])));
    assert_eq!(store.counts().await.unwrap().running, 1);
    assert_eq!(store.create(made[0], &head(), &[], NOW, None).await, Err(StoreError::Exists));
    assert_eq!(
        store.create(id(1), &head(), &[], NOW, Some(made[0])).await,
        Err(StoreError::Exists)
    );
    assert_eq!(store.rematch(made[0]).await, Ok(None));
}

/// A join and the deal that follows it.
pub(crate) async fn entries_of_one_commit_are_stored_together(url: String) {
    let store = open(&url).await;
    store.create(id(1), &open_head(), &[choice(0, 3)], NOW, None).await.unwrap();
    let much = ennead_store::Entry { at: 7, event: Event::Choices(vec![1, 2, 300]) };
    let entries = vec![all_events().swap_remove(0), much, choice(8, 5)];
    let commit = |number, entries: &[ennead_store::Entry]| {
        let (entries, wake, seating) = (entries.to_vec(), Some(NOW + 7), Some(joined()));
        let change = Change::Append { entries, wake, seating };
        Commit { id: id(1), number, change, next: None }
    };
    for number in [0, 2, u32::MAX] {
        assert_eq!(store.commit(commit(number, &entries)).await, Err(StoreError::Conflict));
    }
    assert_eq!(store.commit(commit(1, &entries)).await, Ok(()));
    assert_eq!(store.commit(commit(1, &entries)).await, Err(StoreError::Conflict));
    let all = [vec![choice(0, 3)], entries].concat();
    assert_eq!(store.load(id(1)).await, Ok(Some(running(open_head(), all))));
    assert_eq!(due(&store, NOW + 7, 9).await, Ok(vec![id(1)]));
    assert_eq!(store.append(append(id(1), 4, choice(9, 0))).await, Ok(()));
    let rows = store.list(Listing::Running, None, 9).await.unwrap();
    let summary = rows[0].read().unwrap().unwrap();
    assert_eq!((summary.ply, summary.seats), (6, joined().seats));
}

/// The end of a match that goes on in a fork.
fn takeback(id: MatchId, number: u32, fork: MatchId) -> Commit {
    let change = Change::Finish { finished: finished(), brief: None };
    let head = Head { beginning: Beginning::Fork(1), ..head() };
    let entries = vec![choice(0, 1)];
    let next = Successor { id: fork, head, entries, wake: NOW + 3 };
    Commit { id, number, change, next: Some(next) }
}

/// A takeback: both change, or neither.
pub(crate) async fn a_match_and_its_fork_change_together(url: String) {
    let store = open(&url).await;
    with_moves(&store, id(1), 2).await;
    with_moves(&store, id(3), 0).await;
    let before = store.page(None, 99).await;
    for (commit, error) in [
        (takeback(id(1), 1, id(2)), StoreError::Conflict),
        (takeback(id(1), 3, id(2)), StoreError::Conflict),
        (takeback(id(1), 2, id(3)), StoreError::Exists),
        (takeback(id(1), 2, id(1)), StoreError::Exists),
        (takeback(id(9), 0, id(2)), StoreError::Gone),
    ] {
        assert_eq!(store.commit(commit).await, Err(error));
        assert_eq!(store.page(None, 99).await, before);
    }
    assert_eq!(store.commit(takeback(id(1), 2, id(2))).await, Ok(()));
    let fork = Head { beginning: Beginning::Fork(1), ..head() };
    assert_eq!(store.load(id(1)).await, Ok(Some(Stored::Finished(finished()))));
    assert_eq!(store.load(id(2)).await, Ok(Some(running(fork, vec![choice(0, 1)]))));
    assert_eq!(store.rematch(id(1)).await, Ok(Some(id(2))));
    assert_eq!(store.load_row(id(1)).await.unwrap().unwrap().rematch, Some(id(2)));
    assert_eq!(due(&store, NOW + 3, 9).await, Ok(vec![id(3), id(2)]));
    assert_eq!(store.commit(takeback(id(1), 2, id(4))).await, Err(StoreError::Gone));
    // A version before 0.3 has stored a fork, but has not called the match off.
    store.create(id(5), &head(), &[], NOW, Some(id(3))).await.unwrap();
    assert_eq!(store.commit(takeback(id(3), 0, id(4))).await, Err(StoreError::Conflict));
    assert_eq!(store.load(id(4)).await, Ok(None));
    // Entries may have a successor, too.
    let change = Change::Append { entries: vec![choice(1, 1)], wake: None, seating: None };
    let commit = Commit { change, ..takeback(id(2), 1, id(6)) };
    assert_eq!(store.commit(commit).await, Ok(()));
    assert_eq!(store.rematch(id(2)).await, Ok(Some(id(6))));
    assert_eq!(store.faults().await, Ok(vec![]));
}

pub(crate) async fn a_takeback_and_an_end_cannot_both_win(url: String) {
    let store = open(&url).await;
    for number in 0..40 {
        let (old, fork) = (id(number), id(100 + number));
        with_moves(&store, old, 1).await;
        let (granting, ending) = (store.clone(), store.clone());
        let grant = tokio::spawn(async move { granting.commit(takeback(old, 1, fork)).await });
        let resigned = Finished { reason: Reason::Resigned(Seat::FIRST), ..finished() };
        let there = resigned.clone();
        let end = tokio::spawn(async move { ending.finish(old, 1, &resigned, None).await });
        match (grant.await.unwrap(), end.await.unwrap()) {
            (Ok(()), Err(StoreError::Gone)) => {
                assert_eq!(store.load(old).await, Ok(Some(Stored::Finished(finished()))));
                assert!(store.load(fork).await.unwrap().is_some());
                assert_eq!(store.rematch(old).await, Ok(Some(fork)));
            }
            (Err(StoreError::Gone), Ok(())) => {
                assert_eq!(store.load(old).await, Ok(Some(Stored::Finished(there))));
                assert_eq!(store.load(fork).await, Ok(None));
                assert_eq!(store.rematch(old).await, Ok(None));
            }
            other => panic!("{other:?}"),
        }
    }
}

pub(crate) async fn matches_are_due_in_their_order(url: String) {
    let store = open(&url).await;
    for (number, wake) in [(1, NOW + 30), (2, NOW + 10), (3, NOW + 20), (4, u64::MAX)] {
        store.create(id(number), &head(), &[], wake, None).await.unwrap();
    }
    assert_eq!(due(&store, NOW, 10).await, Ok(vec![]));
    assert_eq!(due(&store, NOW + 20, 10).await, Ok(vec![id(2), id(3)]));
    assert_eq!(due(&store, NOW + 99, 1).await, Ok(vec![id(2)]));
    let later = |number, seen| Postpone { id: id(2), number, seen, wake: NOW + 40 };
    // Only a node that has seen the newest entry and the deadline may change it.
    for stale in [later(1, None), later(0, Some(NOW + 11))] {
        assert_eq!(store.postpone(stale).await, Err(StoreError::Conflict));
    }
    store.postpone(later(0, Some(NOW + 10))).await.unwrap();
    store.append(append(id(3), 0, choice(0, 0))).await.unwrap();
    let later = Append { wake: Some(NOW + 5), ..append(id(1), 0, choice(0, 0)) };
    store.append(later).await.unwrap();
    assert_eq!(due(&store, NOW + 99, 10).await, Ok(vec![id(1), id(3), id(2)]));
    let refused = Append { wake: Some(0), ..append(id(1), 0, choice(0, 0)) };
    assert_eq!(store.append(refused).await, Err(StoreError::Conflict));
    assert_eq!(due(&store, NOW, 10).await, Ok(vec![]));
    store.finish(id(1), 1, &finished(), None).await.unwrap();
    assert_eq!(due(&store, u64::MAX, 10).await, Ok(vec![id(3), id(2), id(4)]));
}

async fn listed(store: &Store, which: Listing, before: Option<u64>, limit: u32) -> Vec<MatchId> {
    let list = store.list(which, before.map(id), limit).await.unwrap();
    list.into_iter().map(|row| row.id).collect()
}

pub(crate) async fn lists_hold_listed_matches_newest_first(url: String) {
    let store = open(&url).await;
    for number in 1..=12 {
        let head = if number % 3 == 0 { open_head() } else { head() };
        let head = Head { listed: number % 4 != 0, ..head };
        store.create(id(number), &head, &[choice(1, 1)], NOW, None).await.unwrap();
        if number % 3 == 2 {
            let end = Finished { listed: head.listed, ..finished() };
            store.finish(id(number), 1, &end, None).await.unwrap();
        }
    }
    let ids = |numbers: &[u64]| numbers.iter().map(|number| id(*number)).collect::<Vec<_>>();
    assert_eq!(listed(&store, Listing::Open, None, 10).await, ids(&[9, 6, 3]));
    assert_eq!(listed(&store, Listing::Running, None, 10).await, ids(&[10, 7, 1]));
    assert_eq!(listed(&store, Listing::Finished, None, 10).await, ids(&[11, 5, 2]));
    assert_eq!(listed(&store, Listing::Finished, None, 2).await, ids(&[11, 5]));
    assert_eq!(listed(&store, Listing::Finished, Some(5), 2).await, ids(&[2]));
    assert_eq!(listed(&store, Listing::Open, Some(9), 1).await, ids(&[6]));
    assert_eq!(listed(&store, Listing::Running, Some(1), 1).await, ids(&[]));
    let all = store.list(Listing::Running, None, 1).await.unwrap();
    let summary = all[0].read().unwrap().unwrap();
    assert_eq!((summary.ply, summary.seats, summary.start), (1, head().seats, head().start));
    let over = store.list(Listing::Finished, None, 1).await.unwrap();
    assert_eq!(over[0].read(), Ok(None), "it was stored without its brief");
    let brief = Brief { start: vec![0x51, 0], ply: 5, result: MatchResult::Win(Seat::SECOND) };
    store.set_brief(over[0].id, &brief).await.unwrap();
    let over = store.list(Listing::Finished, None, 1).await.unwrap();
    let summary = over[0].read().unwrap().unwrap();
    assert_eq!((summary.ply, summary.result), (5, Some(brief.result)));
    assert_eq!(store.summaries(None, 99).await.unwrap().len(), 12);
}

pub(crate) async fn an_open_seat_is_taken(url: String) {
    let store = open(&url).await;
    store.create(id(1), &open_head(), &[], NOW, None).await.unwrap();
    assert_eq!(listed(&store, Listing::Open, None, 9).await, [id(1)]);
    let entry = all_events().swap_remove(0);
    let seating = Some(joined());
    let join = Append { seating, wake: Some(NOW + 7), ..append(id(1), 0, entry.clone()) };
    assert_eq!(store.append(join.clone()).await, Ok(()));
    assert_eq!(store.append(join).await, Err(StoreError::Conflict));
    assert_eq!(listed(&store, Listing::Open, None, 9).await, []);
    assert_eq!(listed(&store, Listing::Running, None, 9).await, [id(1)]);
    assert_eq!(due(&store, NOW + 7, 9).await, Ok(vec![id(1)]));
    let Ok(Some(Stored::Running(match_))) = store.load(id(1)).await else { panic!() };
    assert!(!match_.is_open());
    assert_eq!(match_.seats()[1], ennead_store::SeatHolder::Person(SeatKey::of(&[2; 16])));
    // A match without an open seat from the start, because somebody has already joined.
    store.create(id(2), &open_head(), &[entry], NOW, None).await.unwrap();
    assert_eq!(listed(&store, Listing::Running, None, 9).await, [id(2), id(1)]);
    for row in store.list(Listing::Running, None, 9).await.unwrap() {
        let summary = row.read().unwrap().unwrap();
        assert_eq!((summary.seats, summary.names), (joined().seats, joined().names));
    }
}

/// Deletes matches of every kind.
pub(crate) async fn a_deleted_match_is_gone(url: String) {
    let store = open(&url).await;
    with_moves(&store, id(1), 2).await;
    with_moves(&store, id(2), 0).await;
    store.finish(id(2), 0, &finished(), None).await.unwrap();
    store.create(id(3), &head(), &[], NOW, Some(id(2))).await.unwrap();
    for number in 1..=3 {
        assert_eq!(store.delete(id(number)).await, Ok(true));
        assert_eq!(store.delete(id(number)).await, Ok(false));
        assert_eq!(store.load(id(number)).await, Ok(None));
    }
    assert_eq!(store.rematch(id(2)).await, Ok(None));
    assert_eq!(store.faults().await, Ok(vec![]));
    with_moves(&store, id(1), 1).await;
}

/// A node queries the progress of its matches.
pub(crate) async fn progress_follows_the_log(url: String) {
    let store = open(&url).await;
    with_moves(&store, id(1), 0).await;
    with_moves(&store, id(2), 3).await;
    with_moves(&store, id(3), 1).await;
    store.finish(id(3), 1, &finished(), None).await.unwrap();
    store.create(id(4), &head(), &[], NOW, Some(id(3))).await.unwrap();
    let mut all = store.progress((1..=3).chain([9]).map(id).collect()).await.unwrap();
    all.sort_by_key(|progress| progress.id);
    let of = |number, entries, rematch| Progress { id: id(number), entries, rematch };
    let expected =
        [of(1, Some(0), None), of(2, Some(3), None), of(3, None, Some(id(4))), of(9, None, None)];
    assert_eq!(all, expected);
}

/// Due matches are read page by page, so that unprocessable ones hide no others.
pub(crate) async fn due_matches_come_in_pages(url: String) {
    let store = open(&url).await;
    for number in 1..=5 {
        store.create(id(number), &head(), &[], NOW + number / 3, None).await.unwrap();
    }
    let (mut after, mut found) = (None, vec![]);
    loop {
        let page = store.due(NOW + 9, after, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(*last);
        found.extend(page.into_iter().map(|due| due.id));
    }
    assert_eq!(found, (1..=5).map(id).collect::<Vec<_>>());
}

pub(crate) async fn matches_are_counted(url: String) {
    let store = open(&url).await;
    assert_eq!(store.counts().await, Ok(Counts::default()));
    for number in 0..5 {
        with_moves(&store, id(number), 0).await;
    }
    let hidden = Head { listed: false, ..open_head() };
    store.create(id(8), &hidden, &[], NOW, None).await.unwrap();
    store.finish(id(0), 0, &finished(), None).await.unwrap();
    store.finish(id(1), 0, &Finished { listed: false, ..finished() }, None).await.unwrap();
    assert_eq!(store.counts().await, Ok(Counts { open: 1, running: 3, finished: 2 }));
}

/// A mix of matches.
async fn fill(store: &Store) {
    for number in 0..30 {
        let match_head = if number % 5 == 0 { open_head() } else { head() };
        let match_head = Head { listed: number % 3 == 0, ..match_head };
        let entries = &all_events()[..number as usize % 4];
        let of = (number % 7 == 6).then(|| id(number - 1));
        store.create(id(number), &match_head, entries, NOW, of).await.unwrap();
        if number % 2 == 1 {
            let end = Finished { listed: match_head.listed, ..finished() };
            store.finish(id(number), entries.len() as u32, &end, None).await.unwrap();
        }
    }
}

pub(crate) async fn pages_lead_from_store_to_store(url: String) {
    let store = open(&url).await;
    fill(&store).await;
    let folder = ennead_store::testing::Folder::new();
    let other = open(&folder.sqlite()).await;
    let (mut after, mut count) = (None, 0);
    loop {
        let page = store.page(after, 7).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.0);
        count += page.len();
        for (id, stored, rematch) in page {
            assert_eq!(other.put(id, &stored, rematch).await, Ok(true));
        }
    }
    assert_eq!(count, 30);
    assert_eq!(other.page(None, 99).await, store.page(None, 99).await);
    assert_eq!(other.counts().await, store.counts().await);
    assert_eq!(due(&other, 0, 99).await.unwrap().len(), 15, "all that run are due at once");
    for which in [Listing::Open, Listing::Running, Listing::Finished] {
        let [there, here] = [
            other.list(which, None, 99).await.unwrap(),
            store.list(which, None, 99).await.unwrap(),
        ];
        let read = |rows: &[SummaryRow]| rows.iter().map(SummaryRow::read).collect::<Vec<_>>();
        assert_eq!(read(&there), read(&here));
    }
    assert_eq!(store.faults().await, Ok(vec![]));
}

pub(crate) async fn a_match_is_put_once(url: String) {
    let store = open(&url).await;
    let one = running(head(), all_events());
    assert_eq!(store.put(id(1), &one, None).await, Ok(true));
    assert_eq!(store.put(id(1), &one, None).await, Ok(false));
    let others = [
        (running(head(), vec![]), None),
        (running(Head { listed: false, ..head() }, all_events()), None),
        (Stored::Finished(finished()), None),
        (one.clone(), Some(id(2))),
    ];
    for (other, rematch) in &others {
        assert_eq!(store.put(id(1), other, *rematch).await, Err(StoreError::Exists));
    }
    assert_eq!(store.load(id(1)).await, Ok(Some(one)));
    let end = Stored::Finished(finished());
    assert_eq!(store.put(id(3), &end, Some(id(1))).await, Ok(true));
    assert_eq!(store.put(id(3), &end, Some(id(1))).await, Ok(false));
    assert_eq!(store.put(id(3), &end, None).await, Err(StoreError::Exists));
    assert_eq!(store.rematch(id(3)).await, Ok(Some(id(1))));
}

pub(crate) async fn appends_in_flight_are_all_stored(url: String) {
    let store = open(&url).await;
    let players = (0..32).map(|player| {
        let store = store.clone();
        tokio::spawn(async move {
            with_moves(&store, id(player), 0).await;
            for number in 0..20 {
                let entry = choice(number.into(), player as u32);
                store.append(append(id(player), number, entry)).await.unwrap();
            }
        })
    });
    for player in players.collect::<Vec<_>>() {
        player.await.unwrap();
    }
    for player in 0..32 {
        let Ok(Some(Stored::Running(found))) = store.load(id(player)).await else { panic!() };
        let wanted: Vec<_> = (0..20).map(|number| choice(number, player as u32)).collect();
        assert_eq!(found.entries, wanted);
    }
}

pub(crate) async fn what_was_stored_is_there_after_a_restart(url: String) {
    let store = open(&url).await;
    fill(&store).await;
    let all = store.page(None, 99).await;
    store.close().await;
    let store = open(&url).await;
    assert_eq!(store.page(None, 99).await, all);
    store.append(append(id(0), 0, choice(0, 0))).await.unwrap();
    store.close().await;
    let reader = memory::open_to_read(&url).await.unwrap();
    let Ok(Some(Stored::Running(found))) = reader.load(id(0)).await else { panic!() };
    assert_eq!(found.entries, [choice(0, 0)]);
    let refused = reader.append(append(id(0), 1, choice(0, 0))).await.unwrap_err();
    assert_eq!(refused.to_string(), "the database is read-only: it was opened for reading");
}

pub(crate) async fn a_closed_store_answers_nothing(url: String) {
    let store = open(&url).await;
    with_moves(&store, id(1), 0).await;
    let clone = store.clone();
    store.close().await;
    let closed = StoreError::Unavailable("it is closed".into());
    assert_eq!(clone.append(append(id(1), 0, choice(0, 0))).await, Err(closed.clone()));
    assert_eq!(clone.load(id(1)).await, Err(closed.clone()));
    assert_eq!(clone.ready().await, Err(closed));
    clone.close().await;
}

pub(crate) async fn a_long_random_life_agrees_with_the_model(url: String) {
    model::compare(&open(&url).await, 600).await;
}
