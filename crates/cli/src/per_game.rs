//! Values created once per game of a batch.

use std::cell::RefCell;
use std::rc::Rc;

use ennead_game::{GameError, Value};
use ennead_kit::{Format, Games, Kit};

/// Creates and caches a value per game when the first input of that game arrives: the game of a
/// record is known only once the record is read, and a batch may mix games.
pub(crate) struct PerGame<T, M> {
    format: Format,
    games: Games,
    make: M,
    made: RefCell<Vec<(&'static str, Rc<T>)>>,
}

impl<T, M: Fn(&'static Kit) -> Result<T, GameError>> PerGame<T, M> {
    /// Creates an empty cache for values of this format.
    pub(crate) fn new(format: Format, games: Games, make: M) -> Self {
        PerGame { format, games, make, made: RefCell::default() }
    }

    /// The cached value for the game of an input.
    pub(crate) fn of(&self, value: &Value) -> Result<Rc<T>, GameError> {
        let kit = self.format.game_of(value, self.games)?;
        let known = self.made.borrow().iter().find(|(id, _)| *id == kit.id()).cloned();
        if let Some((_, made)) = known {
            return Ok(made);
        }
        let made = Rc::new((self.make)(kit)?);
        self.made.borrow_mut().push((kit.id(), Rc::clone(&made)));
        Ok(made)
    }
}
