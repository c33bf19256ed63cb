//! A match of an archive as JSON.

use data_encoding::BASE64URL_NOPAD as BASE64;
use ennead_game::Seat;
use ennead_kit::Games;
use serde_json::{Value, json};

use super::Item;
use crate::{
    Beginning, Clock, Entry, Event, Finished, Head, MatchId, PlayerName, Reason, Running,
    SeatHolder, SeatKey, Stored,
};

/// The match as JSON, including its game and moves in readable form.
pub(super) fn to_json(games: Games, item: &Item) -> Value {
    let mut json = match &item.stored {
        Stored::Running(running) => running_json(games, running),
        Stored::Finished(finished) => finished_json(games, finished),
    };
    json["id"] = json!(item.id.to_string());
    json["rematch"] = json!(item.rematch.map(|id| id.to_string()));
    let (names, continues) = match &item.stored {
        Stored::Running(running) => (&running.head.names, running.head.beginning.continues()),
        Stored::Finished(finished) => (&finished.names, finished.continues),
    };
    // Matches without names are written as before names existed.
    if names.iter().any(Option::is_some) {
        json["names"] = names.iter().map(name_json).collect();
    }
    // And those with a fresh deal as before forks were marked.
    if let Some(continues) = continues {
        json["continues"] = json!(continues);
    }
    if let Stored::Running(running) = &item.stored
        && let Beginning::Template(choices) = &running.head.beginning
    {
        json["template"] = json!(choices);
    }
    json
}

fn name_json(name: &Option<PlayerName>) -> Value {
    json!(name.as_ref().map(PlayerName::as_str))
}

fn running_json(games: Games, running: &Running) -> Value {
    let head = &running.head;
    json!({
        "id": null,
        "state": "running",
        "game": running.replay(games).ok().map(|game| game.game()),
        "start": BASE64.encode(&head.start),
        "seats": head.seats.map(seat_json),
        "clock": clock_json(head.clock),
        "listed": head.listed,
        "created": head.created,
        "entries": running.entries.iter().map(entry_json).collect::<Vec<_>>(),
    })
}

fn finished_json(games: Games, finished: &Finished) -> Value {
    let replay = finished.replay(games).ok();
    json!({
        "id": null,
        "state": "finished",
        "game": replay.as_ref().map(|game| game.game()),
        "moves": replay.as_ref().map(|game| game.moves()),
        "record": BASE64.encode(&finished.record),
        "seats": finished.seats.map(seat_json),
        "reason": reason_json(finished.reason),
        "clock": clock_json(finished.clock),
        "listed": finished.listed,
        "created": finished.created,
        "ended": finished.ended,
    })
}

fn seat_json(seat: SeatHolder) -> Value {
    match seat {
        SeatHolder::Person(key) => json!({ "person": BASE64.encode(&key.to_bytes()) }),
        SeatHolder::Open => json!("open"),
        SeatHolder::Bot(level) => json!({ "bot": level }),
    }
}

fn clock_json(clock: Clock) -> Value {
    match clock {
        Clock::None => Value::Null,
        Clock::PerMove { ms } => json!({ "per_move": ms }),
        Clock::Base { ms, increment } => json!({ "base": ms, "increment": increment }),
    }
}

fn reason_json(reason: Reason) -> Value {
    match reason {
        Reason::Rules => json!("rules"),
        Reason::Agreed => json!("agreed"),
        Reason::Abandoned => json!("abandoned"),
        Reason::Resigned(seat) => json!({ "resigned": seat.0 }),
        Reason::Time(seat) => json!({ "time": seat.0 }),
    }
}

fn entry_json(entry: &Entry) -> Value {
    let mut json = match &entry.event {
        Event::Choices(choices) => json!({ "at": null, "choices": choices }),
        Event::Join { seat, key, name } => {
            let key = BASE64.encode(&key.to_bytes());
            let mut json = json!({ "at": null, "join": seat.0, "key": key });
            if name.is_some() {
                json["name"] = name_json(name);
            }
            json
        }
        Event::Offer(seat) => json!({ "at": null, "offer": seat.0 }),
        Event::Decline(seat) => json!({ "at": null, "decline": seat.0 }),
        Event::Resign(seat) => json!({ "at": null, "resign": seat.0 }),
        Event::Timeout(seat) => json!({ "at": null, "timeout": seat.0 }),
        Event::Agree => json!({ "at": null, "agree": true }),
        Event::Abandon => json!({ "at": null, "abandon": true }),
        Event::AskTakeback(seat) => json!({ "at": null, "ask_takeback": seat.0 }),
        Event::DeclineTakeback(seat) => json!({ "at": null, "decline_takeback": seat.0 }),
    };
    json["at"] = json!(entry.at);
    json
}

/// Parses a match; the error says what is wrong with it.
pub(super) fn from_json(json: &Value) -> Result<Item, String> {
    let id = id_of(text(json, "id")?)?;
    let rematch = match &json["rematch"] {
        Value::Null => None,
        _ => Some(id_of(text(json, "rematch")?)?),
    };
    let stored = match text(json, "state")? {
        "running" => Stored::Running(read_running(json)?),
        "finished" => Stored::Finished(read_finished(json)?),
        other => return Err(format!("no match is {other:?}: running or finished")),
    };
    Ok(Item { id, stored, rematch })
}

fn read_running(json: &Value) -> Result<Running, String> {
    let head = Head {
        start: bytes(json, "start")?,
        seats: read_seats(json)?,
        names: read_names(json)?,
        clock: read_clock(&json["clock"])?,
        listed: flag(json, "listed")?,
        created: number(json, "created")?,
        beginning: read_beginning(json)?,
    };
    let entries = json["entries"].as_array().ok_or("\"entries\" is not a list")?;
    let read =
        |(number, entry)| read_entry(entry).map_err(|error| format!("entry {number}: {error}"));
    Ok(Running { head, entries: entries.iter().enumerate().map(read).collect::<Result<_, _>>()? })
}

fn read_finished(json: &Value) -> Result<Finished, String> {
    Ok(Finished {
        record: bytes(json, "record")?,
        seats: read_seats(json)?,
        names: read_names(json)?,
        reason: read_reason(&json["reason"])?,
        clock: read_clock(&json["clock"])?,
        created: number(json, "created")?,
        ended: number(json, "ended")?,
        listed: flag(json, "listed")?,
        continues: read_continues(json)?,
    })
}

fn read_continues(json: &Value) -> Result<Option<u32>, String> {
    if json["continues"].is_null() { Ok(None) } else { small(json, "continues").map(Some) }
}

fn read_beginning(json: &Value) -> Result<Beginning, String> {
    let continues = read_continues(json)?;
    if json["template"].is_null() {
        return Ok(continues.map_or(Beginning::Fresh, Beginning::Fork));
    }
    let template = numbers(json, "template")?;
    match continues == Some(template.len() as u32) {
        true => Ok(Beginning::Template(template)),
        false => Err("\"continues\" is not the number of choices in \"template\"".into()),
    }
}

fn read_seats(json: &Value) -> Result<[SeatHolder; 2], String> {
    match json["seats"].as_array().map(Vec::as_slice) {
        Some([first, second]) => Ok([read_seat(first)?, read_seat(second)?]),
        _ => Err("\"seats\" is not a list of two".into()),
    }
}

fn read_names(json: &Value) -> Result<[Option<PlayerName>; 2], String> {
    match json["names"].as_array().map(Vec::as_slice) {
        None if json["names"].is_null() => Ok([None, None]),
        Some([first, second]) => Ok([read_name(first)?, read_name(second)?]),
        _ => Err("\"names\" is not a list of two".into()),
    }
}

/// A name, or null.
fn read_name(json: &Value) -> Result<Option<PlayerName>, String> {
    if json.is_null() {
        return Ok(None);
    }
    let text = json.as_str().ok_or_else(|| format!("{json} is not a name"))?;
    PlayerName::stored(text).map(Some).map_err(|error| format!("{json}: {error}"))
}

fn read_seat(json: &Value) -> Result<SeatHolder, String> {
    if json == "open" {
        return Ok(SeatHolder::Open);
    }
    if json.get("person").is_some() {
        return Ok(SeatHolder::Person(key(json, "person")?));
    }
    let level = number(json, "bot").ok().and_then(|level| u8::try_from(level).ok());
    level
        .map(SeatHolder::Bot)
        .ok_or_else(|| format!("{json} holds no seat: \"open\", a person or a bot"))
}

fn read_clock(json: &Value) -> Result<Clock, String> {
    match json {
        Value::Null => Ok(Clock::None),
        json if json.get("per_move").is_some() => {
            Ok(Clock::PerMove { ms: small(json, "per_move")? })
        }
        json => Ok(Clock::Base { ms: small(json, "base")?, increment: small(json, "increment")? }),
    }
}

fn read_reason(json: &Value) -> Result<Reason, String> {
    match json.as_str() {
        Some("rules") => Ok(Reason::Rules),
        Some("agreed") => Ok(Reason::Agreed),
        Some("abandoned") => Ok(Reason::Abandoned),
        Some(other) => Err(format!("no match ends by {other:?}")),
        None if json.get("resigned").is_some() => Ok(Reason::Resigned(seat(json, "resigned")?)),
        None => Ok(Reason::Time(seat(json, "time")?)),
    }
}

fn read_entry(json: &Value) -> Result<Entry, String> {
    let has = |name: &str| json.get(name).is_some();
    let event = if has("choices") {
        Event::Choices(numbers(json, "choices")?)
    } else if has("join") {
        let name = read_name(&json["name"])?;
        Event::Join { seat: seat(json, "join")?, key: key(json, "key")?, name }
    } else if has("offer") {
        Event::Offer(seat(json, "offer")?)
    } else if has("decline") {
        Event::Decline(seat(json, "decline")?)
    } else if has("resign") {
        Event::Resign(seat(json, "resign")?)
    } else if has("timeout") {
        Event::Timeout(seat(json, "timeout")?)
    } else if has("agree") {
        Event::Agree
    } else if has("abandon") {
        Event::Abandon
    } else if has("ask_takeback") {
        Event::AskTakeback(seat(json, "ask_takeback")?)
    } else if has("decline_takeback") {
        Event::DeclineTakeback(seat(json, "decline_takeback")?)
    } else {
        return Err("nothing happens in it".into());
    };
    Ok(Entry { at: number(json, "at")?, event })
}

fn numbers(json: &Value, name: &str) -> Result<Vec<u32>, String> {
    let number = |json: &Value| json.as_u64().and_then(|number| u32::try_from(number).ok());
    let numbers = json[name].as_array().and_then(|list| list.iter().map(number).collect());
    numbers.ok_or_else(|| format!("{name:?} is not a list of numbers below 2^32"))
}

fn get<'a>(json: &'a Value, name: &str) -> Result<&'a Value, String> {
    json.get(name).ok_or_else(|| format!("{name:?} is missing"))
}

fn text<'a>(json: &'a Value, name: &str) -> Result<&'a str, String> {
    get(json, name)?.as_str().ok_or_else(|| format!("{name:?} is not a text"))
}

fn flag(json: &Value, name: &str) -> Result<bool, String> {
    get(json, name)?.as_bool().ok_or_else(|| format!("{name:?} is neither true nor false"))
}

fn number(json: &Value, name: &str) -> Result<u64, String> {
    get(json, name)?.as_u64().ok_or_else(|| format!("{name:?} is not a whole number below 2^64"))
}

fn small(json: &Value, name: &str) -> Result<u32, String> {
    u32::try_from(number(json, name)?)
        .map_err(|_| format!("{name:?} is not a whole number below 2^32"))
}

fn seat(json: &Value, name: &str) -> Result<Seat, String> {
    match number(json, name)? {
        0 => Ok(Seat::FIRST),
        1 => Ok(Seat::SECOND),
        _ => Err(format!("{name:?} is not a seat: 0 or 1")),
    }
}

fn bytes(json: &Value, name: &str) -> Result<Vec<u8>, String> {
    BASE64
        .decode(text(json, name)?.as_bytes())
        .map_err(|error| format!("{name:?} is not base64url: {error}"))
}

fn key(json: &Value, name: &str) -> Result<SeatKey, String> {
    let bytes =
        bytes(json, name)?.try_into().map_err(|_| format!("{name:?} is not a key of 16 bytes"))?;
    Ok(SeatKey::from_bytes(bytes))
}

fn id_of(text: &str) -> Result<MatchId, String> {
    text.parse().map_err(|error: crate::MatchIdError| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_GAMES: Games = Games::new(&[]);

    #[test]
    fn a_finished_match_has_readable_json() {
        let finished = Finished {
            record: BASE64.decode(b"QQAAAA").unwrap(),
            seats: [SeatHolder::Bot(3), SeatHolder::Open],
            names: [None, None],
            reason: Reason::Resigned(Seat::SECOND),
            clock: Clock::Base { ms: 300_000, increment: 5000 },
            created: 7,
            ended: 9,
            listed: false,
            continues: None,
        };
        let item =
            Item { id: MatchId::new(0, 1), stored: Stored::Finished(finished), rematch: None };
        assert_eq!(
            to_json(NO_GAMES, &item).to_string(),
            concat!(
                r#"{"id":"AAAAAAAAAAE","state":"finished","game":null,"moves":null,"#,
                r#""record":"QQAAAA","seats":[{"bot":3},"open"],"reason":{"resigned":1},"#,
                r#""clock":{"base":300000,"increment":5000},"listed":false,"created":7,"#,
                r#""ended":9,"rematch":null}"#
            )
        );
        assert_eq!(from_json(&to_json(NO_GAMES, &item)), Ok(item));
    }

    #[test]
    fn errors_name_the_reason() {
        let good = json!({
            "id": "AAAAAAAAAAE", "state": "running", "start": "UQA",
            "seats": ["open", { "bot": 1 }], "clock": null,
            "listed": true, "created": 5, "entries": [{ "at": 1, "choices": [1] }],
        });
        assert!(from_json(&good).is_ok());
        let with = |name: &str, value: Value| {
            let mut json = good.clone();
            json[name] = value;
            from_json(&json).unwrap_err()
        };
        assert!(with("id", json!("x")).starts_with("\"x\" is not a match id"));
        assert_eq!(with("state", json!("asleep")), "no match is \"asleep\": running or finished");
        assert_eq!(with("state", json!("finished")), "\"record\" is missing");
        assert!(with("start", json!("?")).starts_with("\"start\" is not base64url: "));
        assert_eq!(with("seats", json!(["open"])), "\"seats\" is not a list of two");
        assert_eq!(
            with("seats", json!(["open", "me"])),
            "\"me\" holds no seat: \"open\", a person or a bot"
        );
        assert_eq!(
            with("seats", json!([{ "person": "AA" }, "open"])),
            "\"person\" is not a key of 16 bytes"
        );
        assert_eq!(
            with("clock", json!({ "per_move": 1_u64 << 32 })),
            "\"per_move\" is not a whole number below 2^32"
        );
        assert_eq!(with("listed", json!(1)), "\"listed\" is neither true nor false");
        assert_eq!(with("created", json!(-1)), "\"created\" is not a whole number below 2^64");
        assert_eq!(with("entries", json!([{ "at": 1 }])), "entry 0: nothing happens in it");
        assert_eq!(
            with("entries", json!([{ "at": 1, "offer": 2 }])),
            "entry 0: \"offer\" is not a seat: 0 or 1"
        );
        assert_eq!(
            with("entries", json!([{ "at": 1, "choices": [-1] }])),
            "entry 0: \"choices\" is not a list of numbers below 2^32"
        );
    }
}
