//! The HTTP calls about matches, as JSON.

mod clock_json;
mod create;
mod hint;
mod history;
mod join;
mod list;
mod play;
mod preview;
mod record;
mod show;

pub use clock_json::ClockJson;
pub use create::{
    CreatedMatch, CreatedSeat, CreationLimits, ForkSource, NewMatch, PreparedMatch, new_token,
};
pub use hint::{Hint, HintQuestion, hint};
pub use history::{HistoryJson, HistoryStep, history};
pub use join::{JoinRequest, JoinedSeat};
pub use list::{ListQuery, ListRequest, MatchList};
pub use play::{MoveRequest, RematchJson, TakebackJson};
pub use preview::Preview;
pub use record::{RecordJson, record};
pub use show::{MatchJson, MatchSummary, OptionJson, SeatJson, parse_id, parse_token};
