import type { CapturedOutput } from './sandbox.ts';

/** Takes what a program writes and keeps its beginning and its end. */
export interface OutputCapture {
  push(chunk: Uint8Array): void;
  /** What is kept at this moment; later chunks do not change what was given. */
  captured(): CapturedOutput;
}

export interface CaptureRoom {
  readonly headBytes: number;
  readonly tailBytes: number;
}

/** Half for the beginning, which says what was started, and half for the end, which says how it went. */
export function headAndTail(bytesMax: number): CaptureRoom {
  const headBytes = Math.floor(bytesMax / 2);
  return { headBytes, tailBytes: bytesMax - headBytes };
}

/** The end is kept in a ring, so that a program which writes for hours costs what one does that writes for a second. */
export function captureOutput({ headBytes, tailBytes }: CaptureRoom): OutputCapture {
  const head = growing(headBytes);
  let ring = new Uint8Array(0);
  let totalBytes = 0;

  function keepInRing(chunk: Uint8Array): void {
    if (tailBytes === 0) return;
    const kept = chunk.subarray(Math.max(0, chunk.length - tailBytes));
    const seen = totalBytes - head.length() + chunk.length - kept.length;
    ring = enlarged(ring, seen + kept.length, tailBytes);
    const at = seen % tailBytes;
    const first = kept.subarray(0, tailBytes - at);
    ring.set(first, at);
    ring.set(kept.subarray(first.length), 0);
  }

  return {
    push(chunk) {
      const taken = head.take(chunk);
      totalBytes += taken;
      const rest = chunk.subarray(taken);
      keepInRing(rest);
      totalBytes += rest.length;
    },
    captured() {
      const afterHead = totalBytes - head.length();
      const kept = Math.min(afterHead, tailBytes);
      const start = kept === 0 ? 0 : (afterHead - kept) % tailBytes;
      const tail = new Uint8Array(kept);
      const first = ring.subarray(start, Math.min(start + kept, tailBytes));
      tail.set(first, 0);
      tail.set(ring.subarray(0, kept - first.length), first.length);
      return { head: head.bytes(), tail, totalBytes };
    },
  };
}

/** Bytes up to a bound; memory is taken as they come. */
function growing(bytesMax: number): { take(chunk: Uint8Array): number; length(): number; bytes(): Uint8Array } {
  let buffer = new Uint8Array(0);
  let length = 0;
  return {
    take(chunk) {
      const taken = Math.min(chunk.length, bytesMax - length);
      buffer = enlarged(buffer, length + taken, bytesMax);
      buffer.set(chunk.subarray(0, taken), length);
      length += taken;
      return taken;
    },
    length: () => length,
    bytes: () => buffer.slice(0, length),
  };
}

/** At least twice as large as before, so that many small chunks do not copy everything each time. */
function enlarged(buffer: Uint8Array<ArrayBuffer>, needed: number, bytesMax: number): Uint8Array<ArrayBuffer> {
  if (buffer.length >= Math.min(needed, bytesMax)) return buffer;
  const larger = new Uint8Array(Math.min(bytesMax, Math.max(needed, buffer.length * 2)));
  larger.set(buffer);
  return larger;
}
