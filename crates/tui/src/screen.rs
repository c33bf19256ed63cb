//! The terminal: taken over at the start, given back at the end, whatever that is.

use std::io::{self, Write, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::cursor;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::app::{App, Event};
use crate::input::next_event;
use crate::picture::Picture;
use crate::source::Source;
use crate::thinker::Thinker;
use crate::{Config, PlayError};
use ennead_game::Random;

/// How long nothing happens before the picture of someone who thinks changes.
const TICK: Duration = Duration::from_millis(100);

/// How long the screen has to end by itself after a signal.
const GRACE: Duration = Duration::from_millis(500);

/// Plays on the full screen until the person leaves.
///
/// The terminal is given back at the end: also after an error, a panic, Ctrl-C or a signal that ends the program.
pub fn play_on_screen(config: &Config) -> Result<(), PlayError> {
    let (app, question) = App::new(config)?;
    let thinker = Thinker::start(Source::new(config.seed)?.next_u64());
    if let Some(question) = question {
        thinker.ask(question);
    }
    let signals = signals()?;
    let held = Held::take()?;
    let app = run(app, &thinker, &signals)?;
    drop(held);
    if let Some(record) = app.record() {
        writeln!(stdout(), "record: {record}")?;
    }
    Ok(())
}

fn run(mut app: App, thinker: &Thinker, signals: &AtomicBool) -> io::Result<App> {
    let mut picture = Picture::new()?;
    picture.draw(|frame| app.render(frame))?;
    while !app.is_over() && !signals.load(Ordering::Relaxed) {
        let mut events: Vec<Event> = thinker.answers.try_iter().map(Event::Answer).collect();
        match next_event(TICK)? {
            Some(input) => events.push(Event::Input(input)),
            None if app.is_thinking() => events.push(Event::Tick),
            None => {}
        }
        if events.is_empty() && !picture.is_spoiled()? {
            continue;
        }
        for event in events {
            if let Some(question) = app.update(event) {
                thinker.ask(question);
            }
        }
        picture.draw(|frame| app.render(frame))?;
    }
    Ok(app)
}

/// A flag that a signal to end raises.
///
/// A terminal that is gone never lets go of whoever waits for its next event, so that the flag alone would not be seen: if the program
/// has not ended soon after a signal, the thread that waits for signals ends it.
fn signals() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT])?;
        let raised = Arc::clone(&flag);
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                raised.store(true, Ordering::Relaxed);
                thread::sleep(GRACE);
                give_back();
                // What a shell reports for a program that a signal has ended.
                std::process::exit(128 + signal);
            }
        });
    }
    Ok(flag)
}

/// The terminal while it is ours.
struct Held;

impl Held {
    fn take() -> io::Result<Held> {
        give_back_on_panic();
        let held = Held;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
        Ok(held)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        give_back();
    }
}

/// Leaves the terminal as it was; there is nobody to tell where that fails.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// A panic's message belongs on the terminal as it was. Other threads report theirs to the screen's own thread.
fn give_back_on_panic() {
    let screen = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen {
            give_back();
            before(info);
        }
    }));
}
