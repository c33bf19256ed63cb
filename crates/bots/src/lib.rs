//! Opponents. A bot gets what a player gets, a view and a budget, and answers with a choice and its reasons.

mod bot;
mod random;
pub mod schotten;

pub use bot::{Advice, AnyBot, Bot, BotError, Budget, ByName, Opinion, Worth};
pub use random::RandomBot;
