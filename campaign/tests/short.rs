//! The short form of the campaign, with the `ennead` binary built next to it.

use std::process::Command;

/// Starting processes takes too long for a quick check.
mod slow {
    use super::*;

    fn nothing_is_lost(store: &str) {
        let out = std::env::temp_dir().join(format!("ennead-short-{store}-{}", std::process::id()));
        let mut command = Command::new(env!("CARGO_BIN_EXE_ennead-campaign"));
        command.args(["short", "--quiet", "--store", store, "--out"]).arg(&out);
        let ran = command.output().expect("the program of this package runs");
        let said = [&ran.stdout, &ran.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(ran.status.success(), "{}\nlogs: {}", said.join("\n"), out.display());
        let report = said[0].as_ref();
        assert!(report.contains("\"kills\": 2") && report.contains("\"faults\": 4"), "{report}");
        assert!(!report.contains("\"acknowledged_moves\": 0,"), "{report}");
        // Keep the logs if something went wrong.
        let _ = std::fs::remove_dir_all(out);
    }

    #[test]
    fn nothing_is_lost_with_sqlite() {
        nothing_is_lost("sqlite");
    }

    #[test]
    fn nothing_is_lost_with_postgres() {
        nothing_is_lost("postgres");
    }
}
