//! Any bytes as a file of solved values: refused, or the file of the solution that they load.

use ennead_solve::Solution;
use ennead_ttt::Ttt;

/// Runs the target.
pub(crate) fn solution(data: &[u8]) {
    if let Ok(solution) = Solution::<Ttt>::load(data) {
        assert_eq!(solution.save(), data);
    }
}
