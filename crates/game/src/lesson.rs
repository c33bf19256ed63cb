//! Lessons: positions with one instruction each, played on the real board by the real rules.
//!
//! A game writes its lessons as data, a JSON array of objects:
//!
//! | key | meaning |
//! |---|---|
//! | `title`, `text` | a short title, and the instruction |
//! | `setup` | options of the set-up and their values, as text; optional |
//! | `deal` | options of the first choices of chance; those that follow are 0; optional |
//! | `moves` | the moves that lead to the position; the seat to move there is the learner's |
//! | `accept` | moves that solve it, as text, with at most one `*` for any characters each |
//! | `wins` | true instead of `accept`: any move that wins the game solves it |
//! | `right`, `wrong` | the feedback on a move that solves it, and on any other |

use serde_json::{Map, Value as Json};

use crate::{AnyGame, AnyMatch, GameError, Options, Outcome, Seat, Turn, reject};

/// A position and a task to solve in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// A short title.
    pub title: String,
    /// The instruction.
    pub text: String,
    /// The feedback on a move that solves the lesson.
    pub right: String,
    /// The feedback on any other move.
    pub wrong: String,
    setup: Options,
    deal: Vec<u32>,
    moves: Vec<String>,
    goal: Goal,
}

/// Which moves solve a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Goal {
    /// Moves that match one of these patterns.
    Accept(Vec<String>),
    /// Moves that win the game.
    Wins,
}

/// Parses the lessons of a game.
///
/// ```
/// let json = r#"[{"title": "A line", "text": "Complete it.", "moves": ["1", "4", "2", "5"],
///                 "wins": true, "right": "Yes.", "wrong": "No."}]"#;
/// assert_eq!(ennead_game::parse_lessons(json).unwrap()[0].title, "A line");
/// let error = ennead_game::parse_lessons(r#"[{"title": "A line", "wins": true}]"#).unwrap_err();
/// assert_eq!(error.to_string(), "lesson 1: \"text\" is missing: it is a text");
/// ```
pub fn parse_lessons(json: &str) -> Result<Vec<Lesson>, GameError> {
    let lessons: Vec<Map<String, Json>> =
        serde_json::from_str(json).map_err(|error| reject(format!("lessons: {error}")))?;
    let numbered = lessons.iter().enumerate();
    numbered
        .map(|(at, lesson)| {
            Lesson::parse(lesson).map_err(|error| reject(format!("lesson {}: {error}", at + 1)))
        })
        .collect()
}

impl Lesson {
    fn parse(json: &Map<String, Json>) -> Result<Lesson, String> {
        let text = |key: &str| match json.get(key) {
            Some(Json::String(text)) => Ok(text.clone()),
            _ => Err(format!("{key:?} is missing: it is a text")),
        };
        let goal = match (json.get("accept"), json.get("wins")) {
            (Some(_), None) => Goal::Accept(texts(json, "accept")?),
            (None, Some(Json::Bool(true))) => Goal::Wins,
            _ => return Err("it has either \"accept\" or \"wins\": true".into()),
        };
        Ok(Lesson {
            title: text("title")?,
            text: text("text")?,
            right: text("right")?,
            wrong: text("wrong")?,
            setup: setup(json)?,
            deal: deal(json)?,
            moves: texts(json, "moves")?,
            goal,
        })
    }

    /// The match up to the position of the lesson, where the learner's seat is to move.
    pub fn open(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyMatch>, GameError> {
        self.setup.check(game.id(), game.setup_options())?;
        let mut play = game.start(&self.setup)?;
        let mut deal = self.deal.iter().copied();
        for text in self.moves.iter().map(Some).chain([None]) {
            while play.turn() == Turn::Chance {
                play.play(deal.next().unwrap_or(0))?;
            }
            for option in text.map(|text| play.choices_of(text)).transpose()?.unwrap_or_default() {
                play.play(option)?;
            }
        }
        match play.turn() {
            Turn::Seat(_) => Ok(play),
            _ => Err(reject("nobody is on the move in this position")),
        }
    }

    /// Whether the last move of a match solves the lesson for a seat.
    pub fn is_solved_by(&self, after: &dyn AnyMatch, learner: Seat) -> bool {
        match &self.goal {
            Goal::Wins => after.turn() == Turn::Over(Outcome::Win(learner)),
            Goal::Accept(patterns) => {
                let made = after.moves().pop().unwrap_or_default();
                patterns.iter().any(|pattern| matches_pattern(&made, pattern))
            }
        }
    }
}

/// Whether a text matches a pattern with at most one `*`.
fn matches_pattern(text: &str, pattern: &str) -> bool {
    let Some((start, end)) = pattern.split_once('*') else { return text == pattern };
    text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end)
}

fn texts(json: &Map<String, Json>, key: &str) -> Result<Vec<String>, String> {
    let wrong = || format!("{key:?} is a list of texts");
    let list = json.get(key).and_then(Json::as_array).ok_or_else(wrong)?;
    list.iter().map(|text| text.as_str().map(Into::into).ok_or_else(wrong)).collect()
}

fn setup(json: &Map<String, Json>) -> Result<Options, String> {
    let mut options = Options::new();
    let Some(given) = json.get("setup") else { return Ok(options) };
    let wrong = || "\"setup\" maps the names of options to texts".to_string();
    for (name, value) in given.as_object().ok_or_else(wrong)? {
        options = options.with(name, value.as_str().ok_or_else(wrong)?);
    }
    Ok(options)
}

fn deal(json: &Map<String, Json>) -> Result<Vec<u32>, String> {
    let wrong = || "\"deal\" is a list of numbers".to_string();
    let number = |value: &Json| value.as_u64().and_then(|n| u32::try_from(n).ok());
    match json.get("deal").map(Json::as_array) {
        None => Ok(Vec::new()),
        Some(None) => Err(wrong()),
        Some(Some(list)) => list.iter().map(|value| number(value).ok_or_else(wrong)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_at_most_one_star() {
        assert!(
            matches_pattern("5.1", "5.1")
                && matches_pattern("5.1", "*.1")
                && matches_pattern("5.1", "5.*")
        );
        assert!(
            !matches_pattern("5.2", "*.1")
                && !matches_pattern("5", "5.*")
                && matches_pattern("5.", "5.*")
        );
        assert!(!matches_pattern("1", "1*1"));
    }

    #[test]
    fn errors_name_the_lesson_and_the_field() {
        let says = |json: &str| parse_lessons(json).unwrap_err().to_string();
        let whole = |more: &str| {
            format!(r#"[{{"title":"","text":"","right":"","wrong":"","moves":[]{more}}}]"#)
        };
        assert_eq!(says(&whole("")), "lesson 1: it has either \"accept\" or \"wins\": true");
        assert_eq!(says(&whole(r#","accept":[1]"#)), "lesson 1: \"accept\" is a list of texts");
        assert_eq!(
            says(&whole(r#","wins":true,"deal":[-1]"#)),
            "lesson 1: \"deal\" is a list of numbers"
        );
        assert!(says("{").starts_with("lessons: "));
        assert_eq!(parse_lessons("[]").unwrap(), []);
    }
}
