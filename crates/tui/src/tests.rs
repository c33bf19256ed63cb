//! The screen without a terminal: events in, pictures out, bots answering at once.

use ennead_bots::Budget;
use ennead_game::{AnyMatch, Options, Seat};
use ennead_registry::{GAMES, game};
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use crate::Config;
use crate::app::{App, Event};
use crate::board::{self, Reply};
use crate::session::{Ending, Plan, Session};
use crate::table::Table;
use crate::thinker::{Bots, Question};

/// The state with bots that answer as soon as they are asked.
struct Desk {
    app: App,
    bots: Bots,
    size: (u16, u16),
}

impl Desk {
    fn new(config: &Config, size: (u16, u16)) -> Desk {
        let (app, question) = App::new(config).unwrap();
        let mut desk = Desk { app, bots: Bots::new(1, |_| Budget::nodes(20)), size };
        desk.screen();
        desk.answer(question);
        desk
    }

    fn at(id: &str, opponent: &str) -> Desk {
        Desk::new(&config(id, opponent), (100, 40))
    }

    fn answer(&mut self, mut question: Option<Question>) {
        while let Some(asked) = question {
            let answer = self.bots.answer(asked);
            question = self.app.update(Event::Answer(answer));
        }
    }

    fn event(&mut self, event: Event) {
        if let Event::Input(Input::Resize(width, height)) = event {
            self.size = (width, height);
        }
        let question = self.app.update(event);
        self.answer(question);
    }

    fn key(&mut self, code: KeyCode) {
        self.event(Event::Input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))));
    }

    fn keys(&mut self, text: &str) {
        text.chars().for_each(|key| self.key(KeyCode::Char(key)));
    }

    fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.event(Event::Input(Input::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })));
    }

    fn screen(&mut self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        terminal.draw(|frame| self.app.render(frame)).unwrap();
        text(terminal.backend().buffer())
    }

    fn shows(&mut self, text: &str) -> bool {
        let screen = self.screen();
        assert!(screen.contains(text), "no {text:?} in\n{screen}");
        true
    }

    fn table(&self) -> &Table {
        self.app.table().expect("a game is on")
    }
}

fn config(id: &str, opponent: &str) -> Config {
    Config { game: game(id), opponent: opponent.into(), seed: Some(7), ..Config::default() }
}

fn text(buffer: &Buffer) -> String {
    let row = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| format!("{}\n", row(y).trim_end())).collect()
}

#[test]
fn the_start_screen_lists_games_and_their_options() {
    let mut desk = Desk::new(&Config { seed: Some(1), ..Config::default() }, (60, 24));
    assert!(
        desk.shows("▸ Tic-tac-toe") && desk.shows("  Nested tic-tac-toe") && desk.shows("  Schotten Totten")
    );
    assert!(!desk.screen().contains("depth"));
    desk.key(KeyCode::Down);
    assert!(desk.shows("▸ Nested tic-tac-toe") && desk.shows("depth       ‹ 2 ›"));
    desk.key(KeyCode::Right);
    desk.keys("5");
    assert!(desk.shows("depth       ‹ 25 ›") && desk.shows("levels of grids"));
    desk.key(KeyCode::Backspace);
    desk.key(KeyCode::Right);
    assert!(desk.shows("depth       ‹ 3 ›"));
    desk.key(KeyCode::Up);
    assert!(desk.shows("▸ Nested tic-tac-toe"), "the way back leads to the chosen game");
    desk.key(KeyCode::Enter);
    desk.key(KeyCode::Enter);
    assert!(desk.shows("you are X against level 3"));
}

#[test]
fn set_ups_that_do_not_exist_are_explained() {
    let options = Options::new().with("depth", "3");
    let mut desk = Desk::new(&Config { options, ..config("nested", "random") }, (80, 30));
    assert!(desk.shows("depth 3"));
    desk.keys("ny");
    [KeyCode::Up, KeyCode::Up, KeyCode::Up, KeyCode::Left].into_iter().for_each(|key| desk.key(key));
    assert!(desk.shows("depth       ‹ 3 ›") && desk.shows("rules       ‹ open ›"));
    desk.key(KeyCode::Enter);
    assert!(desk.shows("--rules cannot be"));
}

#[test]
fn a_whole_game_of_tic_tac_toe_by_digits() {
    let mut desk = Desk::at("ttt", "random");
    assert!(desk.shows("Tic-tac-toe · you are X against random") && desk.shows("Your turn."));
    for square in "591234678".chars() {
        if desk.table().session.ending().is_none() {
            desk.keys(&square.to_string());
        }
    }
    let ending = desk.table().session.ending().expect("nine squares end it");
    assert!(desk.shows(crate::words::ending(ending)));
    assert!(desk.shows(" Record ") && desk.shows("The record has ") && desk.shows("r rematch"));
    let record = desk.app.record().expect("it is kept for the end").to_string();
    assert!(desk.shows(&record));
    desk.keys("r");
    assert_eq!(desk.table().session.seat(), Seat::SECOND);
    assert_eq!(desk.table().moves.len(), 1, "the bot has begun");
}

#[test]
fn taken_squares_are_refused_with_the_reason() {
    let mut desk = Desk::at("ttt", "random");
    desk.keys("5");
    assert_eq!(desk.table().moves.len(), 2);
    desk.keys("5");
    assert!(desk.shows("5 cannot be played: square 5 is taken by X"));
}

#[test]
fn undo_goes_back_to_the_last_turn_of_the_person() {
    let mut desk = Desk::at("ttt", "random");
    desk.keys("u");
    assert!(desk.shows("There is nothing to take back."));
    desk.keys("5");
    desk.keys("u");
    assert_eq!(desk.table().session.play().choices(), &[] as &[u32]);
    assert!(desk.shows("Taken back.") && desk.table().session.is_mine());
    let mut hidden = Desk::at("schotten", "random");
    hidden.keys("00u");
    assert!(hidden.shows("Nothing can be taken back in a game with hidden cards."));
}

#[test]
fn resigning_and_leaving_ask_first() {
    let mut desk = Desk::at("ttt", "random");
    desk.keys("q");
    assert!(desk.shows("Quit in the middle of the game?"));
    desk.keys("n");
    assert!(!desk.app.is_over());
    desk.keys("r");
    assert!(desk.shows("Resign?"));
    desk.keys("y");
    assert_eq!(desk.table().session.ending(), Some(Ending::Resigned));
    assert!(desk.shows("You have resigned."));
    desk.keys("q");
    assert!(desk.app.is_over(), "nothing is lost after the end");
}

#[test]
fn a_hint_names_a_move_that_can_be_made() {
    for entry in GAMES {
        let mut desk = Desk::at(entry.id(), "random");
        desk.keys("h");
        let screen = desk.screen();
        let hint =
            screen.lines().find_map(|line| line.trim().strip_prefix("Hint: ")).expect("there is a hint");
        let hint = hint.split(' ').next().unwrap();
        assert!(desk.table().session.play().choices_of(hint).is_ok(), "{}: {hint}", entry.id());
    }
}

#[test]
fn the_help_lists_the_boards_own_keys() {
    for (id, words) in
        [("ttt", "play on a square"), ("nested", "to the grid where"), ("schotten", "put the card back")]
    {
        let mut desk = Desk::at(id, "random");
        desk.keys("?");
        assert!(desk.shows(" Help ") && desk.shows(words) && desk.shows("take your last move back"));
        desk.keys("x");
        assert!(!desk.screen().contains(" Help "));
    }
}

#[test]
fn a_click_plays_on_the_square_under_the_mouse() {
    let mut desk = Desk::at("ttt", "random");
    let screen = desk.screen();
    let (row, line) =
        screen.lines().enumerate().find(|(_, line)| line.contains('8')).expect("square 8 is free");
    let column = line.chars().position(|c| c == '8').unwrap();
    desk.click(column as u16, row as u16);
    assert_eq!(desk.table().moves[0], "8");
}

#[test]
fn small_windows_ask_for_more_room() {
    let mut desk = Desk::at("schotten", "random");
    desk.event(Event::Input(Input::Resize(30, 10)));
    assert!(desk.shows("Make the window larger"));
    desk.event(Event::Input(Input::Resize(56, 19)));
    assert!(desk.shows("your hand"));
    desk.event(Event::Input(Input::Resize(1, 1)));
    desk.screen();
    desk.event(Event::Input(Input::Resize(0, 0)));
}

#[test]
fn nested_games_zoom_in_and_out_and_jump_to_the_target() {
    let options = Options::new().with("depth", "3");
    let mut desk = Desk::new(&Config { options, ..config("nested", "random") }, (100, 40));
    assert!(desk.shows("the whole board (level 1 of 3)  you may play anywhere"));
    desk.keys("5");
    assert!(desk.shows("grid 5 (level 2 of 3)  you may play anywhere"));
    desk.keys("19");
    assert_eq!(desk.table().moves[0], "5.1.9");
    // Two moves later the screen shows where one is sent, and t comes back to it.
    let sent = desk.table().moves[1].clone();
    let target = &sent[2..];
    assert!(desk.shows(&format!("you must play in grid {target}")));
    desk.keys("-");
    assert!(desk.shows("the whole board (level 1 of 3)"));
    desk.keys("t");
    assert!(desk.shows(&format!("grid {} (level 2 of 3)  you must play in grid {target}", &target[..1])));
    desk.keys("+");
    assert!(desk.shows(&format!("grid {target} (level 3 of 3)  you must play in grid {target}")));
}

#[test]
fn a_game_of_depth_1000_is_playable() {
    let options = Options::new().with("depth", "1000");
    let mut desk = Desk::new(&Config { options, ..config("nested", "random") }, (100, 40));
    desk.keys("t5");
    desk.keys("5");
    assert_eq!(desk.table().moves.len(), 2, "{}", desk.screen());
    assert!(desk.shows("(level 999 of 1000)  you must play in grid "));
}

#[test]
fn decided_grids_are_one_large_mark() {
    let plan = plan("nested");
    let mut play = plan.game.start(&plan.options).unwrap();
    for mv in ["1.1", "1.5", "5.1", "1.2", "2.1", "1.8"] {
        let choices = play.choices_of(mv).unwrap();
        choices.into_iter().for_each(|option| play.play(option).unwrap());
    }
    let table = Table::new(Session::of_match(plan, play));
    let mut terminal = Terminal::new(TestBackend::new(100, 40)).unwrap();
    terminal.draw(|frame| table.render(frame.area(), frame.buffer_mut())).unwrap();
    let screen = text(terminal.backend().buffer());
    assert!(screen.contains("██   ██"), "{screen}");
}

fn plan(id: &str) -> Plan {
    Plan { game: game(id).unwrap(), options: Options::new(), opponent: "random".into(), seat: Seat::FIRST }
}

/// A deal with the first seat's hand always the same and everything else as `rest` chooses.
fn deal(rest: fn(u32) -> u32) -> Box<dyn AnyMatch> {
    let plan = plan("schotten");
    let mut play = plan.game.start(&plan.options).unwrap();
    for card in 0..54 {
        let option = if card < 6 { 3 } else { rest(play.options()) };
        play.play(option).unwrap();
    }
    play
}

/// What the second seat holds and what the deck has cannot be told from the screen.
#[test]
fn the_screen_shows_nothing_that_is_hidden() {
    let screens: Vec<Buffer> = [deal(|_| 0), deal(|options| options - 1), deal(|options| options / 2)]
        .into_iter()
        .map(|play| {
            let table = Table::new(Session::of_match(plan("schotten"), play));
            let mut terminal = Terminal::new(TestBackend::new(100, 40)).unwrap();
            terminal.draw(|frame| table.render(frame.area(), frame.buffer_mut())).unwrap();
            terminal.backend().buffer().clone()
        })
        .collect();
    assert_eq!(screens[0], screens[1]);
    assert_eq!(screens[0], screens[2]);
    assert!(text(&screens[0]).contains("schotten.hand 48"));
}

#[test]
fn cards_are_picked_and_placed() {
    let mut desk = Desk::at("schotten", "random");
    desk.key(KeyCode::Enter);
    assert!(desk.shows("pick a stone"));
    desk.key(KeyCode::Esc);
    assert!(desk.shows("pick a card"));
    desk.keys("3");
    desk.keys("4");
    assert_eq!(desk.table().moves.len(), 2);
    desk.key(KeyCode::Up);
    assert!(desk.shows("you: 1 of three cards at stone 4"), "{}", desk.screen());
}

#[test]
fn a_whole_game_of_schotten_totten_by_keys() {
    let mut desk = Desk::at("schotten", "random");
    for turn in 0..200 {
        if desk.table().session.ending().is_some() {
            break;
        }
        desk.key(KeyCode::Enter);
        for stone in 0..9 {
            desk.keys(&((turn + stone) % 9).to_string());
            if desk.table().session.ending().is_some() || !desk.screen().contains("pick a stone") {
                break;
            }
        }
    }
    assert!(desk.table().session.ending().is_some(), "{}", desk.screen());
    assert!(desk.shows("The record has "));
}

#[test]
fn a_game_without_a_board_is_a_list() {
    let session = Session::of_match(plan("ttt"), plan("ttt").game.start(&Options::new()).unwrap());
    let mut list = board::list_board();
    board::show(&mut *list, &session);
    assert_eq!(list.key(KeyCode::Down), Reply::Changed);
    assert_eq!(list.key(KeyCode::Enter), Reply::Choose(vec![1]));
    let area = Rect::new(0, 0, 20, 5);
    let mut buffer = Buffer::empty(area);
    list.draw(area, &mut buffer);
    assert_eq!(text(&buffer), " 1\n 2\n 3\n 4\n 5\n");
    assert_eq!(list.mouse(board::Mouse::Click, Position { x: 1, y: 2 }, area), Reply::Choose(vec![2]));
}

#[test]
fn every_board_draws_in_its_smallest_size() {
    for entry in GAMES {
        let table = Table::new(Session::of_match(plan(entry.id()), {
            let mut play = entry.start(&Options::new()).unwrap();
            play.deal(&mut ennead_game::SplitMix64::new(1));
            play
        }));
        let (width, height) = table.min_size();
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| table.render(frame.area(), frame.buffer_mut())).unwrap();
        let screen = text(terminal.backend().buffer());
        assert!(screen.contains("Your turn."), "{}:\n{screen}", entry.id());
    }
}

#[test]
fn answers_that_nobody_waits_for_are_passed_over() {
    let mut desk = Desk::at("ttt", "random");
    desk.keys("5");
    let before = desk.table().session.play().choices().to_vec();
    let stale = crate::thinker::Answer {
        ticket: 1,
        line: Ok(crate::thinker::Line { choices: vec![0], worth: None }),
    };
    desk.event(Event::Answer(stale));
    assert_eq!(desk.table().session.play().choices(), before);
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
        2 => prop::sample::select("hurntyq?+- ".chars().collect::<Vec<_>>()).prop_map(KeyCode::Char),
        1 => any::<char>().prop_map(KeyCode::Char),
    ]
}

fn any_event() -> impl Strategy<Value = Input> {
    let kinds = vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
        MouseEventKind::Moved,
    ];
    prop_oneof![
        12 => any_key().prop_map(|key| Input::Key(KeyEvent::new(key, KeyModifiers::NONE))),
        5 => (prop::sample::select(kinds), 0..130u16, 0..60u16).prop_map(|(kind, column, row)| {
            Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }),
        1 => (0..130u16, 0..60u16).prop_map(|(width, height)| Input::Resize(width, height)),
        1 => Just(Input::Resize(100, 40)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_keys_or_clicks_panic(
        which in 0..GAMES.len() + 1,
        second in any::<bool>(),
        events in prop::collection::vec(any_event(), 0..80),
    ) {
        let config = Config {
            game: GAMES.get(which).copied(),
            opponent: "random".into(),
            seat: if second { Seat::SECOND } else { Seat::FIRST },
            seed: Some(3),
            ..Config::default()
        };
        let mut desk = Desk::new(&config, (100, 40));
        for event in events {
            desk.event(Event::Input(event));
            desk.event(Event::Tick);
            desk.screen();
        }
    }
}
