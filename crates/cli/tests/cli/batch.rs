//! Batch input: one line of output for each line, in order.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::binary::{Run, ennead, feed};

#[test]
fn answers_every_line_in_order() {
    let run = feed(&["encode", "ttt.3t", "-"], b".........\nX........\n");
    assert_eq!(run, Run { status: 0, out: "2147484159\n2348810495\n".into(), err: String::new() });
}

#[test]
fn a_bad_line_is_reported_in_its_place() {
    let run = feed(&["encode", "ttt.3t", "-"], b".........\nnonsense\nX........\n");
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("error: line 2: a board has nine characters"), "{}", lines[1]);
    assert_eq!(lines[2], "2348810495");
}

#[test]
fn line_ends_may_have_carriage_returns_and_the_last_may_be_missing() {
    let run = feed(&["encode", "ttt.3t", "-"], b".........\r\nX........");
    assert_eq!((run.status, run.out.as_str()), (0, "2147484159\n2348810495\n"));
}

#[test]
fn an_empty_line_is_an_empty_input() {
    let run = feed(&["encode", "ttt.tiny", "-"], b"\n3 2 6\n\r\n");
    assert_eq!((run.status, run.out.as_str()), (0, "1\n1165\n1\n"));
    assert_eq!(feed(&["encode", "ttt.tiny", "-"], b"").out, "");
}

#[test]
fn invalid_utf8_is_reported() {
    let run = feed(&["encode", "ttt.3t", "-"], b"X..\xff\n\0\nX........\n");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(run.status, 1);
    assert_eq!(lines[0], "error: line 1: the line is not UTF-8 (byte 3)");
    assert!(lines[1].starts_with("error: line 2: "));
    assert_eq!(lines[2], "2348810495");
}

#[test]
fn decode_and_inspect_print_json() {
    let run = feed(&["decode", "ttt.3t", "-"], b"2147484159\n7\n");
    assert_eq!(run.status, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], r#"{"board":".........","to_move":"X","outcome":null}"#);
    assert!(lines[1].starts_with("error: line 2: "));
    let run = feed(&["inspect", "ttt.3t", "-"], b"2147484159\n");
    assert!(
        run.out.starts_with(r#"{"format":"ttt.3t","bits":32,"value":"2147484159","fields":[{"#)
    );
}

#[test]
fn converts_lines() {
    let run = feed(&["convert", "--from", "ttt.tiny", "--to", "ttt.3t", "-"], b"1\n16\n4310116\n");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[..2], ["2147484159", "2348810495"]);
    assert!(lines[2].starts_with("error: line 3: not a legal game"), "{}", lines[2]);
}

#[test]
fn output_is_flushed_before_waiting_for_input() {
    let mut child = ennead(&["encode", "ttt.3t", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        questions.write_all(b"X........\nX..").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, "2348810495\n");
        questions.write_all(b"......\n").unwrap();
        answer.clear();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, "2348810495\n");
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = ennead(&["encode", "ttt.3t", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeder =
        std::thread::spawn(move || while stdin.write_all(&b"X........\n".repeat(1000)).is_ok() {});
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 10]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// The peak memory of the program so far, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_huge_line_is_rejected_without_buffering_it() {
    let mut child = ennead(&["encode", "ttt.3t", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let megabyte = vec![b'X'; 1 << 20];
    for _ in 0..300 {
        stdin.write_all(&megabyte).unwrap();
    }
    stdin.write_all(b"\n.........\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "error: line 1: the line is longer than 64 MiB");
    assert_eq!(lines.next().unwrap().unwrap(), "2147484159");
    let peak = peak_memory(child.id());
    assert!(peak < 200 << 10, "{peak} KiB for a line of 300 MiB");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_lines() {
    let mut child = ennead(&["decode", "ttt.3t", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut lines = 0;
        let mut chunk = vec![0; 1 << 16];
        while let Ok(count @ 1..) = stdout.read(&mut chunk) {
            lines += chunk[..count].iter().filter(|byte| **byte == b'\n').count();
        }
        lines
    });
    let thousand = b"2147484159\n".repeat(1000);
    for _ in 0..200 {
        stdin.write_all(&thousand).unwrap();
    }
    let peak = peak_memory(child.id());
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(reader.join().unwrap(), 200_000);
    assert!(peak < 32 << 10, "{peak} KiB");
}
