import { describe, expect, it } from 'vitest';
import { checkText } from './redact.ts';

/** Texts that make a careless scanner look at the same place again and again. */
const HOSTILE = ['4', '4111 ', '1 2 ', '+', '@', 'a@a.', 'aB3', 'sk-ant-', 'eyJhbGciOiJIUzI1.', '-----BEGIN PRIVATE KEY-----', 'token=', 'a:', '[EMAIL_', 'born '];
const CHARS = 12_000;
const GROWTH = 8;

function processorMs(text: string): number {
  const before = process.cpuUsage();
  checkText(text);
  return process.cpuUsage(before).user / 1000;
}

function textOf(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

describe('hostile text', () => {
  it.each(HOSTILE)('of %j costs in proportion to its length', (piece) => {
    const short = textOf(piece, CHARS);
    const long = textOf(piece, CHARS * GROWTH);
    const shortMs = Math.min(...[1, 2, 3].map(() => processorMs(short)));
    // Work that grew with the square would cost sixty-four times as much; half of that is far above any noise.
    expect(processorMs(long)).toBeLessThan((shortMs + 2) * (GROWTH * GROWTH) * 0.5);
  });
});
