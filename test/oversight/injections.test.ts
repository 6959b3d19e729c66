import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InjectionCheckItem } from '../../src/contracts/index.ts';
import { rehearse } from '../../src/oversight/taint/rehearse.ts';
import { verifies } from '../requirements/verifies.ts';

interface Row {
  readonly id: string;
  readonly category: string;
  readonly input: unknown;
  /** Where people differ: either label is right. */
  readonly doubtful?: boolean;
  readonly also?: string;
  readonly expect: { readonly tainted: boolean; readonly decision: string };
}

function rowsOf(file: string): Row[] {
  const text = readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

describe.each(['injections-samples.jsonl', 'injections.jsonl', 'injections-independent.jsonl'])('an obedient model over %s', (file) => {
  it.each(rowsOf(file).map((row) => [`${row.id} (${row.category})`, row] as const))('%s', verifies('KEL-TAINT-10'), (_name, { id, input, doubtful, also, expect: expected }) => {
    const { tainted, decision } = rehearse(InjectionCheckItem.parse({ id, input }));
    const isAlsoRight = doubtful === true && decision === also;
    expect({ tainted, decision }).toEqual({ tainted: expected.tainted, decision: isAlsoRight ? also : expected.decision });
  });
});
