//! Full-screen play: takes over the terminal and always restores it.

use std::io::{self, Write, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ennead_game::Random;
use ratatui::crossterm::cursor;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::app::{App, AppEvent};
use crate::bot_thread::BotThread;
use crate::entropy::Entropy;
use crate::served::{ServedReply, ServedScreen, ServerEvent, ServerLink};
use crate::terminal_display::TerminalDisplay;
use crate::terminal_input::TerminalInput;
use crate::{ClientError, Config, PlayableGame};

/// How often the spinner turns while a bot thinks.
const TICK: Duration = Duration::from_millis(100);

/// How long the screen may take to end by itself after a signal.
const GRACE: Duration = Duration::from_millis(500);

/// Plays full-screen until the user leaves.
///
/// The terminal is restored at the end, even after an error, a panic, Ctrl-C or a signal.
pub fn play_on_screen(config: &Config) -> Result<(), ClientError> {
    let (app, request) = App::new(config)?;
    let bots = BotThread::start(Entropy::new(config.seed)?.next_u64(), config.beat);
    if let Some(request) = request {
        bots.ask(request);
    }
    let signals = signals()?;
    let guard = TerminalGuard::take()?;
    let app = run(app, &bots, &signals)?;
    drop(guard);
    if let Some(record) = app.record() {
        writeln!(stdout(), "record: {record}")?;
    }
    Ok(())
}

/// Plays a match on a server full-screen until the user leaves.
///
/// The terminal is restored at the end, as by [`play_on_screen`].
pub fn play_on_server(game: PlayableGame, link: &ServerLink) -> Result<(), ClientError> {
    let gone = |text: String| Err(ClientError::Server(text));
    // Report an unreachable server before taking over the terminal.
    let served = loop {
        match link.events.recv() {
            Ok(ServerEvent::Match(served)) => break *served,
            Ok(ServerEvent::Say(_)) => {}
            Ok(ServerEvent::Gone(text)) => return gone(text),
            Err(_) => return gone("the connection has ended".into()),
        }
    };
    let signals = signals()?;
    let guard = TerminalGuard::take()?;
    let ended = run_served(ServedScreen::new(game, served), link, &signals);
    drop(guard);
    ended?.map_or(Ok(()), gone)
}

/// Runs until the user leaves or there is a reason to end.
fn run_served(
    mut screen: ServedScreen,
    link: &ServerLink,
    signals: &AtomicBool,
) -> io::Result<Option<String>> {
    let mut display = TerminalDisplay::new()?;
    let input = TerminalInput::start();
    let mut is_changed = true;
    while !signals.load(Ordering::Relaxed) {
        if is_changed || display.is_damaged()? {
            display.draw(|frame| screen.render(frame.area(), frame.buffer_mut()))?;
        }
        is_changed = false;
        if let Some(event) = input.next(TICK)? {
            is_changed = true;
            match screen.input(&event) {
                ServedReply::Nothing => {}
                ServedReply::Act(action) => (link.act)(action),
                ServedReply::Leave => return Ok(None),
            }
        }
        for event in link.events.try_iter() {
            is_changed = true;
            if let Some(reason) = screen.take(event) {
                return Ok(Some(reason));
            }
        }
    }
    Ok(None)
}

fn run(mut app: App, bots: &BotThread, signals: &AtomicBool) -> io::Result<App> {
    let mut display = TerminalDisplay::new()?;
    let input = TerminalInput::start();
    display.draw(|frame| app.render(frame))?;
    while !app.is_over() && !signals.load(Ordering::Relaxed) {
        let mut events: Vec<AppEvent> =
            bots.responses.try_iter().map(AppEvent::BotResponse).collect();
        match input.next(TICK)? {
            Some(input) => events.push(AppEvent::Input(input)),
            None if app.is_thinking() => events.push(AppEvent::Tick),
            None => {}
        }
        if events.is_empty() && !display.is_damaged()? {
            continue;
        }
        for event in events {
            if let Some(request) = app.update(event) {
                bots.ask(request);
            }
        }
        display.draw(|frame| app.render(frame))?;
    }
    Ok(app)
}

/// A flag that is set by termination signals.
///
/// Waiting for an event of a terminal that is gone never returns, so the flag alone might go
/// unnoticed: if the program has not ended soon after a signal, the thread that handles signals
/// ends it.
fn signals() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ennead_platform::on_termination(move |status| {
        raised.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        restore_terminal();
        std::process::exit(status);
    })?;
    Ok(flag)
}

/// Keeps the terminal in full-screen mode and restores it on drop.
struct TerminalGuard;

impl TerminalGuard {
    fn take() -> io::Result<TerminalGuard> {
        restore_on_panic();
        let guard = TerminalGuard;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
        Ok(guard)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Restores the terminal. A failure cannot be reported anywhere.
fn restore_terminal() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// Prints a panic's message on the restored terminal. Panics of other threads, those of bots, are
/// caught there and reported on the screen.
fn restore_on_panic() {
    let screen = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen {
            restore_terminal();
            before(info);
        }
    }));
}
