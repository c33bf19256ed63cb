//! A match on a server, line by line.

use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use super::{ServedMatch, ServerAction, ServerEvent, ServerLink};
use crate::board::{Board, BoardUpdate, ListBoard};
use crate::{ClientError, PlayableGame};

const COMMANDS: &str = "\
resign   give the game up, or call it off while a seat is open
draw     offer a draw, or accept one
takeback take your last move back, ask for it, or grant it
decline  decline an offer, or a takeback
rematch  play again once it is over
board    show the board again
rules    how to play
help     this list
quit     leave";

/// How often lines and events are polled.
const TICK: Duration = Duration::from_millis(20);

/// Plays on a server line by line until the user leaves, the input ends or the match is over.
///
/// Input is read by a dedicated thread, which ends with the program.
pub fn play_in_lines_on_server(
    game: PlayableGame,
    link: &ServerLink,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), ClientError> {
    let lines = read_lines(input);
    Lines { game, link, board: None, served: None, output }.play(&lines)
}

fn read_lines(input: impl BufRead + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in input.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

struct Lines<'a> {
    game: PlayableGame,
    link: &'a ServerLink,
    board: Option<Box<dyn Board>>,
    served: Option<ServedMatch>,
    output: &'a mut dyn Write,
}

impl Lines<'_> {
    fn play(&mut self, lines: &Receiver<String>) -> Result<(), ClientError> {
        loop {
            match self.link.events.recv_timeout(TICK) {
                Ok(ServerEvent::Match(served)) => self.show(*served)?,
                Ok(ServerEvent::Say(text)) => writeln!(self.output, "{text}")?,
                Ok(ServerEvent::Gone(text)) => return Err(ClientError::Server(text)),
                Err(_) if self.served.is_none() => continue,
                Err(_) => match lines.try_recv() {
                    Ok(line) if !self.handle_line(line.trim())? => return Ok(()),
                    Ok(_) | Err(TryRecvError::Empty) => {}
                    Err(TryRecvError::Disconnected) => return Ok(()),
                },
            }
            self.output.flush()?;
        }
    }

    fn show(&mut self, served: ServedMatch) -> Result<(), ClientError> {
        if self.served.as_ref() == Some(&served) {
            return Ok(());
        }
        if self.served.as_ref().is_none_or(|before| before.title != served.title) {
            writeln!(self.output, "{}\n{}", served.title, served.link)?;
        }
        let board = self.board.get_or_insert_with(|| match served.seat {
            Some(_) => (self.game.board)(),
            None => Box::<ListBoard>::default(),
        });
        board.update(&BoardUpdate::served(&served));
        let last = served.log.last().map(|line| format!("\n{line}")).unwrap_or_default();
        let text = match served.seat {
            Some(_) => board.text(),
            None => (self.game.board)().watched(&served.view),
        };
        let text = text.unwrap_or_else(|| served.drawing.clone());
        let gap = if text.ends_with('\n') { "" } else { "\n" };
        let declined = self.served.as_ref().and_then(|before| served.declined_since(before));
        let declined = declined.map(|text| format!(" {text}")).unwrap_or_default();
        writeln!(self.output, "{last}\n{text}{gap}{}{declined}", served.status())?;
        self.served = Some(served);
        Ok(())
    }

    /// Carries out a line of input; returns whether to continue.
    fn handle_line(&mut self, line: &str) -> Result<bool, ClientError> {
        let act = |action| (self.link.act)(action);
        match line {
            "" => {}
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => writeln!(self.output, "{COMMANDS}")?,
            "rules" => writeln!(self.output, "{}", self.game.rules().trim())?,
            "board" => {
                if let Some(served) = self.served.take() {
                    self.show(served)?;
                }
            }
            "resign" => act(ServerAction::Resign),
            "draw" => act(ServerAction::Draw),
            "takeback" => act(ServerAction::Takeback),
            "decline" => {
                act(self.served.as_ref().map_or(ServerAction::Decline, ServedMatch::decline));
            }
            "rematch" => act(ServerAction::Rematch),
            text => {
                let ply = self.served.as_ref().map_or(0, |served| served.ply);
                match self.board.as_ref().and_then(|board| board.read_move(text)) {
                    Some(Err(why)) => writeln!(self.output, "{why}")?,
                    Some(Ok(text)) => act(ServerAction::Move { ply, text }),
                    None => act(ServerAction::Move { ply, text: text.into() }),
                }
            }
        }
        Ok(true)
    }
}
