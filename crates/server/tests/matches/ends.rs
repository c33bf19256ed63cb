//! Ends by agreement or request, and what follows them.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Outcome, Seat};
use ennead_protocol::{ClientFrame, Code, End, Features, ServerFrame, Status};
use serde_json::json;

use crate::client::Client;
use crate::over_both_stores;

over_both_stores! {
    async fn resigning_an_open_match_calls_it_off(node: &Node) {
        let made = node.create("ttt", ["open", "person"]).await;
        assert_eq!(node.refused(&made.path("/resign"), "", json!({})).await, "no_seat");
        let view = node.post(&made.path("/resign"), &made.tokens[1], json!({})).await;
        let found = [&view["state"], &view["end"], &view["outcome"], &view["winner"]];
        assert_eq!(
            found,
            [&json!("finished"), &json!("abandoned"), &json!("called off"), &json!(null)]
        );
        assert_eq!(node.refused(&made.path("/join"), "", json!({})).await, "over");
        assert_eq!(node.refused(&made.path("/resign"), &made.tokens[1], json!({})).await, "over");
        let open = node.get("/api/matches?state=open", "").await;
        assert!(
            open["matches"].as_array().unwrap().iter().all(|one| one["id"] != made.id.as_str()),
            "{open}"
        );
    }

    async fn everyone_is_notified_when_a_match_is_called_off(node: &Node) {
        let made = node.create("ttt", ["person", "open"]).await;
        let mut creator = node.open(&made.id, &made.tokens[0]).await;
        let mut guest = node.open(&made.id, "").await;
        guest.state().await;
        creator.send(&ClientFrame::Resign).await;
        let over = Status::Over { outcome: None, end: End::Abandoned };
        assert_eq!(creator.last_state().await.status, over);
        assert_eq!(guest.last_state().await.status, over);
        creator.send(&ClientFrame::Resign).await;
        assert_eq!(creator.error().await.0, Code::Over);
    }

    async fn a_repeated_draw_offer_is_one_offer(node: &Node) {
        let made = node.create("ttt", ["person", "person"]).await;
        let mut client = node.open(&made.id, &made.tokens[0]).await;
        client.state().await;
        let offered = Status::Running { turn: Seat::FIRST, draw_offer: Some(Seat::FIRST) };
        for _ in 0..3 {
            client.send(&ClientFrame::Draw).await;
            assert_eq!(client.state().await.status, offered);
        }
        let view = node.post(&made.path("/decline"), &made.tokens[1], json!({})).await;
        assert_eq!(view["draw_offer"], json!(null));
        // One that was declined is offered again after a move.
        client.state().await;
        client.send(&ClientFrame::Draw).await;
        assert_eq!(client.error().await.0, Code::NoDraws);
    }

    async fn a_move_is_taken_back_by_consent(node: &Node) {
        let made = node.create("ttt", ["person", "person"]).await;
        let features = Features::TAKEBACKS;
        let mut players = Vec::new();
        for token in [&made.tokens[0], &made.tokens[1], &String::new()] {
            let mut client = Client::connect(node.address).await;
            client.open_with(&made.id, token, features).await;
            client.state().await;
            assert_eq!(client.frame().await, ServerFrame::Takeback { asks: None });
            players.push(client);
        }
        // A client without this feature receives only states.
        let mut plain = node.open(&made.id, "").await;
        plain.state().await;
        players[0].send(&ClientFrame::Takeback).await;
        assert_eq!(players[0].error().await.0, Code::BadOption);
        players[0].choose(0, 4).await;
        for client in &mut players {
            client.state().await;
        }
        players[0].send(&ClientFrame::Takeback).await;
        for client in &mut players {
            client.state().await;
            let asks = Some(Seat::FIRST);
            assert_eq!(client.frame().await, ServerFrame::Takeback { asks });
        }
        players[0].send(&ClientFrame::Takeback).await;
        players[0].state().await;
        let view = node.get(&made.path(""), "").await;
        assert_eq!(view["takeback"], json!(0));
        // It is still there for a client that reconnects.
        let mut again = Client::connect(node.address).await;
        again.open_with(&made.id, &made.tokens[1], features).await;
        again.state().await;
        assert_eq!(again.frame().await, ServerFrame::Takeback { asks: Some(Seat::FIRST) });
        players[1].send(&ClientFrame::DeclineTakeback).await;
        for client in &mut players {
            client.state().await;
            assert_eq!(client.frame().await, ServerFrame::Takeback { asks: None });
        }
        let decline = made.path("/takeback/decline");
        assert_eq!(node.refused(&decline, &made.tokens[1], json!({})).await, "bad_option");
        let call = made.path("/takeback");
        // Once between two own moves.
        assert_eq!(node.refused(&call, &made.tokens[0], json!({})).await, "bad_option");
        for (seat, ply) in [(1, 1), (0, 2)] {
            let play = json!({ "ply": ply, "options": [0] });
            node.post(&made.path("/play"), &made.tokens[seat], play).await;
        }
        let asked = node.call("POST", &call, &made.tokens[0], &json!({})).await;
        assert_eq!(asked, (202, json!({ "id": null, "link": null })));
        let granted = node.post(&call, &made.tokens[1], json!({})).await;
        let id = granted["id"].as_str().unwrap();
        for client in &mut players {
            loop {
                if let ServerFrame::Next { id: next } = client.frame().await {
                    assert_eq!(BASE64URL_NOPAD.encode(&next), id);
                    break;
                }
            }
        }
        let old = node.get(&made.path(""), "").await;
        assert_eq!([&old["end"], &old["ply"]], [&json!("abandoned"), &json!(3)]);
        let fork = node.get(&format!("/api/matches/{id}"), &made.tokens[0]).await;
        let found = [&fork["ply"], &fork["you"], &fork["turn"], &fork["takeback"]];
        assert_eq!(found, [&json!(2), &json!(0), &json!(0), &json!(null)]);
        let seen = loop {
            match plain.frame().await {
                ServerFrame::Takeback { .. } => panic!("nobody asked for that frame"),
                ServerFrame::Next { id } => break id,
                _ => {}
            }
        };
        assert_eq!(BASE64URL_NOPAD.encode(&seen), id);
    }

    async fn bots_answer_a_draw(node: &Node) {
        // It is proven that nobody can do better here.
        let made = node.create("ttt", ["person", "bot:1"]).await;
        let mut client = node.open(&made.id, &made.tokens[0]).await;
        client.send(&ClientFrame::Draw).await;
        let over = Status::Over { outcome: Some(Outcome::Draw), end: End::Agreed };
        assert_eq!(client.last_state().await.status, over);
        let made = node.create("nested", ["person", "bot:1"]).await;
        let mut client = node.open(&made.id, &made.tokens[0]).await;
        let declined = client.state().await.status;
        client.send(&ClientFrame::Draw).await;
        let offered = Status::Running { turn: Seat::FIRST, draw_offer: Some(Seat::FIRST) };
        // A slow client may see only the answer.
        let mut heard = client.state().await.status;
        if heard == offered {
            heard = client.state().await.status;
        }
        assert_eq!(heard, declined);
    }
}
