//! Any bytes as a file of solved values: refused, or the file of the solution that they load.
#![no_main]

use ennead_solve::Solution;
use ennead_ttt::Ttt;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(solution) = Solution::<Ttt>::load(data) {
        assert_eq!(solution.save(), data);
    }
});
