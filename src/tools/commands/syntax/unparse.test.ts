import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { parseShell } from './parse.ts';
import { ACCEPTED } from '../../../../test/support/shell-samples.ts';
import { unparse } from './unparse.ts';

const rows = readFileSync(join(import.meta.dirname, '../../../../test/fixtures/commands-own.jsonl'), 'utf8').trim().split('\n');
const inputs = rows.map((line) => (JSON.parse(line) as { input: string }).input).filter((input) => !input.includes('{{REPEAT'));

describe('writing a tree as a script', () => {
  it('gives a script that is read as the same tree', verifies('KEL-CMD-08'), () => {
    const readable = [...ACCEPTED, ...inputs].flatMap((text) => {
      const parsed = parseShell(text);
      return parsed.ok ? [{ text, script: parsed.script }] : [];
    });
    expect(readable.length).toBeGreaterThan(3_000);
    const again = readable.map(({ script }) => parseShell(unparse(script)));
    expect(readable.filter(({ script }, index) => JSON.stringify(again[index]) !== JSON.stringify({ ok: true, script })).map(({ text, script }) => ({ text, written: unparse(script) }))).toEqual([]);
  });
});
