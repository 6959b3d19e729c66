import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { passesLuhn } from '../checks/checksums.ts';
import { checkText } from '../redact.ts';

/** Leading digits (first and last, included) and lengths of every network we know. */
const NETWORKS: readonly [string, string, readonly number[]][] = [
  ['4', '4', [13, 16, 19]],
  ['51', '55', [16]],
  ['2221', '2720', [16]],
  ['34', '34', [15]],
  ['37', '37', [15]],
  ['6011', '6011', [16, 19]],
  ['644', '649', [16, 19]],
  ['65', '65', [16, 19]],
  ['300', '305', [14, 16]],
  ['309', '309', [14, 16]],
  ['36', '36', [14, 16]],
  ['38', '39', [14, 16]],
  ['3528', '3589', [16, 19]],
  ['62', '62', [16, 17, 18, 19]],
  ['81', '81', [16, 17, 18, 19]],
  ...['5018', '5020', '5038', '5893', '6304', '6759'].map((prefix): [string, string, number[]] => [prefix, prefix, [13, 14, 15, 16, 17, 18, 19]]),
  ['6761', '6763', [13, 14, 15, 16, 17, 18, 19]],
  ['2200', '2204', [16, 17, 18, 19]],
  ['60', '60', [16]],
  ['508', '508', [16]],
];

function isKnown(digits: string): boolean {
  return NETWORKS.some(
    ([from, to, lengths]) => lengths.includes(digits.length) && digits.slice(0, from.length) >= from && digits.slice(0, to.length) <= to,
  );
}

/** A number with these leading digits, this length and a right check digit. */
function cardLike(prefix: string, length: number): string {
  const body = prefix.padEnd(length - 1, '0');
  return body + [...'0123456789'].find((check) => passesLuhn(body + check));
}

function isCard(text: string): boolean {
  return checkText(text).spans.some((span) => span.type === 'CREDIT_CARD' && span.end - span.start === text.length && span.severity === 'high');
}

const EDGES = NETWORKS.flatMap(([from, to]) => [from, to, String(Number(from) - 1), String(Number(to) + 1)]);

describe('cards', () => {
  it('are taken from the ranges and lengths of the networks, edges included, and from no others', verifies('KEL-REDACTION-10'), () => {
    const numbers = [...new Set(EDGES)].flatMap((prefix) => [12, 13, 14, 15, 16, 17, 18, 19].map((length) => cardLike(prefix, length)));
    expect(numbers.map((number) => [number, isCard(number)])).toEqual(numbers.map((number) => [number, isKnown(number)]));
  });

  it('need a right check digit', verifies('KEL-REDACTION-10'), () => {
    expect([...'0123456789'].map((check) => isCard(`411111111111111${check}`))).toEqual([false, true, false, false, false, false, false, false, false, false]);
  });
});
