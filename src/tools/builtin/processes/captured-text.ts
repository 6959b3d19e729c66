import type { CapturedOutput } from '../../sandbox/sandbox.ts';

/** An output as text; where something was left out, a line of its own says how much. */
export function capturedText({ head, tail, totalBytes }: CapturedOutput): string {
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const leftOut = totalBytes - head.length - tail.length;
  if (leftOut <= 0) return decode(joined(head, tail));
  return `${decode(head)}\n[… ${leftOut} bytes are left out here …]\n${decode(tail)}`;
}

/** Whether something of it is missing. */
export function isCut({ head, tail, totalBytes }: CapturedOutput): boolean {
  return head.length + tail.length < totalBytes;
}

/** A character may lie across the two. */
function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  return tail.length === 0 ? head : Buffer.concat([head, tail]);
}
