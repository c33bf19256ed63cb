//! Arbitrary bytes as a solution file: rejected, or the file of the solution they load.

use ennead_solve::Solution;
use ennead_ttt::Ttt;

pub(crate) fn solution(data: &[u8]) {
    if let Ok(solution) = Solution::<Ttt>::load(data) {
        assert_eq!(solution.save(), data);
    }
}
