//! Matches.

use anstream::adapter::strip_str;
use ennead_game::{AnyMatch, Options, Seat, SplitMix64, Turn, Viewer};
use ennead_host::tools::{Walk, outcome_name};
use ennead_kit::Kit;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyType};

use crate::GAMES;
use crate::arguments::{game_of, options_of, record_of};
use crate::failure::{Failure, guarded};

/// Maximum number of legal moves listed.
const MAX_MOVES: u64 = 1_000_000;

/// A match of any game: moves, outcome and record.
///
/// :param game: the game, such as ``"nested"``; :func:`ennead.games` lists them.
/// :param seed: the seed of chance; drawn from the operating system if ``None``.
/// :param setup: options of the game's set-up, such as ``depth=3``.
///
/// Options that are not given have the defaults that :func:`ennead.games` lists. The web pages
/// begin with its ``suggested`` values instead: ``Match("nested")`` has ``rules="both"``, while the
/// pages begin with ``rules="classic"``. The attribute :attr:`setup` has every option.
///
/// >>> ennead.Match("nested")
/// <ennead.Match of nested: 0 moves; depth=2 first=X rules=both>
/// >>> match = ennead.Match("ttt")
/// >>> match.play("5")
/// >>> match.to_move
/// 'O'
#[pyclass(module = "ennead")]
pub(crate) struct Match {
    pub(crate) kit: &'static Kit,
    pub(crate) game: Box<dyn AnyMatch>,
    random: SplitMix64,
    /// The number of choices before each move.
    starts: Vec<usize>,
}

/// A generator with the given seed, or one from the operating system.
fn generator(seed: Option<u64>) -> Result<SplitMix64, Failure> {
    let seed = seed.map_or_else(getrandom::u64, Ok);
    seed.map(SplitMix64::new).map_err(|error| Failure::Input(format!("no random numbers: {error}")))
}

/// The match encoded by a record.
pub(crate) fn open(record: &[u8]) -> Result<Match, Failure> {
    let kit = GAMES.game_of_record(record)?;
    let game = kit.game().open(record)?;
    let starts = starts(&*game)?;
    Ok(Match { kit, game, random: generator(None)?, starts })
}

fn starts(game: &dyn AnyMatch) -> Result<Vec<usize>, Failure> {
    let mut walk = Walk::new(game)?;
    let mut starts = Vec::new();
    loop {
        let start = walk.now().choices().len();
        if walk.step()?.is_none() {
            return Ok(starts);
        }
        starts.push(start);
    }
}

/// A match given as a :class:`Match` or as a record.
pub(crate) fn match_of(
    given: &Bound<'_, PyAny>,
) -> Result<(&'static Kit, Box<dyn AnyMatch>), Failure> {
    if let Ok(given) = given.cast::<Match>() {
        let given = given.try_borrow().map_err(PyErr::from)?;
        return Ok((given.kit, given.game.boxed_clone()));
    }
    let opened = open(&record_of(given)?)?;
    Ok((opened.kit, opened.game))
}

impl Match {
    /// Replaces the match by one with these additional choices, followed by those of chance.
    fn make(&mut self, choices: &[u32]) -> Result<(), Failure> {
        let (mut next, mut random) = (self.game.boxed_clone(), self.random.clone());
        for option in choices {
            next.play(*option)?;
        }
        next.deal(&mut random);
        (self.game, self.random) = (next, random);
        Ok(())
    }

    /// The choices of a move, given as text or as its number.
    fn choices_of(&self, given: &Bound<'_, PyAny>) -> Result<Vec<u32>, Failure> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(self.game.choices_of(&text.to_cow()?)?);
        }
        match given.extract::<u64>() {
            Ok(number) => {
                self.check_count()?;
                Ok(self.game.choices_of_number(number)?)
            }
            Err(_) => Err(Failure::Type(format!(
                "a move is its text or its number from 0, not {}",
                given.repr()?
            ))),
        }
    }

    fn check_count(&self) -> Result<(), Failure> {
        match self.game.count_moves() {
            0..=MAX_MOVES => Ok(()),
            count => Err(Failure::Input(format!(
                "there are {count} legal moves here: at most {MAX_MOVES} are listed"
            ))),
        }
    }

    /// The seat with this number or name.
    fn seat_of(&self, given: &Bound<'_, PyAny>) -> Result<Seat, Failure> {
        let is_named = |seat: &Seat| {
            given.extract::<u8>().is_ok_and(|number| number == seat.0)
                || given.extract::<String>().is_ok_and(|name| name == self.game.seat_name(*seat))
        };
        let [first, second] = Seat::BOTH.map(|seat| self.game.seat_name(seat));
        Seat::BOTH.into_iter().find(is_named).ok_or_else(|| {
            Failure::Usage(format!(
                "there is no such seat: seats are 0 and 1, or {first:?} and {second:?}"
            ))
        })
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (game, *, seed=None, **setup))]
    fn new(game: &str, seed: Option<u64>, setup: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        guarded(|| {
            let kit = game_of(game)?;
            let options = options_of(setup)?;
            let mut random = generator(seed)?;
            let mut game = kit.game().start(&options)?;
            game.deal(&mut random);
            Ok(Match { kit, game, random, starts: Vec::new() })
        })
    }

    /// Decodes a match of any game from a record, given as ``bytes`` or hexadecimal digits.
    #[classmethod]
    fn from_record(_: &Bound<'_, PyType>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        guarded(|| open(&record_of(record)?))
    }

    /// The legal moves as text, in ascending order of their numbers; empty once the match is over.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        guarded(|| {
            self.check_count()?;
            Ok(self.game.legal_moves())
        })
    }

    /// The numbers of the legal moves, in the order of :meth:`legal_moves`. These are the actions
    /// of environments.
    fn legal_actions(&self) -> PyResult<Vec<u64>> {
        guarded(|| {
            self.check_count()?;
            Ok(self.game.legal_numbers())
        })
    }

    /// Makes a move, given as text or as a number. The chance choices that follow are drawn
    /// immediately. An illegal move raises :class:`IllegalMoveError` and changes nothing.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        guarded(|| {
            let choices = self.choices_of(r#move)?;
            let start = self.game.choices().len();
            self.make(&choices)?;
            self.starts.push(start);
            Ok(())
        })
    }

    /// Takes back the last move and the chance choices after it; returns whether there was one.
    fn undo(&mut self) -> PyResult<bool> {
        guarded(|| {
            let Some(start) = self.starts.last().copied() else { return Ok(false) };
            let mut before = self.game.restart();
            for option in &self.game.choices()[..start] {
                before.play(*option)?;
            }
            self.game = before;
            self.starts.pop();
            Ok(true)
        })
    }

    /// Draws pending chance choices, with which a record may end; does nothing in other matches.
    fn deal(&mut self) -> PyResult<()> {
        guarded(|| self.make(&[]))
    }

    /// The outcome of the match: the name of the winning seat, ``"draw"``, or ``None``.
    #[getter]
    fn outcome(&self) -> PyResult<Option<String>> {
        guarded(|| Ok(outcome_name(&*self.game)))
    }

    /// The name of the seat to move; ``None`` once the match is over.
    #[getter]
    fn to_move(&self) -> PyResult<Option<String>> {
        guarded(|| match self.game.turn() {
            Turn::Seat(seat) => Ok(Some(self.game.seat_name(seat))),
            _ => Ok(None),
        })
    }

    /// The number of the seat to move, 0 or 1; ``None`` once the match is over.
    #[getter]
    fn seat(&self) -> PyResult<Option<u8>> {
        guarded(|| match self.game.turn() {
            Turn::Seat(seat) => Ok(Some(seat.0)),
            _ => Ok(None),
        })
    }

    /// The result for each seat once the match is over: 1 for a win, -1 for a loss, 0 for a draw.
    #[getter]
    fn scores(&self) -> PyResult<Option<[i32; 2]>> {
        guarded(|| match self.game.turn() {
            Turn::Over(outcome) => Ok(Some(Seat::BOTH.map(|seat| outcome.score(seat)))),
            _ => Ok(None),
        })
    }

    /// The names of the seats.
    #[getter]
    fn seats(&self) -> PyResult<[String; 2]> {
        guarded(|| Ok(Seat::BOTH.map(|seat| self.game.seat_name(seat))))
    }

    /// The identifier of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.game()
    }

    /// The options of the set-up with their values.
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let setup = PyDict::new(py);
        for (name, value) in guarded(|| Ok(self.game.setup()))? {
            setup.set_item(name, value)?;
        }
        Ok(setup)
    }

    /// The moves so far, as text.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.game.moves()))
    }

    /// The match as a record. It contains everything, including hidden cards.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &guarded(|| Ok(self.game.record()))?))
    }

    /// Draws the view of a seat, given by number or name; that of a spectator by default.
    #[pyo3(signature = (seat=None))]
    fn draw(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        guarded(|| {
            let seat = seat.map(|seat| self.seat_of(seat)).transpose()?;
            let drawing = self.game.draw_view(seat.map_or(Viewer::Spectator, Viewer::Seat));
            Ok(strip_str(&drawing).to_string())
        })
    }

    /// A seat's observation as a ``uint8`` array; it contains nothing that is hidden from the seat.
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        guarded(|| {
            let environment = environment_of(self.kit)?;
            let spaces = environment.spaces(&self.setup_options())?;
            let mut bytes = vec![0; spaces.observation_len()];
            environment.observe(&*self.game, self.seat_of(seat)?, &mut bytes)?;
            Ok(PyArray1::from_vec(py, bytes).reshape(spaces.shape)?)
        })
    }

    /// An independent copy of the match.
    fn copy(&self) -> PyResult<Match> {
        guarded(|| {
            let (random, starts) = (self.random.clone(), self.starts.clone());
            Ok(Match { kit: self.kit, game: self.game.boxed_clone(), random, starts })
        })
    }

    fn __copy__(&self) -> PyResult<Match> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Match> {
        self.copy()
    }

    /// Pickles the match as its record.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Match>().getattr("from_record")?, (self.record(py)?,)))
    }

    fn __eq__(&self, other: &Match) -> PyResult<bool> {
        guarded(|| Ok(self.game.record() == other.game.record()))
    }

    fn __str__(&self) -> PyResult<String> {
        self.draw(None)
    }

    fn __repr__(&self) -> PyResult<String> {
        guarded(|| {
            let moves = self.starts.len();
            let end = outcome_name(&*self.game).map_or(String::new(), |end| format!(", {end}"));
            let setup = self.game.setup().into_iter();
            let setup: String = setup.map(|(name, value)| format!(" {name}={value}")).collect();
            let setup = if setup.is_empty() { setup } else { format!(";{setup}") };
            Ok(format!("<ennead.Match of {}: {moves} moves{end}{setup}>", self.game.game()))
        })
    }
}

impl Match {
    fn setup_options(&self) -> Options {
        let add = |options: Options, (name, value): (&str, String)| options.with(name, &value);
        self.game.setup().into_iter().fold(Options::new(), add)
    }
}

/// The environment of a game.
pub(crate) fn environment_of(
    kit: &'static Kit,
) -> Result<&'static dyn ennead_game::AnyEnvironment, Failure> {
    kit.environment().ok_or_else(|| {
        Failure::Usage(format!("{} has no environment: its positions are not arrays", kit.id()))
    })
}
