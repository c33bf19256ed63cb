//! Playing over sockets.

use ennead_game::{Outcome, Seat, Viewer};
use ennead_protocol::{ClientFrame, Code, End, ServerFrame, StateFrame, Status};

use crate::client::Client;
use crate::node::Node;
use crate::over_both_stores;

/// Both players' sockets, and the first states.
async fn two_players(
    node: &Node,
    game: &str,
) -> (crate::node::CreatedMatch, [Client; 2], StateFrame) {
    let made = node.create(game, ["person", "person"]).await;
    let mut first = node.open(&made.id, &made.tokens[0]).await;
    let mut second = node.open(&made.id, &made.tokens[1]).await;
    let state = first.state().await;
    second.state().await;
    (made, [first, second], state)
}

/// Plays options until the match is over; both players receive every state.
async fn play_out(clients: &mut [Client; 2], mut state: StateFrame) -> [StateFrame; 2] {
    loop {
        let Status::Running { turn, .. } = state.status else { panic!("it goes on: {state:?}") };
        clients[turn.index()].choose(state.ply, 0).await;
        let states = [clients[0].state().await, clients[1].state().await];
        assert_eq!(states[0].ply, states[1].ply);
        if matches!(states[0].status, Status::Over { .. }) {
            return states;
        }
        state = states[0].clone();
    }
}

over_both_stores! {
    async fn a_whole_game_of_each_kind_and_a_rematch(node: &Node) {
        for (game, most) in [("ttt", 24), ("nested", 64), ("schotten", 96)] {
            let (made, mut clients, state) = two_players(node, game).await;
            let states = play_out(&mut clients, state).await;
            for state in &states {
                assert!(state.encode().len() <= most, "{game}: {} bytes", state.encode().len());
            }
            clients[1].send(&ClientFrame::Rematch).await;
            let ServerFrame::Next { id } = clients[0].frame().await else { panic!("the rematch") };
            assert_eq!(clients[1].frame().await, ServerFrame::Next { id });
            let id = data_encoding::BASE64URL_NOPAD.encode(&id);
            clients[0].open(&id, &made.tokens[0]).await;
            assert_eq!(
                clients[0].state().await.viewer,
                Viewer::Seat(Seat::SECOND),
                "seats change sides"
            );
            let record = node.get(&made.path("/record"), "").await;
            assert!(record["bytes"].as_u64().unwrap() < 80, "{record}");
        }
    }

    async fn a_repeated_choice_is_played_once(node: &Node) {
        let (_, [mut first, mut second], _) = two_players(node, "ttt").await;
        first.choose(0, 4).await;
        let state = first.state().await;
        assert_eq!((state.ply, state.last.as_slice()), (1, &[4][..]));
        first.choose(0, 4).await;
        assert_eq!(first.state().await.ply, 1, "acknowledged again");
        first.choose(0, 5).await;
        assert_eq!(first.state().await.ply, 1, "a stale one gets the current state");
        assert_eq!(second.state().await.ply, 1);
        second.choose(7, 0).await;
        assert_eq!(second.error().await.0, Code::BadOption, "a ply to come");
        second.choose(1, 8).await;
        assert_eq!(
            second.error().await.0,
            Code::BadOption,
            "eight squares are free, numbered from 0"
        );
        first.choose(1, 0).await;
        assert_eq!(first.error().await.0, Code::NotYourTurn);
    }

    async fn resigning_and_drawing(node: &Node) {
        let (_, [mut first, mut second], _) = two_players(node, "ttt").await;
        first.send(&ClientFrame::Draw).await;
        let offered = second.state().await;
        assert_eq!(
            offered.status,
            Status::Running { turn: Seat::FIRST, draw_offer: Some(Seat::FIRST) }
        );
        second.send(&ClientFrame::Decline).await;
        second.send(&ClientFrame::Draw).await;
        let offer = Status::Running { turn: Seat::FIRST, draw_offer: Some(Seat::SECOND) };
        while first.state().await.status != offer {}
        first.send(&ClientFrame::Draw).await;
        let over = Status::Over { outcome: Some(Outcome::Draw), end: End::Agreed };
        assert_eq!(second.last_state().await.status, over);
        let (_, [mut first, mut second], _) = two_players(node, "schotten").await;
        first.send(&ClientFrame::Draw).await;
        assert_eq!(first.error().await.0, Code::NoDraws);
        first.send(&ClientFrame::Resign).await;
        let over = Status::Over { outcome: Some(Outcome::Win(Seat::SECOND)), end: End::Resigned };
        assert_eq!(second.last_state().await.status, over);
        assert_eq!(first.last_state().await.status, over);
        first.choose(54, 0).await;
        assert_eq!(first.error().await.0, Code::Over);
    }

    async fn a_reconnect_is_one_frame(node: &Node) {
        let (made, [mut first, _second], _) = two_players(node, "nested").await;
        first.choose(0, 4).await;
        let before = first.bytes().await;
        let mut again = node.open(&made.id, &made.tokens[0]).await;
        assert_eq!(again.bytes().await, before);
        let mut spectator = node.open(&made.id, "").await;
        assert!(spectator.state().await.labels.is_empty(), "spectators choose nothing");
        first.choose(1, 4).await;
        assert_eq!(spectator.state().await.ply, 3, "the forced level is made by the server");
    }

    async fn nested_boards_are_sent_by_level_and_played_by_label(node: &Node) {
        let made = node
            .create_with(serde_json::json!({
                "game": "nested",
                "setup": { "depth": 5 },
                "seats": ["person", "person"],
            }))
            .await;
        let mut client = node.open(&made.id, &made.tokens[0]).await;
        let state = client.state().await;
        assert!(state.payload.len() < 540, "{} bytes", state.payload.len());
        client.send(&ClientFrame::Look { budget: 64, path: vec![4, 4, 4] }).await;
        let ServerFrame::Detail { ply: 0, payload } = client.frame().await else {
            panic!("a detail")
        };
        assert!(payload.len() < 80, "{} bytes", payload.len());
        client.send(&ClientFrame::Look { budget: 64, path: vec![9] }).await;
        assert_eq!(client.error().await.0, Code::BadFrame);
        client.send(&ClientFrame::Labels { ply: 0, labels: vec![0, 1, 2, 3, 4] }).await;
        let state = client.state().await;
        assert_eq!(state.last, [0, 1, 2, 3, 4]);
    }

    async fn document_003_moves_by_one_byte(node: &Node) {
        let (_, [mut first, _second], state) = two_players(node, "schotten").await;
        first.send_bytes(vec![0x13]).await;
        assert_eq!(first.state().await.ply, state.ply + 2);
        first.send_bytes(vec![0x13]).await;
        assert_eq!(first.error().await.0, Code::NotYourTurn);
        let (_, [mut first, _second], _) = two_players(node, "ttt").await;
        first.send_bytes(vec![0x13]).await;
        assert_eq!(first.error().await.0, Code::BadFrame);
    }

    async fn bots_play_to_the_end(node: &Node) {
        for game in ["ttt", "nested", "schotten"] {
            let made = node.create(game, ["bot:1", "person"]).await;
            let mut client = node.open(&made.id, &made.tokens[1]).await;
            let mut chosen = None;
            loop {
                let state = client.state().await;
                match state.status {
                    Status::Running { turn: Seat::SECOND, .. } if chosen != Some(state.ply) => {
                        chosen = Some(state.ply);
                        client.choose(state.ply, 0).await;
                    }
                    Status::Over { end, .. } => {
                        assert_eq!(end, End::Rules);
                        break;
                    }
                    _ => {}
                }
            }
        }
    }
}

#[tokio::test]
async fn a_shutdown_tells_clients_when_to_reconnect_and_loses_nothing() {
    let folder = ennead_store::testing::Folder::new();
    let node = Node::start(&folder.sqlite(), ennead_server::Config::new(String::new())).await;
    let made = node.create("ttt", ["person", "person"]).await;
    let mut client = node.open(&made.id, &made.tokens[0]).await;
    client.state().await;
    client.choose(0, 8).await;
    let before = client.bytes().await;
    node.stop().await;
    assert!(matches!(client.frame().await, ServerFrame::Bye { .. }));
    let node = Node::start(&folder.sqlite(), ennead_server::Config::new(String::new())).await;
    let mut client = node.open(&made.id, &made.tokens[0]).await;
    assert_eq!(client.bytes().await, before);
    node.stop().await;
}
