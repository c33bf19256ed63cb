//! The codecs of all tic-tac-toe formats.

use ennead_game::nine::{CELLS, cells};
use ennead_game::{
    Codec, Decoded, Field, FormatInfo, Game, GameError, OptionSpec, Options, Turn, Value, Values,
    reject,
};
use serde_json::{Value as Json, json};

use super::{class, line, rank, three_t, tiny};
use crate::content::{
    Content, index_field, info, looks_like_history, mark_of_option, mark_option, narrow, number,
    outcome_json, parse_position,
};
use crate::history::mark_of_placement;
use crate::machine::{self, Accepting};
use crate::notation::parse_masks;
use crate::rules::outcome_text;
use crate::{History, Machine, Mark, Square, Ttt, draw_board};

/// The codec of `ttt.tiny`.
pub struct TinyCodec;
/// The codec of `ttt.3t`.
pub struct ThreeTCodec;
/// The codec of `ttt.bit`.
pub struct BitCodec;
/// The codec of `ttt.rank`.
pub struct RankCodec;
/// The codec of `ttt.class`.
pub struct ClassCodec;
/// The codec of `ttt.game`.
pub struct GameCodec;
/// The codec of `ttt.line`.
pub struct LineCodec;

const SQUARES_FLAG: OptionSpec = OptionSpec {
    name: "squares",
    values: Values::Flag,
    default: "false",
    help: "ttt.tiny: the text gives squares 1 to 9, not numbers among the free squares",
};

impl Codec<Content> for TinyCodec {
    fn info(&self) -> &FormatInfo {
        const INFO: FormatInfo = info(
            "ttt.tiny",
            "up to nine placements, legal or not, as indices among the free squares",
            tiny::BITS[0],
            tiny::MAX_BITS,
            &[SQUARES_FLAG],
        );
        &INFO
    }

    fn parse(&self, text: &str, options: &Options) -> Result<Content, GameError> {
        let history =
            if options.has("squares") { text.parse()? } else { History::parse_relative(text)? };
        Ok(Content::History(history))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::History(tiny::decode(narrow(value, self.info())?)?))
    }

    fn write(&self, content: &Content, _: &Options) -> Result<Value, GameError> {
        Ok(Value::Integer(tiny::encode(&content.history()?).into()))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let history = content.history()?;
        let result = history.result();
        let mut json = history_json(&history);
        json["relative"] = history.relative().collect();
        json["over_at"] = result.over_at.into();
        let ended =
            result.outcome.zip(result.over_at).filter(|(_, over_at)| *over_at < history.len());
        let note = match ended {
            Some((outcome, over_at)) => format!(
                "{} with placement {over_at}, so the rest could not be played\n",
                outcome_text(outcome)
            ),
            None => String::new(),
        };
        Ok(Decoded { drawing: draw_history(&history) + &note, json })
    }

    fn bound(&self, _: &Content) -> Option<f64> {
        Some(f64::log2(986_410.0))
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let history = tiny::decode(narrow(value, self.info())?)?;
        let mut fields =
            vec![Field::new("start", 0, 1, format!("{} placement(s) follow", history.len()))];
        let mut at = 1;
        for (index, (square, relative)) in history.squares().zip(history.relative()).enumerate() {
            let width = tiny::WIDTHS[index] as usize;
            let mark = mark_of_placement(index);
            let meaning = format!("{mark} on square {square}: free square number {relative}");
            fields.push(Field::new(format!("{mark}{}", index / 2 + 1), at, width, meaning));
            at += width;
        }
        Ok(fields)
    }
}

impl Codec<Content> for ThreeTCodec {
    fn info(&self) -> &FormatInfo {
        const INFO: FormatInfo = info(
            "ttt.3t",
            "a position with flags, turn and vacancies",
            three_t::BITS,
            three_t::BITS,
            &[],
        );
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::Position(parse_position(text)?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Position(three_t::decode(narrow(value, self.info())?)?))
    }

    fn write(&self, content: &Content, _: &Options) -> Result<Value, GameError> {
        Ok(Value::Integer(three_t::encode(&content.position()?).into()))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        Ok(show_position(&content.position()?))
    }

    fn bound(&self, _: &Content) -> Option<f64> {
        Some(f64::log2(5_478.0))
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let position = three_t::decode(narrow(value, self.info())?)?;
        let outcome = position.outcome();
        let won = |mark: Mark| outcome.is_some_and(|outcome| outcome.score(mark.seat()) > 0);
        let yes = |is: bool, text: &str| if is { text.to_string() } else { format!("not: {text}") };
        Ok(vec![
            Field::new("C", 0, 1, yes(outcome.is_none(), "the game goes on")),
            Field::new("T", 1, 1, yes(outcome == Some(ennead_game::Outcome::Draw), "tie")),
            Field::new("W", 2, 1, yes(won(Mark::O), "O has won")),
            Field::new("L", 3, 1, yes(won(Mark::X), "O has lost")),
            Field::new("Turn", 4, 1, format!("{} is next", position.next_mark())),
            Field::new("X", 5, CELLS, square_list(position.x)),
            Field::new("O", 5 + CELLS, CELLS, square_list(position.o)),
            Field::new("Vacancy", 5 + 2 * CELLS, CELLS, square_list(position.free())),
        ])
    }
}

impl Codec<Content> for BitCodec {
    fn info(&self) -> &FormatInfo {
        const INFO: FormatInfo = info(
            "ttt.bit",
            "a state of the machine: board, count, player, turn and grave markers",
            machine::BITS,
            machine::BITS,
            &[
                mark_option("player", "ttt.bit: the player's side"),
                mark_option(
                    "first",
                    "ttt.bit: the side that moved first, if the board leaves it open",
                ),
            ],
        );
        &INFO
    }

    fn parse(&self, text: &str, options: &Options) -> Result<Content, GameError> {
        let (player, first) = (mark_of_option(options, "player"), mark_of_option(options, "first"));
        let (x, o) = if looks_like_history(text) {
            let position = Content::History(text.parse()?).position()?;
            if first == Mark::X { (position.x, position.o) } else { (position.o, position.x) }
        } else {
            parse_masks(text)?
        };
        Ok(Content::Machine(Machine::with_board(x, o, player, first)?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Machine(Machine::from_state(narrow(value, self.info())?)?))
    }

    fn write(&self, content: &Content, options: &Options) -> Result<Value, GameError> {
        let machine = match content {
            Content::Machine(machine) => *machine,
            other => {
                let position = other.position()?;
                Machine::with_board(
                    position.x,
                    position.o,
                    mark_of_option(options, "player"),
                    Mark::X,
                )?
            }
        };
        Ok(Value::Integer(machine.state().into()))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let Content::Machine(machine) = content else {
            return Err(reject("not a state of the machine"));
        };
        Ok(show_machine(*machine))
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let machine = Machine::from_state(narrow(value, self.info())?)?;
        let graves = match machine.grave_numbers() {
            numbers if numbers.is_empty() => "no combination is dead".to_string(),
            numbers => format!(
                "dead: {}",
                numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
            ),
        };
        let mut fields = vec![
            Field::new("graves", 0, 8, graves),
            Field::new("turn", 8, 1, format!("{} is next", machine.turn())),
            Field::new("player", 9, 1, format!("the player is {}", machine.player())),
            Field::new("count", 10, 4, format!("{} move(s)", machine.moves())),
        ];
        for square in (0..9).rev() {
            let mark = match machine.state() >> (2 * square) & 0b11 {
                0b11 => "X",
                0b10 => "O",
                _ => "empty",
            };
            fields.push(Field::new(format!("s{square}"), 14 + 2 * (8 - square as usize), 2, mark));
        }
        Ok(fields)
    }
}

/// Implements a codec whose values are plain indices.
macro_rules! index_codec {
    ($codec:ty, $id:literal, $summary:literal, $bits:expr, $count:expr, $what:literal,
     parse: $parse:expr, read: $read:expr, write: $write:expr, show: $show:expr) => {
        impl Codec<Content> for $codec {
            fn info(&self) -> &FormatInfo {
                const INFO: FormatInfo = info($id, $summary, $bits, $bits, &[]);
                &INFO
            }

            fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
                $parse(text)
            }

            fn read(&self, value: &Value) -> Result<Content, GameError> {
                $read(number(value)?)
            }

            fn write(&self, content: &Content, _: &Options) -> Result<Value, GameError> {
                let index: u32 = $write(content)?;
                Ok(Value::Integer(index.into()))
            }

            fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
                $show(content)
            }

            fn bound(&self, _: &Content) -> Option<f64> {
                Some(f64::from($count).log2())
            }

            fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
                self.read(value)?;
                Ok(index_field($bits, number(value)?, $count, $what))
            }
        }
    };
}

fn parse_history(text: &str) -> Result<Content, GameError> {
    Ok(Content::History(text.parse()?))
}

fn show_content_position(content: &Content) -> Result<Decoded, GameError> {
    Ok(show_position(&content.position()?))
}

fn show_content_history(content: &Content) -> Result<Decoded, GameError> {
    let history = content.history()?;
    Ok(Decoded { drawing: draw_history(&history), json: history_json(&history) })
}

index_codec!(RankCodec, "ttt.rank", "a reachable position as its index among all of them",
    rank::BITS, rank::POSITIONS, "position",
    parse: |text| Ok(Content::Position(parse_position(text)?)),
    read: |index| Ok(Content::Position(rank::unrank(index)?)),
    write: |content: &Content| Ok::<u32, GameError>(rank::rank(&content.position()?).into()),
    show: show_content_position);

index_codec!(ClassCodec, "ttt.class", "a position up to symmetry as its index among all classes",
    class::BITS, class::CLASSES, "class",
    parse: |text| Ok(Content::Position(parse_position(text)?)),
    read: |index| Ok(Content::Position(class::canonical(index)?)),
    write: |content: &Content| Ok::<u32, GameError>(class::class(&content.position()?).into()),
    show: show_content_position);

index_codec!(GameCodec, "ttt.game", "a complete game as its index among all of them",
    line::GAME_BITS, line::GAMES, "game",
    parse: parse_history,
    read: |index| Ok(Content::History(line::decode_game(index)?)),
    write: |content: &Content| Ok::<u32, GameError>(line::encode_game(&content.history()?)?),
    show: show_content_history);

index_codec!(LineCodec, "ttt.line", "any prefix of a game as its index among all of them",
    line::LINE_BITS, line::LINES, "line",
    parse: parse_history,
    read: |index| Ok(Content::History(line::decode_line(index)?)),
    write: |content: &Content| Ok::<u32, GameError>(line::encode_line(&content.history()?)?),
    show: show_content_history);

fn history_json(history: &History) -> Json {
    json!({
        "squares": history.squares().map(|square| square.index() + 1).collect::<Vec<_>>(),
        "board": history.board_text(),
        "outcome": outcome_json(history.result().outcome),
    })
}

fn draw_history(history: &History) -> String {
    let (x, o) = history.marks();
    let order = if history.is_empty() {
        "no placements".to_string()
    } else {
        format!("placements {history}")
    };
    format!("{}{order}\n", draw_board(&Ttt { x, o }))
}

fn show_position(position: &Ttt) -> Decoded {
    let state = match position.turn() {
        Turn::Over(outcome) => outcome_text(outcome).to_string(),
        _ => format!("{} to move", position.next_mark()),
    };
    let json = json!({
        "board": position.to_string(),
        "to_move": position.next_mark().to_string(),
        "outcome": outcome_json(position.outcome()),
    });
    Decoded { drawing: format!("{}{state}\n", draw_board(position)), json }
}

fn show_machine(machine: Machine) -> Decoded {
    let (x, o) = machine.board_masks();
    let board = Ttt { x, o };
    let (outcome, state) = match machine.accepting() {
        None => (Json::Null, format!("{} to move", machine.turn())),
        Some(Accepting::Won(mark)) => (json!(mark.to_string()), format!("{mark} has won")),
        Some(Accepting::CatsGame) => {
            (json!("draw"), "neither side can win anymore: a draw".to_string())
        }
    };
    let json = json!({
        "board": board.to_string(),
        "to_move": machine.turn().to_string(),
        "player": machine.player().to_string(),
        "moves": machine.moves(),
        "graves": machine.grave_numbers(),
        "outcome": outcome,
    });
    let drawing = format!(
        "{}{state}; the player is {}, {} move(s) made\n",
        draw_board(&board),
        machine.player(),
        machine.moves()
    );
    Decoded { drawing, json }
}

fn square_list(mask: u16) -> String {
    let list: Vec<String> = cells(mask).map(|square| Square(square).to_string()).collect();
    if list.is_empty() { "none".into() } else { format!("squares {}", list.join(" ")) }
}
