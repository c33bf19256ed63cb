// A sequential reader for the bytes of frames and board payloads.

export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get isDone() {
    return this.at >= this.bytes.length;
  }

  byte() {
    if (this.isDone) throw new Error(`the frame ends at byte ${this.at}`);
    return this.bytes[this.at++];
  }

  /** @param {number} count */
  take(count) {
    const { length } = this.bytes;
    if (this.at + count > length)
      throw new Error(`the frame ends at byte ${length}, before ${count} bytes from ${this.at}`);
    this.at += count;
    return this.bytes.slice(this.at - count, this.at);
  }

  rest() {
    return this.take(this.bytes.length - this.at);
  }

  /** UTF-8 text of `count` bytes; the rest by default. @param {number} [count] */
  text(count = this.bytes.length - this.at) {
    return new TextDecoder().decode(this.take(count));
  }

  /** A number of one, two or five bytes, as PROTOCOL.md defines it. */
  number() {
    const first = this.byte();
    if (first <= 0xbf) return first;
    if (first <= 0xdf) return 192 + ((first & 31) << 8) + this.byte();
    if (first !== 0xe0) throw new Error(`no number begins with ${first}`);
    const value = this.take(4).reduce((sum, byte) => sum * 256 + byte, 0);
    if (value < 8384) throw new Error(`${value} has a shorter encoding`);
    return value;
  }
}
