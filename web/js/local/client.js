// The page's side of the worker: calls and connections as messages.

import { siteUrl } from "../site.js";

/**
 * @typedef {{send(bytes: Uint8Array): void, close(): void}} Connection
 * @typedef {{frame(bytes: ArrayBuffer): void, lost(): void}} Receiver
 */

const worker = new Worker(siteUrl("js/local/worker.js"), { type: "module" });
/** @type {Map<number, (answer: {status: number, json: string}) => void>} */
const calls = new Map();
/** @type {Map<number, Receiver>} */
const receivers = new Map();
let last = 0;

worker.addEventListener("message", ({ data }) => {
  if (data.kind === "answer") {
    calls.get(data.key)?.(data);
    calls.delete(data.key);
  } else if (data.kind === "frame") {
    receivers.get(data.connection)?.frame(data.bytes);
  } else if (data.kind === "lost") {
    const lost = [...receivers.values()];
    receivers.clear();
    for (const receiver of lost) receiver.lost();
  }
});

// From the next visit on, the pages work offline. A browser without service workers needs the
// network each time.
void navigator.serviceWorker?.register(siteUrl("/sw.js")).catch(() => {});

/**
 * @param {string} path
 * @param {RequestInit} init
 */
export async function request(path, init) {
  const key = ++last;
  const { signal } = init;
  signal?.throwIfAborted();
  const token = new Headers(init.headers).get("authorization")?.replace(/^Bearer /, "") ?? null;
  const body = typeof init.body === "string" ? JSON.parse(init.body) : null;
  const answer = await new Promise((resolve, reject) => {
    calls.set(key, resolve);
    signal?.addEventListener("abort", () => {
      calls.delete(key);
      reject(signal.reason);
    });
    worker.postMessage({ kind: "request", key, method: init.method ?? "GET", path, token, body });
  });
  const ok = answer.status >= 200 && answer.status < 300;
  return { ok, status: answer.status, json: async () => JSON.parse(answer.json) };
}

/** @param {Receiver} receiver @returns {Connection} */
export function connect(receiver) {
  const connection = ++last;
  receivers.set(connection, receiver);
  return {
    send: (bytes) => worker.postMessage({ kind: "frame", connection, bytes }),
    close() {
      receivers.delete(connection);
      worker.postMessage({ kind: "close", connection });
    },
  };
}
