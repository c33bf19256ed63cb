//! `vectors/frames.csv` agrees with the code.
//!
//! `WRITE_VECTORS=1 cargo test -p ennead-protocol --test vectors` regenerates the file.

use std::fmt::Write;
use std::path::PathBuf;

use ennead_game::{LabelSet, Outcome, Seat, Viewer};
use ennead_protocol::{ClientFrame, Code, End, Features, ServerFrame, StateFrame, Status};

const ID: [u8; 8] = [0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77];
const TOKEN: [u8; 16] = [0xa5; 16];

fn open(token: Option<[u8; 16]>, features: Features) -> ClientFrame {
    ClientFrame::Open { id: ID, token, features }
}

fn client_frames() -> Vec<(&'static str, ClientFrame)> {
    vec![
        ("choice", ClientFrame::Choice { ply: 0, options: vec![4] }),
        ("choice", ClientFrame::Choice { ply: 191, options: vec![0, 8] }),
        ("choice", ClientFrame::Choice { ply: 192, options: vec![1] }),
        ("choice", ClientFrame::Choice { ply: 8_383, options: vec![191, 192] }),
        ("choice", ClientFrame::Choice { ply: 8_384, options: vec![0] }),
        ("open", open(Some(TOKEN), Features::NONE)),
        ("open", open(None, Features::NONE)),
        ("open", open(Some(TOKEN), Features::MOVES)),
        ("open", open(None, Features::MOVES)),
        ("open", open(Some(TOKEN), Features::MOVES | Features::TAKEBACKS)),
        ("resign", ClientFrame::Resign),
        ("draw", ClientFrame::Draw),
        ("decline", ClientFrame::Decline),
        ("rematch", ClientFrame::Rematch),
        ("look", ClientFrame::Look { budget: 512, path: vec![] }),
        ("look", ClientFrame::Look { budget: 4_096, path: vec![0, 8, 4] }),
        ("labels", ClientFrame::Labels { ply: 56, labels: vec![2, 7] }),
        ("explain", ClientFrame::Explain),
        ("takeback", ClientFrame::Takeback),
        ("decline_takeback", ClientFrame::DeclineTakeback),
        ("move003", ClientFrame::Move003(0x13)),
        ("move003", ClientFrame::Move003(0xff)),
    ]
}

fn states() -> Vec<StateFrame> {
    let [first, second] = Seat::BOTH;
    let start = StateFrame {
        ply: 0,
        viewer: Viewer::Seat(first),
        status: Status::Running { turn: first, draw_offer: None },
        clocks: None,
        labels: LabelSet::from(0b1_1111_1111),
        last: vec![],
        payload: vec![0; 4],
    };
    let over = |outcome, end| Status::Over { outcome, end };
    let ended = StateFrame {
        ply: 5,
        labels: LabelSet::EMPTY,
        last: vec![2],
        payload: vec![0x56, 0x80, 0x00, 0x80],
        ..start.clone()
    };
    vec![
        start.clone(),
        StateFrame { viewer: Viewer::Seat(second), labels: LabelSet::EMPTY, ..start.clone() },
        StateFrame {
            ply: 300,
            viewer: Viewer::Seat(second),
            status: Status::Running { turn: second, draw_offer: Some(first) },
            clocks: Some([30_000, 29_999]),
            labels: LabelSet::from(0b1_0000_0000),
            last: vec![0, 8],
            payload: vec![0xfe, 0xed],
        },
        StateFrame {
            viewer: Viewer::Spectator,
            status: Status::Waiting,
            labels: LabelSet::EMPTY,
            ..start.clone()
        },
        StateFrame { status: over(Some(Outcome::Win(first)), End::Rules), ..ended.clone() },
        StateFrame {
            status: over(Some(Outcome::Win(second)), End::Time),
            clocks: Some([0, 0xff_ffff]),
            ..ended.clone()
        },
        StateFrame { status: over(Some(Outcome::Win(second)), End::Resigned), ..ended.clone() },
        StateFrame { status: over(Some(Outcome::Draw), End::Agreed), ..ended.clone() },
        StateFrame { status: over(None, End::Abandoned), ..ended },
    ]
}

fn server_frames() -> Vec<(&'static str, ServerFrame)> {
    let mut frames: Vec<_> =
        states().into_iter().map(|state| ("state", ServerFrame::State(state))).collect();
    frames.extend([
        (
            "detail",
            ServerFrame::Detail { ply: 7, payload: vec![1, 0, 0, 0, 0x20, 0x04, 0x00, 0x40] },
        ),
        ("next", ServerFrame::Next { id: ID }),
        (
            "error",
            ServerFrame::Error { code: Code::NotYourTurn, message: "it is not your turn".into() },
        ),
        ("bye", ServerFrame::Bye { seconds: 2 }),
        ("moves", ServerFrame::Moves { first: 0, lines: vec![] }),
        ("moves", ServerFrame::Moves { first: 0, lines: vec!["5".into(), "1".into()] }),
        ("moves", ServerFrame::Moves { first: 300, lines: vec!["X: 1.8.3 – Ü".into()] }),
        ("explanation", ServerFrame::Explanation { ply: 56, json: r#"{"stones": []}"#.into() }),
        ("takeback", ServerFrame::Takeback { asks: None }),
        ("takeback", ServerFrame::Takeback { asks: Some(Seat::SECOND) }),
    ]);
    frames
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(".")
}

fn client_meaning(frame: &ClientFrame) -> String {
    match frame {
        ClientFrame::Choice { ply, options } => format!("ply={ply} options={}", list(options)),
        ClientFrame::Open { id, token, features } => {
            let token = token.map_or_else(|| "none".into(), |token| hex(&token));
            let features = match features.bits() {
                0 => String::new(),
                bits => format!(" features={bits}"),
            };
            format!("id={} token={token}{features}", hex(id))
        }
        ClientFrame::Look { budget, path } => format!("budget={budget} path={}", list(path)),
        ClientFrame::Labels { ply, labels } => format!("ply={ply} labels={}", list(labels)),
        ClientFrame::Move003(0xff) => "pass=yes".into(),
        ClientFrame::Move003(byte) => format!("slot={} column={}", byte >> 4, byte & 15),
        ClientFrame::Resign
        | ClientFrame::Draw
        | ClientFrame::Decline
        | ClientFrame::Rematch
        | ClientFrame::Explain
        | ClientFrame::Takeback
        | ClientFrame::DeclineTakeback => String::new(),
    }
}

fn state_meaning(state: &StateFrame) -> String {
    let seat = |seat: Option<Seat>| seat.map_or_else(|| "none".into(), |seat| seat.0.to_string());
    let you = match state.viewer {
        Viewer::Seat(seat) => seat.0.to_string(),
        Viewer::Spectator => "spectator".into(),
    };
    let status = match state.status {
        Status::Waiting => "turn=waiting".into(),
        Status::Running { turn, draw_offer } => {
            format!("turn={} draw_offer={}", turn.0, seat(draw_offer))
        }
        Status::Over { outcome, end } => {
            let outcome = match outcome {
                Some(Outcome::Win(seat)) => seat.0.to_string(),
                Some(Outcome::Draw) => "draw".into(),
                None => "nobody".into(),
            };
            format!("turn=over outcome={outcome} end={}", end.name())
        }
    };
    let clocks = state.clocks.map_or_else(|| "none".into(), |clocks| list(&clocks));
    let labels: Vec<u8> = state.labels.iter().collect();
    format!(
        "ply={} you={you} {status} clocks={clocks} labels={} last={} feed={}",
        state.ply,
        list(&labels),
        list(&state.last),
        hex(&state.payload)
    )
}

fn server_meaning(frame: &ServerFrame) -> String {
    match frame {
        ServerFrame::State(state) => state_meaning(state),
        ServerFrame::Detail { ply, payload } => format!("ply={ply} feed={}", hex(payload)),
        ServerFrame::Next { id } => format!("id={}", hex(id)),
        ServerFrame::Error { code, message } => format!("code={code} message={message}"),
        ServerFrame::Bye { seconds } => format!("seconds={seconds}"),
        // Text runs to the end of the line, so it may contain spaces.
        ServerFrame::Moves { first, lines } => {
            format!("first={first} count={} message={}", lines.len(), lines.join("|"))
        }
        ServerFrame::Explanation { ply, json } => format!("ply={ply} message={json}"),
        ServerFrame::Takeback { asks } => {
            format!("asks={}", asks.map_or_else(|| "none".into(), |seat| seat.0.to_string()))
        }
    }
}

fn vectors() -> String {
    let mut text = String::from("direction,name,hex,meaning\n");
    for (name, frame) in client_frames() {
        let _ = writeln!(text, "client,{name},{},{}", hex(&frame.encode()), client_meaning(&frame));
    }
    for (name, frame) in server_frames() {
        let _ = writeln!(text, "server,{name},{},{}", hex(&frame.encode()), server_meaning(&frame));
    }
    text
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vectors/frames.csv")
}

#[test]
fn vectors_match_the_code() {
    if std::env::var_os("WRITE_VECTORS").is_some() {
        std::fs::write(file(), vectors()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file()).unwrap(), vectors());
}

#[test]
fn vectors_decode() {
    for (name, frame) in client_frames() {
        assert_eq!(ClientFrame::decode(&frame.encode()), Ok(frame), "{name}");
    }
    for (name, frame) in server_frames() {
        assert_eq!(ServerFrame::decode(&frame.encode()), Ok(frame), "{name}");
    }
}
