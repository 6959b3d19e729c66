import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Terminal } from '../../src/cli/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../support/tools-command-line.ts';

const ROOT = join(import.meta.dirname, '../..');

let place: ToolsCommandLine;
beforeEach(() => {
  place = toolsCommandLine();
});
afterEach(() => place.remove());

/** A screen on which both outputs appear as they come, with nobody who types. */
function screen(columns: number): { readonly terminal: Terminal; shown(): string } {
  let text = '';
  const write = async (part: string): Promise<void> => void (text += part);
  return { shown: () => text, terminal: { writeOut: write, writeError: write, async *readLines() {}, isInteractive: false, columns, colour: false } };
}

/** What differs from one run to the next is put in the same words; where lines break does not count. */
function tidied(text: string): string {
  return text
    .replaceAll(/run_[0-9A-Z]{26}/g, 'RUN')
    .replaceAll(/--key [0-9a-f]{12}/g, '--key KEY')
    .replaceAll(/\b(resume|undo|artifact|show) [0-9A-Z]{6}\b/g, '$1 ID')
    .replaceAll(/\b([A-Z][A-Za-z]+) [0-9A-Z]{6}\b/g, '$1 ID')
    .replaceAll(/\d+(?:\.\d+)? s\b/g, 'SECONDS')
    .replaceAll(/\d+ bytes/g, 'BYTES')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

describe('the runs that the documentation shows', () => {
  it('go as they are shown in running.md', verifies('KEL-SURF-11'), async () => {
    const [, command = '', transcript = ''] = /```\n\$ keelson run "([^"]+)"\n([^]*?)```/.exec(readFileSync(join(ROOT, 'docs/running.md'), 'utf8')) ?? [];
    place.write('a.txt', 'a TODO one\n');
    place.write('b.js', '// TODO two\n');
    const { terminal, shown } = screen(110);
    expect((await place.keelson(['run', command], { terminal })).status).toBe(0);
    expect(tidied(shown())).toBe(tidied(transcript));
  });
});
