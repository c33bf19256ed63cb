//! Every frame round-trips; any bytes are rejected or are the only encoding of a frame.

use ennead_game::{LabelSet, Outcome, Seat, Viewer};
use ennead_protocol::{
    ClientFrame, Code, End, Features, MAX_CLIENT_FRAME, MAX_CLOCK, ServerFrame, StateFrame, Status,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn seats() -> impl Strategy<Value = Seat> {
    prop_oneof![Just(Seat::FIRST), Just(Seat::SECOND)]
}

fn client_frames() -> impl Strategy<Value = ClientFrame> {
    prop_oneof![
        (any::<u32>(), vec(any::<u32>(), 1..20))
            .prop_map(|(ply, options)| ClientFrame::Choice { ply, options }),
        (any::<[u8; 8]>(), any::<Option<[u8; 16]>>(), any::<u8>()).prop_map(|(id, token, bits)| {
            ClientFrame::Open { id, token, features: Features::of(bits) }
        }),
        prop_oneof![
            Just(ClientFrame::Resign),
            Just(ClientFrame::Draw),
            Just(ClientFrame::Decline),
            Just(ClientFrame::Rematch),
            Just(ClientFrame::Explain),
            Just(ClientFrame::Takeback),
            Just(ClientFrame::DeclineTakeback),
        ],
        (any::<u32>(), vec(0..9u8, 0..1_000))
            .prop_map(|(budget, path)| ClientFrame::Look { budget, path }),
        (any::<u32>(), vec(any::<u8>(), 1..20))
            .prop_map(|(ply, labels)| ClientFrame::Labels { ply, labels }),
        (0..6u8, 0..9u8).prop_map(|(slot, column)| ClientFrame::Move003(slot << 4 | column)),
        Just(ClientFrame::Move003(0xff)),
    ]
}

fn statuses() -> impl Strategy<Value = Status> {
    let outcomes = prop_oneof![
        Just(None),
        Just(Some(Outcome::Draw)),
        seats().prop_map(|seat| Some(Outcome::Win(seat))),
    ];
    prop_oneof![
        Just(Status::Waiting),
        (seats(), proptest::option::of(seats()))
            .prop_map(|(turn, draw_offer)| Status::Running { turn, draw_offer }),
        (outcomes, 0..5u8)
            .prop_map(|(outcome, end)| Status::Over { outcome, end: End::of(end).unwrap() }),
    ]
}

fn states() -> impl Strategy<Value = StateFrame> {
    let viewers = prop_oneof![Just(Viewer::Spectator), seats().prop_map(Viewer::Seat)];
    let clocks = proptest::option::of([0..=MAX_CLOCK, 0..=MAX_CLOCK]);
    let labels = prop_oneof![
        any::<u64>().prop_map(LabelSet::from),
        (0..512u64).prop_map(LabelSet::from),
        vec(any::<u8>(), 0..40).prop_map(LabelSet::from_iter),
        (0..=256u32).prop_map(LabelSet::first),
    ];
    (
        any::<u32>(),
        viewers,
        statuses(),
        clocks,
        labels,
        vec(any::<u8>(), 0..300),
        vec(any::<u8>(), 0..100),
    )
        .prop_map(|(ply, viewer, status, clocks, labels, last, payload)| StateFrame {
            ply,
            viewer,
            status,
            clocks,
            labels,
            last,
            payload,
        })
}

fn server_frames() -> impl Strategy<Value = ServerFrame> {
    prop_oneof![
        states().prop_map(ServerFrame::State),
        (any::<u32>(), vec(any::<u8>(), 0..100))
            .prop_map(|(ply, payload)| ServerFrame::Detail { ply, payload }),
        any::<[u8; 8]>().prop_map(|id| ServerFrame::Next { id }),
        (1..24u8, any::<String>()).prop_map(|(code, message)| ServerFrame::Error {
            code: Code::of(code).unwrap(),
            message
        }),
        any::<u32>().prop_map(|seconds| ServerFrame::Bye { seconds }),
        (any::<u32>(), vec(any::<String>(), 0..10)).prop_map(|(first, lines)| {
            let lines = lines.into_iter().map(Into::into).collect();
            ServerFrame::Moves { first, lines }
        }),
        (any::<u32>(), any::<String>())
            .prop_map(|(ply, json)| ServerFrame::Explanation { ply, json }),
        proptest::option::of(seats()).prop_map(|asks| ServerFrame::Takeback { asks }),
    ]
}

fn only_encoding(bytes: &[u8]) {
    if let Ok(frame) = ClientFrame::decode(bytes) {
        assert_eq!(frame.encode(), bytes);
    }
    if let Ok(frame) = ServerFrame::decode(bytes) {
        assert_eq!(frame.encode(), bytes);
    }
}

proptest! {
    #[test]
    fn client_frames_round_trip(frame in client_frames()) {
        prop_assert_eq!(ClientFrame::decode(&frame.encode()), Ok(frame));
    }

    #[test]
    fn server_frames_round_trip(frame in server_frames()) {
        prop_assert_eq!(ServerFrame::decode(&frame.encode()), Ok(frame));
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..40)) {
        only_encoding(&bytes);
    }

    #[test]
    fn damaged_frames(
        client in client_frames(),
        server in server_frames(),
        at in any::<prop::sample::Index>(),
        bit in 0..8,
    ) {
        for mut bytes in [client.encode(), server.encode()] {
            let at = at.index(bytes.len());
            bytes[at] ^= 1u8 << bit;
            only_encoding(&bytes);
            only_encoding(&bytes[..at]);
        }
    }

    #[test]
    fn a_state_needs_one_allocation(state in states()) {
        let mut bytes = Vec::with_capacity(state.encode().len());
        let (before, capacity) = (bytes.as_ptr(), bytes.capacity());
        state.encode_into(&mut bytes);
        prop_assert_eq!((bytes.as_ptr(), bytes.capacity()), (before, capacity));
    }
}

#[test]
fn every_short_message() {
    for first in 0..=255u8 {
        only_encoding(&[first]);
        for second in 0..=255u8 {
            only_encoding(&[first, second]);
            only_encoding(&[first, second, 0]);
        }
    }
}

/// Frames of 0.1 had at most 64 labels: their encoding is unchanged, and more labels take more
/// bytes.
#[test]
fn labels_take_as_few_bytes_as_they_need() {
    let state = |labels: LabelSet| StateFrame {
        ply: 0,
        viewer: Viewer::Seat(Seat::FIRST),
        status: Status::Running { turn: Seat::FIRST, draw_offer: None },
        clocks: None,
        labels,
        last: vec![],
        payload: vec![0xaa],
    };
    assert_eq!(state(LabelSet::EMPTY).encode(), [1, 0, 0, 0, 0, 0xaa]);
    assert_eq!(state(LabelSet::from(0x1ff)).encode(), [1, 0, 0, 2, 1, 0xff, 0, 0xaa]);
    let low = state(LabelSet::from(u64::MAX)).encode();
    assert_eq!(low, [&[1, 0, 0, 8][..], &[0xff; 8], &[0, 0xaa]].concat());
    let all = state(LabelSet::first(256));
    assert_eq!(all.encode(), [&[1, 0, 0, 32][..], &[0xff; 32], &[0, 0xaa]].concat());
    assert_eq!(ServerFrame::decode(&all.encode()), Ok(ServerFrame::State(all)));
}

/// A time beyond the range of three bytes is capped.
#[test]
fn long_clocks_are_capped() {
    let state = StateFrame {
        ply: 0,
        viewer: Viewer::Spectator,
        status: Status::Waiting,
        clocks: Some([u32::MAX, 1]),
        labels: LabelSet::EMPTY,
        last: vec![],
        payload: vec![],
    };
    let ServerFrame::State(read) = ServerFrame::decode(&state.encode()).unwrap() else {
        panic!("a state")
    };
    assert_eq!(read.clocks, Some([MAX_CLOCK, 1]));
}

#[test]
fn messages_about_client_frames() {
    let error = |bytes: &[u8]| ClientFrame::decode(bytes).unwrap_err().to_string();
    assert_eq!(error(&[]), "a frame has at least one byte (byte 0 of the frame)");
    assert_eq!(
        error(&[0; MAX_CLIENT_FRAME + 1]),
        "a frame has at most 4096 bytes, not 4097 (byte 4096 of the frame)"
    );
    assert_eq!(error(&[0xfa]), "no frame begins with 0xfa (byte 0 of the frame)");
    assert_eq!(error(&[0xe1, 0]), "no frame begins with 0xe1 (byte 0 of the frame)");
    assert_eq!(error(&[0x60]), "at least one option is wanted after the ply (byte 1 of the frame)");
    assert_eq!(
        error(&[0x1a]),
        "0x1a is not a move: slots are 0 to 5 (high half) and columns 0 to 8 (low half), \
         and 0xff passes (byte 0 of the frame)"
    );
    assert_eq!(
        error(&[3, 0xf0]),
        "no number begins with 0xf0: expected 0x00 to 0xe0 (byte 1 of the frame)"
    );
    assert_eq!(error(&[3, 1, 0xc0]), "a number is cut off (byte 2 of the frame)");
    assert_eq!(
        error(&[0xf0; 12]),
        "the frame is cut off: 13 more byte(s) wanted (byte 12 of the frame)"
    );
    assert_eq!(error(&[0xf0; 27]), "1 byte(s) too many (byte 26 of the frame)");
    assert_eq!(
        error(&[0xf0, 1, 2, 3, 4, 5, 6, 7, 8, 0]),
        "a byte of features names at least one; without any, leave it out (byte 9 of the frame)"
    );
    assert_eq!(error(&[0xf1, 0]), "1 byte(s) too many (byte 1 of the frame)");
    assert_eq!(
        error(&[0xf6, 4]),
        "at least one label is wanted after the ply (byte 2 of the frame)"
    );
    assert_eq!(
        error(&[0xf5, 4, 0xe0, 0xff, 0xff, 0xff, 0xff, 1]),
        "the frame is cut off: 4294967294 more byte(s) wanted (byte 8 of the frame)"
    );
}

#[test]
fn messages_about_server_frames() {
    let error = |bytes: &[u8]| ServerFrame::decode(bytes).unwrap_err().to_string();
    assert_eq!(error(&[]), "a frame has at least one byte (byte 0 of the frame)");
    assert_eq!(error(&[1, 0, 3, 0, 0]), "3 is not a valid viewer (byte 2 of the frame)");
    assert_eq!(error(&[1, 0, 0x80, 0, 0]), "128 is not a valid turn byte (byte 2 of the frame)");
    assert_eq!(
        error(&[1, 0, 0x30, 0, 0]),
        "3 is not a valid draw-offering seat (byte 2 of the frame)"
    );
    assert_eq!(
        error(&[1, 0, 0x18, 0, 0]),
        "1 is not a valid draw-offering seat (byte 2 of the frame)"
    );
    assert_eq!(error(&[1, 0, 0x0c, 5, 0, 0]), "5 is not a valid end reason (byte 3 of the frame)");
    let labels = "labels take as few bytes as they need, and 32 at most";
    assert_eq!(error(&[1, 0, 0, 2, 0, 1, 0]), format!("{labels} (byte 5 of the frame)"));
    assert_eq!(error(&[1, 0, 0, 33, 0, 1, 0]), format!("{labels} (byte 3 of the frame)"));
    assert_eq!(error(&[3, 1]), "the frame is cut off: 7 more byte(s) wanted (byte 2 of the frame)");
    assert_eq!(error(&[4, 24]), "24 is not a valid error code (byte 1 of the frame)");
    assert_eq!(error(&[4, 1, b'a', 0xff]), "the message is not UTF-8 (byte 3 of the frame)");
    assert_eq!(error(&[6, 0, 1, 0xff]), "the message is not UTF-8 (byte 3 of the frame)");
    assert_eq!(
        error(&[6, 0, 3, b'a']),
        "the frame is cut off: 2 more byte(s) wanted (byte 4 of the frame)"
    );
}
