//! Fills the columns that version 3 of the tables adds.

use deadpool_postgres::Transaction;

use super::fault::Fault;
use super::query;
use crate::row::{choices_in, log_rows, match_sum, rematch_sum};
use crate::{Entry, EntryBytes, Head, HeadBytes, MatchId, Seating};

/// The number of rows read at once.
const PAGE: i64 = 1000;

/// Computes the checksums, plies and seats of matches from earlier versions. Damaged bytes are left
/// as they are: reading them reports the damage.
pub(super) async fn fill_sums(change: &Transaction<'_>) -> Result<(), Fault> {
    fill_running(change).await?;
    fill_finished(change, "finished", true).await?;
    fill_finished(change, "unlisted", false).await?;
    let links = change.query("SELECT old, new FROM ennead.rematches", &[]).await?;
    for link in links {
        let (old, new): (i64, i64) = (link.get(0), link.get(1));
        if let (Some(from), Some(to)) = (MatchId::from_i64(old), MatchId::from_i64(new)) {
            let sql = "UPDATE ennead.rematches SET sum = $2 WHERE old = $1";
            change.execute(sql, &[&old, &rematch_sum(from, to)]).await?;
        }
    }
    Ok(())
}

async fn fill_running(change: &Transaction<'_>) -> Result<(), Fault> {
    let sql = "SELECT id, listed, head,
         ARRAY(SELECT data FROM ennead.log l WHERE l.id = r.id ORDER BY entry)
         FROM ennead.running r WHERE id > $1 ORDER BY id LIMIT $2";
    let mut after = -1_i64;
    loop {
        let rows = change.query(sql, &[&after, &PAGE]).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.get(0);
        for row in &rows {
            let (id, listed) = (query::id_of(row.get(0))?, row.get(1));
            fill_match(change, id, listed, row.get(2), row.get(3)).await?;
        }
    }
}

async fn fill_match(
    change: &Transaction<'_>,
    id: MatchId,
    listed: bool,
    head: Vec<u8>,
    log: Vec<Vec<u8>>,
) -> Result<(), Fault> {
    let entries: Vec<Option<Entry>> = log.iter().map(|data| Entry::from_bytes(data).ok()).collect();
    let choices = entries.iter().map(|entry| entry.as_ref().map_or(0, choices_in));
    let rows = log_rows(id, 0, log.into_iter().zip(choices));
    let (mut numbers, mut plies, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        numbers.push(row.entry);
        plies.push(row.ply);
        sums.push(row.sum);
    }
    let sql = "UPDATE ennead.log l SET ply = n.ply, sum = n.sum
         FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS n(entry, ply, sum)
         WHERE l.id = $1 AND l.entry = n.entry";
    change.execute(sql, &[&id.as_i64(), &numbers, &plies, &sums]).await?;
    // A gap in the numbers is damage that reading reports; its row still needs a value.
    let sql = "UPDATE ennead.log SET ply = 0, sum = 0 WHERE id = $1 AND sum IS NULL";
    change.execute(sql, &[&id.as_i64()]).await?;
    let sum = match_sum(id, listed, &head);
    let entries: Vec<Entry> = entries.into_iter().flatten().collect();
    let seats = Head::from_bytes(id, listed, &head).ok().and_then(|head| {
        let now = Seating::after(&head, &entries);
        (now.seats != head.seats).then(|| now.to_sealed(id))
    });
    let sql = "UPDATE ennead.running SET seats = $2, sum = $3 WHERE id = $1";
    change.execute(sql, &[&id.as_i64(), &seats, &sum]).await?;
    Ok(())
}

async fn fill_finished(change: &Transaction<'_>, table: &str, listed: bool) -> Result<(), Fault> {
    let select = format!("SELECT id, data FROM ennead.{table} WHERE id > $1 ORDER BY id LIMIT $2");
    let update = format!(
        "UPDATE ennead.{table} f SET sum = n.sum
         FROM unnest($1::bigint[], $2::bigint[]) AS n(id, sum) WHERE f.id = n.id"
    );
    let mut after = -1_i64;
    loop {
        let rows = change.query(&select, &[&after, &PAGE]).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.get(0);
        let mut ids = Vec::with_capacity(rows.len());
        let mut sums = Vec::with_capacity(rows.len());
        for row in &rows {
            let id = query::id_of(row.get(0))?;
            ids.push(id.as_i64());
            sums.push(match_sum(id, listed, row.get(1)));
        }
        change.execute(&update, &[&ids, &sums]).await?;
    }
}
