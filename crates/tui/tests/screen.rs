//! The screen with the real games, without a terminal: events in, pictures out, bots that respond
//! immediately.

use ennead_game::{AnyMatch, Options, Seat, Viewer};
use ennead_search::Level;
use ennead_tui::testing::{HeadlessScreen, buffer_text};
use ennead_tui::{Config, PlayableGame};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

fn games() -> Vec<PlayableGame> {
    vec![
        ennead_ttt::GAME.playable(),
        ennead_nested::GAME.playable(),
        ennead_schotten::GAME.playable(),
        ennead_connect::GAME.playable(),
    ]
}

fn game(id: &str) -> PlayableGame {
    games().into_iter().find(|game| game.id() == id).unwrap()
}

fn config(id: &str, opponent: &str) -> Config {
    let (game, opponent) = (Some(id.into()), opponent.into());
    Config { game, opponent, seed: Some(7), ..Config::new(games()) }
}

fn open(config: &Config, size: (u16, u16)) -> HeadlessScreen {
    HeadlessScreen::new(config, size).unwrap()
}

fn play(id: &str, opponent: &str) -> HeadlessScreen {
    open(&config(id, opponent), (100, 40))
}

/// Shows a match from its first seat.
fn of_match(id: &str, play: Box<dyn AnyMatch>) -> HeadlessScreen {
    HeadlessScreen::of_match(game(id), Seat::FIRST, play, (100, 40)).unwrap()
}

fn shows(screen: &mut HeadlessScreen, text: &str) -> bool {
    let shown = screen.text();
    assert!(shown.contains(text), "no {text:?} in\n{shown}");
    true
}

#[test]
fn the_start_screen_lists_games_and_their_options() {
    let mut screen = open(&Config { seed: Some(1), ..Config::new(games()) }, (60, 24));
    assert!(
        shows(&mut screen, "▸ Tic-tac-toe")
            && shows(&mut screen, "  Nested tic-tac-toe")
            && shows(&mut screen, "  Schotten Totten")
    );
    assert!(!screen.text().contains("depth"));
    screen.key(KeyCode::Down);
    assert!(shows(&mut screen, "▸ Nested tic-tac-toe") && shows(&mut screen, "depth       ‹ 2 ›"));
    screen.key(KeyCode::Right);
    screen.keys("5");
    assert!(shows(&mut screen, "depth       ‹ 25 ›") && shows(&mut screen, "levels of grids"));
    screen.key(KeyCode::Backspace);
    screen.key(KeyCode::Right);
    assert!(shows(&mut screen, "depth       ‹ 3 ›"));
    screen.key(KeyCode::Up);
    assert!(shows(&mut screen, "▸ Nested tic-tac-toe"), "the way back leads to the chosen game");
    screen.key(KeyCode::Enter);
    screen.key(KeyCode::Enter);
    assert!(shows(&mut screen, "you are X against level 3"));
}

#[test]
fn the_start_screen_says_how_strong_a_level_is() {
    let mut screen = open(&Config { game: None, ..config("ttt", "level1") }, (100, 30));
    for game in games() {
        screen.key(KeyCode::Tab);
        game.game.setup_options().iter().for_each(|_| screen.key(KeyCode::Down));
        for level in Level::ALL {
            let (elo, anchor) = (game.bots.rating(level).unwrap(), game.bots.anchor().unwrap());
            shows(&mut screen, &format!("{} · Elo {elo:+} over {anchor}", level.about()));
            screen.key(KeyCode::Right);
        }
        assert!(!screen.text().contains("Elo"), "the random bot has no rating");
        (0..Level::ALL.len()).for_each(|_| screen.key(KeyCode::Left));
        screen.key(KeyCode::Esc);
        screen.key(KeyCode::Down);
    }
}

#[test]
fn set_ups_that_do_not_exist_are_explained() {
    let options = Options::new().with("depth", "3");
    let mut screen = open(&Config { options, ..config("nested", "random") }, (80, 30));
    assert!(shows(&mut screen, "depth 3"));
    screen.keys("ny");
    [KeyCode::Up, KeyCode::Up, KeyCode::Up, KeyCode::Left]
        .into_iter()
        .for_each(|key| screen.key(key));
    assert!(shows(&mut screen, "depth       ‹ 3 ›") && shows(&mut screen, "rules       ‹ open ›"));
    screen.key(KeyCode::Enter);
    assert!(shows(&mut screen, "--rules cannot be"));
}

#[test]
fn a_whole_game_of_tic_tac_toe_by_digits() {
    let mut screen = play("ttt", "random");
    assert!(
        shows(&mut screen, "Tic-tac-toe · you are X against random")
            && shows(&mut screen, "Your turn.")
    );
    for square in "591234678".chars() {
        if screen.result().is_none() {
            screen.keys(&square.to_string());
        }
    }
    let result = screen.result().expect("nine squares end it");
    assert!(shows(&mut screen, result));
    assert!(
        shows(&mut screen, " Record ")
            && shows(&mut screen, "The record has ")
            && shows(&mut screen, "r rematch")
    );
    let record = screen.record().expect("it is kept for the end").to_string();
    assert!(shows(&mut screen, &record));
    screen.keys("r");
    assert_eq!(screen.seat(), Seat::SECOND);
    assert_eq!(screen.moves().len(), 1, "the bot has begun");
}

#[test]
fn taken_squares_are_rejected_with_the_reason() {
    let mut screen = play("ttt", "random");
    screen.keys("5");
    assert_eq!(screen.moves().len(), 2);
    screen.keys("5");
    assert!(shows(&mut screen, "5 cannot be played: square 5 is taken by X"));
}

#[test]
fn undo_goes_back_to_the_last_turn_of_the_person() {
    let mut screen = play("ttt", "random");
    screen.keys("u");
    assert!(shows(&mut screen, "There is nothing to take back."));
    screen.keys("5");
    screen.keys("u");
    assert_eq!(screen.play().choices(), &[] as &[u32]);
    assert!(shows(&mut screen, "Taken back.") && screen.is_my_turn());
    let mut hidden = play("schotten", "random");
    let before = hidden.play().view(Viewer::Seat(Seat::FIRST));
    let dealt = hidden.play().choices().to_vec();
    hidden.keys("11u");
    assert!(shows(&mut hidden, "Taken back.") && hidden.is_my_turn());
    assert_eq!(hidden.play().view(Viewer::Seat(Seat::FIRST)), before, "the own hand stays");
    assert_ne!(hidden.play().choices(), dealt, "other cards are dealt anew");
}

/// O has won grid 5 with its upper row.
#[test]
fn a_won_grid_can_be_opened() {
    let mut play = game("nested").game.start(&Options::new()).unwrap();
    for text in ["5.5", "5.1", "1.5", "5.2", "2.5", "5.3"] {
        let choices = play.choices_of(text).unwrap();
        choices.into_iter().for_each(|option| play.play(option).unwrap());
    }
    let mut screen = of_match("nested", play);
    assert!(shows(&mut screen, "you must play in grid 3"));
    for key in [KeyCode::Down, KeyCode::Left] {
        (0..3).for_each(|_| screen.key(key));
    }
    let before = screen.text();
    for key in [KeyCode::Char('+'), KeyCode::Enter] {
        screen.key(key);
        assert!(shows(&mut screen, "inside grid 5: O has it"));
        // Nothing can be played there.
        screen.keys("9");
        assert_eq!(screen.play().moves().len(), 6);
        screen.keys("-");
        assert!(shows(&mut screen, "the whole board"));
    }
    assert_eq!(screen.text().lines().count(), before.lines().count());
}

#[test]
fn resigning_and_leaving_ask_first() {
    let mut screen = play("ttt", "random");
    screen.keys("q");
    assert!(shows(&mut screen, "Quit in the middle of the game?"));
    screen.keys("n");
    assert!(!screen.is_over());
    screen.keys("r");
    assert!(shows(&mut screen, "Resign?"));
    screen.keys("y");
    assert_eq!(screen.result(), Some("You have resigned."));
    assert!(shows(&mut screen, "You have resigned."));
    screen.keys("q");
    assert!(screen.is_over(), "nothing is lost after the end");
}

#[test]
fn a_hint_names_a_move_that_can_be_made() {
    for entry in games() {
        let mut screen = play(entry.id(), "random");
        screen.keys("h");
        let shown = screen.text();
        let hint = shown
            .lines()
            .find_map(|line| line.trim().strip_prefix("Hint: "))
            .expect("there is a hint");
        let hint = hint.split(' ').next().unwrap();
        assert!(screen.play().choices_of(hint).is_ok(), "{}: {hint}", entry.id());
    }
}

/// Users must find the key without the help, and the rules in it.
#[test]
fn the_footer_names_undo_and_the_help_has_the_rules() {
    for (id, rule) in [("ttt", "Two players, nine squares"), ("schotten", "Two clans")] {
        let mut screen = play(id, "random");
        assert!(shows(&mut screen, " u undo "));
        screen.keys("?");
        for _ in 0..60 {
            if screen.text().contains(rule) {
                break;
            }
            screen.key(KeyCode::Down);
        }
        assert!(shows(&mut screen, rule));
    }
}

#[test]
fn the_help_lists_the_boards_own_keys() {
    for (id, words) in [
        ("ttt", "play on a square"),
        ("nested", "to the grid where"),
        ("schotten", "put the card back"),
        ("connect", "drop it into a column"),
    ] {
        let mut screen = play(id, "random");
        screen.keys("?");
        assert!(
            shows(&mut screen, " Help ")
                && shows(&mut screen, words)
                && shows(&mut screen, "take your last move back")
        );
        screen.keys("x");
        assert!(!screen.text().contains(" Help "));
    }
}

#[test]
fn a_click_plays_on_the_square_under_the_mouse() {
    let mut screen = play("ttt", "random");
    let shown = screen.text();
    let (row, line) =
        shown.lines().enumerate().find(|(_, line)| line.contains('8')).expect("square 8 is free");
    let column = line.chars().position(|c| c == '8').unwrap();
    screen.click(column as u16, row as u16);
    assert_eq!(screen.moves()[0], "8");
}

#[test]
fn small_windows_ask_for_more_room() {
    let mut screen = play("schotten", "random");
    screen.event(Event::Resize(30, 10));
    assert!(shows(&mut screen, "Make the window larger"));
    screen.event(Event::Resize(56, 19));
    assert!(shows(&mut screen, "your hand"));
    screen.event(Event::Resize(1, 1));
    screen.text();
    screen.event(Event::Resize(0, 0));
}

#[test]
fn nested_games_zoom_in_and_out_and_jump_to_the_target() {
    let options = Options::new().with("depth", "3");
    let mut screen = open(&Config { options, ..config("nested", "random") }, (100, 40));
    assert!(shows(&mut screen, "the whole board (level 1 of 3)  you may play anywhere"));
    screen.keys("5");
    assert!(shows(&mut screen, "grid 5 (level 2 of 3)  you may play anywhere"));
    screen.keys("19");
    assert_eq!(screen.moves()[0], "5.1.9");
    // Two moves later the screen shows the target grid, and t returns to it.
    let sent = screen.moves()[1].clone();
    let target = &sent[2..];
    assert!(shows(&mut screen, &format!("you must play in grid {target}")));
    screen.keys("-");
    assert!(shows(&mut screen, "the whole board (level 1 of 3)"));
    screen.keys("t");
    assert!(shows(
        &mut screen,
        &format!("grid {} (level 2 of 3)  you must play in grid {target}", &target[..1])
    ));
    screen.keys("+");
    assert!(shows(
        &mut screen,
        &format!("grid {target} (level 3 of 3)  you must play in grid {target}")
    ));
}

#[test]
fn a_game_of_depth_1000_is_playable() {
    let options = Options::new().with("depth", "1000");
    let mut screen = open(&Config { options, ..config("nested", "random") }, (100, 40));
    screen.keys("t5");
    screen.keys("5");
    assert_eq!(screen.moves().len(), 2, "{}", screen.text());
    assert!(shows(&mut screen, "(level 999 of 1000)  you must play in grid "));
}

#[test]
fn decided_grids_are_one_large_mark() {
    let mut play = game("nested").game.start(&Options::new()).unwrap();
    for mv in ["1.1", "1.5", "5.1", "1.2", "2.1", "1.8"] {
        let choices = play.choices_of(mv).unwrap();
        choices.into_iter().for_each(|option| play.play(option).unwrap());
    }
    let shown = of_match("nested", play).text();
    assert!(shown.contains("██   ██"), "{shown}");
}

/// A deal in which the first seat's hand is fixed and `rest` chooses everything else.
fn deal(rest: fn(u32) -> u32) -> Box<dyn AnyMatch> {
    let mut play = game("schotten").game.start(&Options::new()).unwrap();
    for card in 0..54 {
        let option = if card < 6 { 3 } else { rest(play.options()) };
        play.play(option).unwrap();
    }
    play
}

/// Neither the second seat's hand nor the deck can be inferred from the screen.
#[test]
fn the_screen_shows_nothing_that_is_hidden() {
    let screens: Vec<Buffer> =
        [deal(|_| 0), deal(|options| options - 1), deal(|options| options / 2)]
            .into_iter()
            .map(|play| of_match("schotten", play).buffer())
            .collect();
    assert_eq!(screens[0], screens[1]);
    assert_eq!(screens[0], screens[2]);
    assert!(buffer_text(&screens[0]).contains("schotten.hand 48"));
}

#[test]
fn cards_are_picked_and_placed() {
    let mut screen = play("schotten", "random");
    screen.key(KeyCode::Enter);
    assert!(shows(&mut screen, "pick a stone"));
    screen.key(KeyCode::Esc);
    assert!(shows(&mut screen, "pick a card"));
    screen.keys("3");
    screen.keys("4");
    assert_eq!(screen.moves().len(), 2);
    screen.key(KeyCode::Up);
    assert!(shows(&mut screen, "you: 1 of three cards at stone 4"), "{}", screen.text());
}

#[test]
fn a_whole_game_of_schotten_totten_by_keys() {
    let mut screen = play("schotten", "random");
    for turn in 0..200 {
        if screen.result().is_some() {
            break;
        }
        screen.key(KeyCode::Enter);
        for stone in 0..9 {
            screen.keys(&((turn + stone) % 9 + 1).to_string());
            if screen.result().is_some() || !screen.text().contains("pick a stone") {
                break;
            }
        }
    }
    assert!(screen.result().is_some(), "{}", screen.text());
    assert!(shows(&mut screen, "The record has "));
}

#[test]
fn discs_drop_and_stones_stay_where_they_are_placed() {
    let mut screen = play("connect", "random");
    screen.keys("4");
    assert_eq!(screen.moves()[0], "4");
    let options = Options::new().with("width", "3").with("height", "3").with("line", "3");
    let options = options.with("gravity", "off");
    let mut screen = open(&Config { options, ..config("connect", "random") }, (100, 40));
    screen.key(KeyCode::Up);
    screen.key(KeyCode::Enter);
    assert_eq!(screen.moves()[0], "b3");
}

#[test]
fn every_board_draws_in_its_smallest_size() {
    for game in games() {
        let mut play = game.game.start(&Options::new()).unwrap();
        play.deal(&mut ennead_game::SplitMix64::new(1));
        let mut screen = of_match(game.id(), play);
        let (width, height) = screen.min_size();
        screen.event(Event::Resize(width, height));
        let shown = screen.text();
        assert!(shown.contains("Your turn."), "{}:\n{shown}", game.id());
    }
}

fn any_key() -> impl Strategy<Value = KeyCode> {
    let keys = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Backspace,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::F(1),
    ];
    prop_oneof![
        4 => prop::sample::select(keys.to_vec()),
        4 => prop::char::range('0', '9').prop_map(KeyCode::Char),
        2 => prop::sample::select(b"hurntyq?+- ".to_vec())
            .prop_map(|key| KeyCode::Char(key.into())),
        1 => any::<char>().prop_map(KeyCode::Char),
    ]
}

fn any_event() -> impl Strategy<Value = Event> {
    let kinds = vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
        MouseEventKind::Moved,
    ];
    prop_oneof![
        12 => any_key().prop_map(|key| Event::Key(KeyEvent::new(key, KeyModifiers::NONE))),
        5 => (prop::sample::select(kinds), 0..130u16, 0..60u16).prop_map(|(kind, column, row)| {
            Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }),
        1 => (0..130u16, 0..60u16).prop_map(|(width, height)| Event::Resize(width, height)),
        1 => Just(Event::Resize(100, 40)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_keys_or_clicks_panic(
        which in 0..games().len() + 1,
        second in any::<bool>(),
        events in prop::collection::vec(any_event(), 0..80),
    ) {
        let config = Config {
            game: games().get(which).map(|game| game.id().into()),
            opponent: "random".into(),
            seat: if second { Seat::SECOND } else { Seat::FIRST },
            seed: Some(3),
            ..Config::new(games())
        };
        let mut screen = open(&config, (100, 40));
        for event in events {
            screen.event(event);
            screen.tick();
            screen.text();
        }
    }
}

/// A whole game by keys, and its review: a line per move, and the accuracies.
#[test]
fn a_finished_game_is_reviewed() {
    let mut screen = play("ttt", "random");
    screen.keys("v");
    assert!(!screen.text().contains("looking for mistakes"), "the game goes on");
    screen.keys("519234678519234678");
    assert!(screen.result().is_some(), "{}", screen.text());
    let count = screen.moves().len();
    screen.keys("v");
    let began = std::time::Instant::now();
    while !screen.text().contains(" Review ") {
        assert!(began.elapsed().as_secs() < 60, "{}", screen.text());
        std::thread::sleep(std::time::Duration::from_millis(5));
        screen.tick();
    }
    assert!(shows(&mut screen, "Accuracy: X "));
    assert!(shows(&mut screen, &format!("{count}  ")));
    screen.keys("x");
    assert!(!screen.text().contains(" Review "));
    screen.keys("?");
    assert!(shows(&mut screen, "Help"));
}
