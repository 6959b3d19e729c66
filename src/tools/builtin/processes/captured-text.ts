import type { CapturedOutput } from '../../sandbox/sandbox.ts';

/** An output as text; where something was left out, a line of its own says how much. */
export function capturedText({ head, tail, totalBytes }: CapturedOutput): string {
  const leftOut = totalBytes - head.length - tail.length;
  if (leftOut === 0) return decode(Buffer.concat([head, tail]));
  return `${decode(head)}\n[… ${leftOut} bytes are left out here …]\n${decode(tail)}`;
}

/** Whether something of it is missing. */
export function isCut({ head, tail, totalBytes }: CapturedOutput): boolean {
  return head.length + tail.length < totalBytes;
}

/** The output up to where something is missing, for whoever reads it as data. */
export function textUntilCut(output: CapturedOutput): string {
  return isCut(output) ? decode(output.head) : capturedText(output);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
