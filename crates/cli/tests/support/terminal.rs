//! The program on a real pseudo-terminal, with the picture as a terminal would show it.

use std::io::{Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use vt100::{MouseProtocolMode, Parser};

/// Nothing takes nearly as long; a test that waits longer has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Bots reply at once, unlike for people.
const NO_PAUSE: [&str; 2] = ["--beat", "0"];

/// The program on a dedicated pseudo-terminal.
pub(crate) struct Player {
    pub(crate) pty: Pty,
    pub(crate) child: Child,
    output: Receiver<Vec<u8>>,
    pub(crate) screen: Parser,
}

impl Player {
    pub(crate) fn start(arguments: &[&str], rows: u16, columns: u16) -> Player {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(rows, columns)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_ennead"))
            .args(arguments)
            .args(NO_PAUSE.iter().filter(|_| arguments.first() == Some(&"play")))
            .env("TERM", "xterm-256color");
        let child = command.env_remove("NO_COLOR").spawn(pts).unwrap();
        let mut reader =
            std::fs::File::from(std::os::fd::AsFd::as_fd(&pty).try_clone_to_owned().unwrap());
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Player { pty, child, output, screen: Parser::new(rows, columns, 0) }
    }

    pub(crate) fn send(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).unwrap();
    }

    /// Resizes the terminal, which clears its screen.
    pub(crate) fn resize(&mut self, rows: u16, columns: u16) {
        self.screen.screen_mut().set_size(rows, columns);
        self.screen.process(b"\x1b[2J");
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Acts while the program is stopped, so that it receives everything at once, as on a busy
    /// machine.
    pub(crate) fn at_once(&mut self, act: impl FnOnce(&mut Player)) {
        let program = Pid::from_child(&self.child);
        kill_process(program, Signal::STOP).unwrap();
        waitpid(Some(program), WaitOptions::UNTRACED).unwrap();
        act(self);
        kill_process(program, Signal::CONT).unwrap();
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Reads until the screen satisfies the condition.
    pub(crate) fn wait(&mut self, wanted: impl Fn(&vt100::Screen) -> bool, what: &str) {
        let began = Instant::now();
        while !wanted(self.screen.screen()) {
            assert!(began.elapsed() < PATIENCE, "no {what} in\n{}", self.text());
            match self.output.recv_timeout(Duration::from_millis(50)) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => continue,
            }
        }
    }

    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait(|screen| screen.contents().contains(text), text);
    }

    /// Repeats an action until a text appears.
    pub(crate) fn wait_while(&mut self, text: &str, mut act: impl FnMut(&mut Player)) {
        let began = Instant::now();
        while !self.text().contains(text) {
            assert!(began.elapsed() < PATIENCE, "no {text} in\n{}", self.text());
            act(self);
            while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.screen.process(&bytes);
            }
        }
    }

    /// Waits for the program to end, and checks that the terminal was restored.
    pub(crate) fn end(mut self) -> ExitStatus {
        self.wait(
            |screen| {
                !screen.alternate_screen()
                    && !screen.hide_cursor()
                    && screen.mouse_protocol_mode() == MouseProtocolMode::None
            },
            "restored terminal",
        );
        let status = self.child.wait().unwrap();
        while let Ok(bytes) = self.output.try_recv() {
            self.screen.process(&bytes);
        }
        assert!(!self.screen.screen().alternate_screen() && !self.screen.screen().hide_cursor());
        status
    }
}
