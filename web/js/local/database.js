// The matches of this browser in IndexedDB. Each has a version, so two tabs never overwrite each
// other's moves.

const STORE = "matches";

/** @typedef {{bytes: Uint8Array, version: number}} Kept */

/** Another tab has written a newer version. */
export class Conflict extends Error {}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The id of a match from its first eight bytes, as a key. @param {Uint8Array} bytes */
export const keyOf = (bytes) =>
  [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Database {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    /** The versions known to this tab. @type {Map<string, number>} */
    this.versions = new Map();
  }

  static async open() {
    const request = indexedDB.open("ennead", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const database = await result(request);
    // Do not block an upgrade by a later version of the site.
    database.onversionchange = () => database.close();
    return new Database(database);
  }

  /** All matches. @returns {Promise<Uint8Array[]>} */
  async all() {
    const store = this.database.transaction(STORE).objectStore(STORE);
    const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    this.versions = new Map(keys.map((key, at) => [String(key), values[at].version]));
    return values.map((/** @type {Kept} */ kept) => kept.bytes);
  }

  /** One match. @param {string} key @returns {Promise<Uint8Array | null>} */
  async one(key) {
    const store = this.database.transaction(STORE).objectStore(STORE);
    /** @type {Kept | undefined} */
    const kept = await result(store.get(key));
    if (kept) this.versions.set(key, kept.version);
    return kept?.bytes ?? null;
  }

  /**
   * Stores matches atomically; resolves once they are durable.
   * @param {Uint8Array[]} matches
   * @returns {Promise<string[]>} their keys
   */
  async keep(matches) {
    // Only the last state of a match counts.
    const newest = new Map(matches.map((bytes) => [keyOf(bytes), bytes]));
    const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Conflict("another tab moved"));
    });
    for (const [key, bytes] of newest) {
      const known = this.versions.get(key) ?? 0;
      const read = store.get(key);
      read.onsuccess = () => {
        if ((read.result?.version ?? 0) !== known) transaction.abort();
        else store.put({ bytes, version: known + 1 }, key);
      };
    }
    await done;
    for (const key of newest.keys()) this.versions.set(key, (this.versions.get(key) ?? 0) + 1);
    return [...newest.keys()];
  }
}
