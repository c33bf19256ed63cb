//! All matches of one moment.

use tokio::sync::mpsc;

use crate::{MatchId, Row, StoreError};

/// Pages that are read ahead.
const AHEAD: usize = 1;

/// All matches as they were at one moment, in the order of their ids. What changes meanwhile does
/// not show.
pub struct Snapshot {
    pages: mpsc::Receiver<Result<Vec<Row>, StoreError>>,
}

/// Where a database puts the pages.
pub(crate) type Pages = mpsc::Sender<Result<Vec<Row>, StoreError>>;

impl Snapshot {
    pub(crate) fn new() -> (Snapshot, Pages) {
        let (sender, pages) = mpsc::channel(AHEAD);
        (Snapshot { pages }, sender)
    }

    /// The next page; `None` after the last one. After an error there is nothing more to read.
    pub async fn next(&mut self) -> Result<Option<Vec<Row>>, StoreError> {
        self.pages.recv().await.transpose()
    }
}

/// The id after which the next page begins; `None` after the last page.
pub(crate) fn last_of(page: &[Row]) -> Option<MatchId> {
    page.last().map(|row| row.id)
}
