//! The screen with small games that provide no board and therefore use the generic one.

use ennead_game::{
    Erased, Game, MoveError, Notation, Open, Options, Outcome, Presentation, Random, Seat,
    SeenMove, Turn, View, ViewData, ViewError, Viewer,
};
use ennead_search::puzzle::Puzzles;
use ennead_search::{Playout, Roster};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::app::AppEvent;
use crate::board::{Board, BoardUpdate, ListBoard, Mouse, Reply};
use crate::bot_thread::{BotResponse, BotTurn};
use crate::testing::{HeadlessScreen, buffer_text};
use crate::{ClientError, Config, PlayableGame, play_in_lines};

/// Two players take one to three sticks in turn; taking the last one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sticks {
    left: u32,
    mover: Seat,
}

impl Game for Sticks {
    const ID: &'static str = "sticks";
    const NUMBER: u8 = 200;
    type Setup = ();

    fn new(_: &()) -> Self {
        Sticks { left: 9, mover: Seat::FIRST }
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over(Outcome::Win(self.mover.other())),
            _ => Turn::Seat(self.mover),
        }
    }

    fn options(&self) -> u32 {
        self.left.min(3)
    }

    fn choose(&mut self, option: u32) {
        self.left -= option + 1;
        self.mover = self.mover.other();
    }
}

/// The number of sticks that a move takes, written as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take(u32);

const WORDS: [&str; 3] = ["one", "two", "hat-trick"];

impl std::fmt::Display for Take {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(WORDS[self.0 as usize - 1])
    }
}

impl Notation for Sticks {
    type Move = Take;

    fn moves(&self) -> Vec<Take> {
        (1..=self.options()).map(Take).collect()
    }

    fn number(mv: &Take) -> u64 {
        mv.0.into()
    }

    fn parse_move(text: &str) -> Result<Take, MoveError> {
        let count = WORDS.iter().position(|word| *word == text);
        count
            .map(|count| Take(count as u32 + 1))
            .ok_or_else(|| MoveError::text(text, "a move is one, two or hat-trick"))
    }

    fn choices_of(&self, mv: &Take) -> Result<Vec<u32>, MoveError> {
        match (1..=self.options()).contains(&mv.0) {
            true => Ok(vec![mv.0 - 1]),
            false => Err(MoveError::illegal(mv, "there are not that many sticks")),
        }
    }

    fn read_move(&self, choices: &[u32]) -> Option<(Take, usize)> {
        Some((Take(choices.first()? + 1), 1))
    }
}

impl Presentation for Sticks {
    const TITLE: &'static str = "Sticks";

    fn draw(&self, _: &Options) -> Result<String, ennead_game::GameError> {
        Ok(format!("sticks\n\u{1b}[32m{}\u{1b}[0m\n", "| ".repeat(self.left as usize)))
    }
}

impl Playout for Sticks {}

static STICKS: Roster = Roster::open::<Open<Sticks>>();

/// Two lessons: take exactly two of twelve sticks, then any number with the last move open.
const LESSONS: &str = r#"[
    {"title": "Two", "text": "Take two.", "moves": [], "accept": ["two"],
     "right": "Two it is.", "wrong": "That was not two."},
    {"title": "More", "text": "Take some.", "moves": ["one"], "accept": ["*"],
     "right": "Good.", "wrong": "Never said."}
]"#;

pub(crate) fn sticks() -> PlayableGame {
    PlayableGame {
        game: const { &Erased::<Open<Sticks>>::new() },
        bots: &STICKS,
        board: || Box::new(ListBoard::default()),
        help: "# Sticks\nTake one, two or three.\n\n- The last stick wins.",
        lessons: LESSONS,
        puzzles: Puzzles {
            game: const { &Erased::<Open<Sticks>>::new() },
            book: &[],
            question: None,
        },
    }
}

/// Each seat gets a number from chance, and the first seat says whether they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair(Vec<u32>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct PairView(Turn, Option<u32>);

impl Game for Pair {
    const ID: &'static str = "pair";
    const NUMBER: u8 = 201;
    type Setup = ();

    fn new(_: &()) -> Self {
        Pair(Vec::new())
    }

    fn turn(&self) -> Turn {
        match self.0.len() {
            0 | 1 => Turn::Chance,
            2 => Turn::Seat(Seat::FIRST),
            _ => Turn::Over(Outcome::Draw),
        }
    }

    fn options(&self) -> u32 {
        if self.0.len() < 3 { 2 } else { 0 }
    }

    fn choose(&mut self, option: u32) {
        self.0.push(option);
    }
}

impl Notation for Pair {
    type Move = u32;

    fn moves(&self) -> Vec<u32> {
        (0..self.options()).collect()
    }

    fn number(mv: &u32) -> u64 {
        (*mv).into()
    }

    fn parse_move(text: &str) -> Result<u32, MoveError> {
        text.parse().map_err(|_| MoveError::text(text, "a move is 0 or 1"))
    }

    fn choices_of(&self, mv: &u32) -> Result<Vec<u32>, MoveError> {
        Ok(vec![*mv])
    }

    fn read_move(&self, choices: &[u32]) -> Option<(u32, usize)> {
        Some((*choices.first()?, 1))
    }
}

impl Presentation for Pair {}

impl Playout for Pair {}

impl ViewData for PairView {
    fn encode(&self) -> Vec<u8> {
        self.1.into_iter().map(|number| number as u8).collect()
    }

    fn decode(_: &[u8]) -> Result<Self, ViewError> {
        Err(ViewError { at: 0, reason: "views of pairs are not read".into() })
    }

    fn turn(&self) -> Turn {
        self.0
    }

    fn options(&self) -> u32 {
        2
    }

    fn describe(_: &Self, _: &Self) -> Option<SeenMove> {
        Some(SeenMove { text: "an answer".into(), ..SeenMove::default() })
    }
}

impl View for Pair {
    type Data = PairView;

    fn view(&self, viewer: Viewer) -> PairView {
        let own = match viewer {
            Viewer::Seat(seat) => self.0.get(seat.index()).copied(),
            Viewer::Spectator => None,
        };
        PairView(self.turn(), own)
    }

    fn sample(_: &PairView, _: &mut dyn Random) -> Self {
        Pair(Vec::new())
    }
}

static PAIR: Roster = Roster::hidden::<Pair>();

fn pair() -> PlayableGame {
    let board = || Box::new(ListBoard::default()) as Box<dyn Board>;
    PlayableGame {
        game: const { &Erased::<Pair>::new() },
        bots: &PAIR,
        board,
        help: "",
        lessons: "[]",
        puzzles: Puzzles { game: const { &Erased::<Pair>::new() }, book: &[], question: None },
    }
}

fn config() -> Config {
    Config {
        game: Some("sticks".into()),
        opponent: "random".into(),
        seed: Some(1),
        ..Config::new(vec![sticks(), pair()])
    }
}

fn screen(size: (u16, u16)) -> HeadlessScreen {
    HeadlessScreen::new(&config(), size).unwrap()
}

/// The generic board at the start of a game of sticks, and its area.
fn list(width: u16, height: u16) -> (ListBoard, Rect) {
    let play = sticks().game.start(&Options::new()).unwrap();
    let mut list = ListBoard::default();
    list.update(&BoardUpdate::new(&*play, Seat::FIRST));
    (list, Rect::new(0, 0, width, height))
}

fn drawn(list: &ListBoard, area: Rect) -> String {
    let mut buffer = Buffer::empty(area);
    list.draw(area, &mut buffer);
    buffer_text(&buffer)
}

/// The position of a text in a picture.
fn place_of(picture: &str, text: &str) -> Position {
    let found = picture.lines().enumerate().find_map(|(y, line)| Some((line.find(text)?, y, line)));
    let (at, y, line) = found.unwrap_or_else(|| panic!("no {text:?} in\n{picture}"));
    Position { x: line[..at].chars().count() as u16, y: y as u16 }
}

#[test]
fn a_game_without_a_board_is_a_list() {
    let (mut list, area) = list(60, 12);
    let picture = drawn(&list, area);
    let [drawing, one, two] = ["| | |", "one", "two"].map(|text| place_of(&picture, text));
    assert!(drawing.x < one.x && one.y < two.y, "the list is beside the drawing:\n{picture}");
    assert_eq!(list.key(KeyCode::Down), Reply::Changed);
    assert_eq!(list.key(KeyCode::Enter), Reply::Choose(vec![1]));
    assert_eq!(list.mouse(Mouse::Click, one, area), Reply::Choose(vec![0]));
    assert_eq!(list.mouse(Mouse::Click, Position { x: 0, y: 0 }, area), Reply::Ignored);
}

#[test]
fn a_narrow_list_is_below_the_drawing() {
    let (mut list, area) = list(22, 12);
    let picture = drawn(&list, area);
    let [drawing, one] = ["| | |", "one"].map(|text| place_of(&picture, text));
    assert!(drawing.y < one.y, "{picture}");
    assert_eq!(list.mouse(Mouse::Click, one, area), Reply::Choose(vec![0]));
}

#[test]
fn a_drawing_without_room_scrolls() {
    let (mut list, _) = list(22, 6);
    let area = Rect::new(0, 0, 22, 6);
    assert!(drawn(&list, area).contains("sticks"));
    list.key(KeyCode::Char(']'));
    let picture = drawn(&list, area);
    assert!(!picture.contains("sticks") && picture.contains("| |"), "{picture}");
}

#[test]
fn letters_jump_to_labels_and_the_screens_own_keys_need_capitals() {
    let (mut list, _) = list(60, 12);
    assert_eq!(list.key(KeyCode::Char('t')), Reply::Changed);
    assert_eq!(list.key(KeyCode::Enter), Reply::Choose(vec![1]));
    assert_eq!(list.key(KeyCode::Char('h')), Reply::Ignored, "h is for hints");
    assert_eq!(list.key(KeyCode::Char('H')), Reply::Changed);
    assert_eq!(list.key(KeyCode::Enter), Reply::Choose(vec![2]));
    assert_eq!(list.key(KeyCode::Char('x')), Reply::Ignored);
}

#[test]
fn the_generic_board_shows_the_last_move_and_the_result() {
    let mut screen = screen((80, 24));
    screen.key(KeyCode::Enter);
    let theirs = screen.moves()[1].clone();
    let shown = screen.text();
    assert!(shown.contains(&format!("last move: {theirs}")), "{shown}");
    while screen.result().is_none() {
        screen.key(KeyCode::Enter);
    }
    let result = screen.result().unwrap();
    let shown = screen.text();
    assert_eq!(shown.matches(result).count(), 2, "on the board and in the status line:\n{shown}");
}

#[test]
fn a_hint_marks_an_option() {
    let mut screen = screen((80, 24));
    screen.keys("h");
    let shown = screen.text();
    assert!(WORDS.iter().any(|word| shown.contains(&format!("Hint: {word}"))), "{shown}");
}

#[test]
fn the_help_of_a_game_scrolls_below_the_keys() {
    let mut screen = screen((80, 14));
    screen.keys("?");
    let shown = screen.text();
    assert!(shown.contains("a hint for your move") && !shown.contains("The last stick"), "{shown}");
    for _ in 0..20 {
        screen.key(KeyCode::Down);
    }
    let shown = screen.text();
    assert!(shown.contains("• The last stick wins."), "{shown}");
    screen.key(KeyCode::Up);
    assert_ne!(screen.text(), shown, "one step back is one line back");
    screen.keys("x");
    assert!(!screen.text().contains(" Help "));
}

#[test]
fn responses_to_abandoned_requests_are_ignored() {
    let mut screen = screen((80, 24));
    screen.key(KeyCode::Enter);
    let before = screen.play().choices().to_vec();
    let turn = Ok(BotTurn { choices: vec![0], value: None });
    screen.app_event(AppEvent::BotResponse(BotResponse { ticket: 1, turn }));
    assert_eq!(screen.play().choices(), before);
}

/// Equal numbers make equal views, but the record would still reveal the opponent's.
#[test]
fn equal_hands_do_not_open_a_hidden_game() {
    for numbers in [[0, 0], [0, 1]] {
        let mut play = pair().game.start(&Options::new()).unwrap();
        numbers.into_iter().for_each(|number| play.play(number).unwrap());
        let mut screen = HeadlessScreen::of_match(pair(), Seat::FIRST, play, (80, 30)).unwrap();
        assert!(!screen.text().contains("record"), "{}", screen.text());
        screen.key(KeyCode::Enter);
        assert_eq!(screen.moves(), ["an answer"], "the log names the move");
    }
}

#[test]
fn lines_show_the_drawing_the_options_and_the_rules() {
    let mut output = Vec::new();
    play_in_lines(&config(), &mut "rules\ntwo\nquit\n".as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("options: one two hat-trick"), "{output}");
    assert!(output.contains("Take one, two or three."), "{output}");
    assert!(output.contains("The opponent plays "), "{output}");
}

#[test]
fn a_game_without_help_is_explained_by_its_title_and_set_up() {
    let config = || Config { games: vec![PlayableGame { help: "", ..sticks() }], ..config() };
    let mut output = Vec::new();
    play_in_lines(&config(), &mut "rules\nquit\n".as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("# Sticks\n\nThis game has no help text."), "{output}");
    let mut screen = HeadlessScreen::new(&config(), (80, 30)).unwrap();
    screen.keys("?");
    assert!(screen.text().contains("This game has no help text"), "{}", screen.text());
}

#[test]
fn games_that_do_not_exist_are_named() {
    let unknown = Config { game: Some("chess".into()), ..config() };
    let error = HeadlessScreen::new(&unknown, (80, 24)).err().unwrap();
    assert_eq!(error.to_string(), "there is no game \"chess\": there are sticks, pair");
    let none = Config::new(Vec::new());
    let error = play_in_lines(&none, &mut "".as_bytes(), &mut Vec::new()).unwrap_err();
    assert!(matches!(error, ClientError::NoGames), "{error}");
}

#[test]
fn lessons_are_judged_and_follow_each_other() {
    let config = Config { lessons: true, ..config() };
    let mut screen = HeadlessScreen::new(&config, (80, 24)).unwrap();
    let shows = |screen: &mut HeadlessScreen, text: &str| {
        let shown = screen.text();
        assert!(shown.contains(text), "no {text:?} in\n{shown}");
    };
    shows(&mut screen, "Lesson 1 of 2 · Two");
    shows(&mut screen, "Take two.");
    screen.key(KeyCode::Enter);
    shows(&mut screen, "That was not two.");
    assert!(screen.play().choices().is_empty(), "a wrong move is taken back");
    screen.key(KeyCode::Down);
    screen.key(KeyCode::Enter);
    shows(&mut screen, "Two it is. Enter goes on.");
    screen.key(KeyCode::Enter);
    shows(&mut screen, "Lesson 2 of 2 · More");
    assert_eq!(screen.seat(), Seat::SECOND);
    screen.key(KeyCode::Enter);
    shows(&mut screen, "Good. Enter goes on.");
    screen.key(KeyCode::Enter);
    shows(&mut screen, "E N N E A D");
}

#[test]
fn lessons_run_line_by_line() {
    let config = Config { lessons: true, ..config() };
    let mut output = Vec::new();
    play_in_lines(&config, &mut "one\nboard\nresign\ntwo\n9\nhat-trick\n".as_bytes(), &mut output)
        .unwrap();
    let said = String::from_utf8(output).unwrap();
    let told = ["Lesson 1 of 2", "That was not two.", "Two it is.", "Lesson 2 of 2", "last lesson"];
    let mut rest = said.as_str();
    for text in told {
        rest = rest.split_once(text).unwrap_or_else(|| panic!("no {text:?} in\n{said}")).1;
    }
    let without = Config { lessons: true, ..Config::new(vec![pair()]) };
    let error = HeadlessScreen::new(&without, (80, 24)).err().unwrap();
    assert_eq!(error.to_string(), "pair has no lessons");
}
