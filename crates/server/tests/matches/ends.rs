//! Ends that players agree on or ask for, and what comes after them.

use ennead_game::{Outcome, Seat};
use ennead_protocol::{ClientFrame, Code, End, Status};
use serde_json::json;

use crate::over_both_stores;

over_both_stores! {
    async fn an_open_match_is_called_off_by_giving_up(node: &Node) {
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

    async fn everyone_hears_that_a_match_is_called_off(node: &Node) {
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

    async fn a_draw_that_is_offered_twice_is_one_offer(node: &Node) {
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
    }

    async fn bots_answer_a_draw(node: &Node) {
        // It is proven that nobody can do better than that here.
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
        // Who is slow hears of the answer alone.
        let mut heard = client.state().await.status;
        if heard == offered {
            heard = client.state().await.status;
        }
        assert_eq!(heard, declined);
    }

    async fn a_timed_rematch_waits_for_the_other_one(node: &Node) {
        let clock =
            json!({ "game": "ttt", "seats": ["person", "person"], "clock": { "per_move": 0.1 } });
        let made = node.create_with(clock).await;
        node.post(&made.path("/resign"), &made.tokens[0], json!({})).await;
        let next = node.post(&made.path("/rematch"), &made.tokens[0], json!({})).await;
        let path = format!("/api/matches/{}", next["id"].as_str().unwrap());
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        let view = node.get(&path, &made.tokens[1]).await;
        assert_eq!(
            (&view["state"], &view["you"], &view["turn"]),
            (&json!("running"), &json!(0), &json!(0))
        );
        let left = view["clocks"][0].as_f64().unwrap();
        assert!(left > 0.1 && left < 15.1 && view["clocks"][1] == 0.1, "{view}");
    }
}
