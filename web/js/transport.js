// The transport to the service: a server over the network, or a worker in this browser. Pages use
// `api.js` and `socket.js`, which hide the difference.

import { isStatic, siteUrl } from "./site.js";

/** The client of the worker, loaded only on a static site. */
const local = isStatic ? import("./local/client.js") : null;

/**
 * Performs a call, like `fetch`.
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<{ok: boolean, status: number, json(): Promise<any>}>}
 */
export async function request(path, init) {
  return local ? (await local).request(path, init) : fetch(siteUrl(path), init);
}

/** Opens a socket for frames, with the interface of a WebSocket. */
export function openSocket() {
  if (local) return new LocalSocket(local);
  const socket = new WebSocket(siteUrl("/ws").replace(/^http/, "ws"));
  socket.binaryType = "arraybuffer";
  return socket;
}

/**
 * The subset of the WebSocket interface that this client uses, with the worker at the other end.
 */
export class LocalSocket extends EventTarget {
  /** @param {Promise<typeof import("./local/client.js")>} client */
  constructor(client) {
    super();
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {import("./local/client.js").Connection | null} */
    this.connection = null;
    client.then(
      ({ connect }) => this.opened(connect),
      () => this.lost(),
    );
  }

  /** @param {typeof import("./local/client.js").connect} connect */
  async opened(connect) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.connection = connect({
      frame: (bytes) => this.dispatchEvent(new MessageEvent("message", { data: bytes })),
      lost: () => this.lost(),
    });
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  lost() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event("close"));
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    this.connection?.send(bytes);
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    this.connection?.close();
  }
}
