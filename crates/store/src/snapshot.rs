//! Consistent snapshots of all matches.

use tokio::sync::mpsc;

use crate::{MatchId, Row, StoreError};

/// The number of pages read ahead.
const AHEAD: usize = 1;

/// All matches as of one moment, in id order. Later changes are not visible.
pub struct StoreSnapshot {
    pages: mpsc::Receiver<Result<Vec<Row>, StoreError>>,
}

/// Where a database sends the pages.
pub(crate) type Pages = mpsc::Sender<Result<Vec<Row>, StoreError>>;

impl StoreSnapshot {
    pub(crate) fn new() -> (StoreSnapshot, Pages) {
        let (sender, pages) = mpsc::channel(AHEAD);
        (StoreSnapshot { pages }, sender)
    }

    /// The next page; `None` after the last one. Nothing more can be read after an error.
    pub async fn next(&mut self) -> Result<Option<Vec<Row>>, StoreError> {
        self.pages.recv().await.transpose()
    }
}

/// The id after which the next page begins; `None` after the last page.
pub(crate) fn last_of(page: &[Row]) -> Option<MatchId> {
    page.last().map(|row| row.id)
}
