/** The content of a file that is written piece by piece. */
export class GrowingFile {
  #bytes = Buffer.alloc(64 * 1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** What was never written reads as zeros. */
  resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(size, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }

  write(offset: number, bytes: Buffer): void {
    if (offset + bytes.length > this.#size) this.resize(offset + bytes.length);
    bytes.copy(this.#bytes, offset);
  }

  content(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#size));
  }
}
