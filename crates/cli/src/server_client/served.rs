//! Parses the JSON of a match for the terminal.

use ennead_game::Seat;
use ennead_kit::escape_controls;
use ennead_tui::{ServedMatch, with_setup};
use serde_json::Value as Json;

use super::MatchLink;
use super::calls::view_bytes;

/// Parses a match; `None` if it is not as PROTOCOL.md specifies.
pub(crate) fn served(json: &Json, at: &MatchLink) -> Option<ServedMatch> {
    let log = texts(&json["log"]);
    let moves = texts(&json["moves"]);
    let last_move = moves.last().or(log.last()).cloned();
    let ply: u32 = json["ply"].as_u64()?.try_into().ok()?;
    let view_ply = json["view_ply"].as_u64()?.try_into().ok()?;
    Some(ServedMatch {
        seat: seat(&json["you"]),
        view: view_bytes(json)?,
        ply,
        forced: ply.checked_sub(view_ply)? as usize,
        turn: seat(&json["turn"]),
        labels: json["options"].as_array()?.iter().map(|option| text(&option["text"])).collect(),
        drawing: json["drawing"].as_str()?.to_string(),
        log: if log.is_empty() { moves.clone() } else { log },
        moves,
        last_move,
        title: title(json),
        link: format!("{}/m/{}", at.address, at.id),
        is_open: json["state"] == "open",
        awaits_deal: json["dealt"] == false,
        has_draws: json["draws"] == true,
        draw_offer: seat(&json["draw_offer"]),
        takeback: seat(&json["takeback"]),
        has_takebacks: json["clock"].is_null() && json["state"] != "open",
        clocks: json["clocks"][0].as_f64().zip(json["clocks"][1].as_f64()).map(|(a, b)| [a, b]),
        result: (json["state"] == "finished").then(|| result(json)),
        has_next: json["next"].is_string(),
        is_continued: json["next"].is_string() && json["end"] == "abandoned",
    })
}

fn seat(json: &Json) -> Option<Seat> {
    match json.as_u64() {
        Some(0) => Some(Seat::FIRST),
        Some(1) => Some(Seat::SECOND),
        _ => None,
    }
}

/// Text from a server is shown on a terminal, so control characters must be removed.
fn text(json: &Json) -> String {
    escape_controls(json.as_str().unwrap_or_default()).to_string()
}

fn texts(json: &Json) -> Vec<String> {
    json.as_array().into_iter().flatten().map(text).collect()
}

/// The holder of a seat: a person's name, a bot's level, or nobody yet.
fn holder(json: &Json, seat: usize) -> String {
    let seat = &json["seats"][seat];
    match (seat["player"].as_str(), seat["kind"].as_str().unwrap_or_default()) {
        (Some(_), _) => text(&seat["player"]),
        (None, "open") => "an open seat".into(),
        (None, kind) => match kind.strip_prefix("bot:") {
            Some(level) => format!("level {}", escape_controls(level)),
            None => "Player".into(),
        },
    }
}

fn title(json: &Json) -> String {
    let name = |seat: usize| text(&json["seats"][seat]["name"]);
    let who = match seat(&json["you"]) {
        Some(you) => {
            let other = holder(json, you.other().index());
            format!("you are {} against {other}", name(you.index()))
        }
        None => {
            format!("{} ({}) against {} ({})", holder(json, 0), name(0), holder(json, 1), name(1))
        }
    };
    let beginning = match json["continues"].as_u64() {
        Some(1) => " · after 1 choice of another match".into(),
        Some(choices) => format!(" · after {choices} choices of another match"),
        None => String::new(),
    };
    let setup = json["setup"].as_object().into_iter().flatten();
    let setup = setup.map(|(name, value)| (escape_controls(name).to_string(), text(value)));
    format!("{} · {who}{beginning}", with_setup(&text(&json["title"]), setup))
}

/// The result of the match, as a sentence.
fn result(json: &Json) -> String {
    let base = match (seat(&json["winner"]), seat(&json["you"])) {
        (Some(winner), Some(you)) if winner == you => "You have won".into(),
        (Some(_), Some(_)) => "You have lost".into(),
        (Some(winner), None) => format!("{} has won", holder(json, winner.index())),
        (None, _) if json["outcome"] == "draw" => "It is a draw".to_string(),
        (None, _) => return "The match was called off.".into(),
    };
    let how = match json["end"].as_str() {
        Some("resigned") => " by resignation",
        Some("time") => " on time",
        Some("agreed") => " by agreement",
        _ => "",
    };
    format!("{base}{how}.")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn results_and_titles_are_for_the_viewer() {
        let seats = json!([{"name": "X", "kind": "person", "player": "Ada\u{1b}[2J"},
            {"name": "O", "kind": "bot:3", "player": null}]);
        let json = json!({"title": "Sticks", "setup": {"heap": "9", "last": "wins"},
            "seats": seats, "you": 1, "winner": 0, "end": "time"});
        assert_eq!(result(&json), "You have lost on time.");
        assert!(!title(&json).contains('\u{1b}'), "{}", title(&json));
        assert!(title(&json).starts_with("Sticks (heap 9, last wins) · you are O against Ada"));
        let mut fork = json.clone();
        fork["continues"] = json!(58);
        assert!(title(&fork).ends_with(" · after 58 choices of another match"), "{}", title(&fork));
        let watched =
            json!({"title": "Sticks", "seats": json["seats"], "winner": 1, "end": "rules"});
        assert_eq!(result(&watched), "level 3 has won.");
    }
}
