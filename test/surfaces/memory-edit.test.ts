import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryTerminal, type EditedText, type Terminal } from '../../src/cli/index.ts';
import type { MemoryPreferencesReport } from '../../src/contracts/index.ts';
import { editText } from '../../src/main/person-editor.ts';
import { verifies } from '../requirements/verifies.ts';
import { toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';

const places: ToolsCommandLine[] = [];
afterEach(() => places.splice(0).forEach((place) => place.remove()));

function placeWith(): ToolsCommandLine {
  const place = toolsCommandLine();
  place.configure(UNCONFINED);
  places.push(place);
  return place;
}

/** Somebody at a terminal whose editor is a command of the shell. */
function atTerminal(editor: string | undefined): { readonly terminal: Terminal; readonly seen: () => string; readonly edited: () => EditedText | undefined } {
  const { terminal, out, error } = memoryTerminal('', { isInteractive: true });
  let last: EditedText | undefined;
  const edit: NonNullable<Terminal['edit']> = async (text, signal) => (last = await editText(text, editor, signal));
  return { terminal: { ...terminal, edit }, seen: () => out() + error(), edited: () => last };
}
const memory = (place: ToolsCommandLine): string => readFileSync(join(place.workspace, '.claude/memory.md'), 'utf8');

describe('keelson memory edit', () => {
  it('opens the preferences in the editor with what the person said to keep to, and says what changed', verifies('MAH-12E-1', 'MAH-12E-2', 'KEL-GRAPH-13', 'KEL-GRAPH-16'), async () => {
    const place = placeWith();
    place.write('a.txt', 'Ada\n');
    // However a run ends, what the person said was said.
    await place.keelson(['run', 'read file a.txt\nPlease always use pnpm.\nNever round.', '--unattended']);
    const { proposals } = JSON.parse((await place.keelson(['memory', 'edit', '--json'])).stdout) as MemoryPreferencesReport;
    expect(proposals.map(({ text, by }) => [text, by])).toEqual([['Please always use pnpm', 'rule'], ['Never round', 'rule']]);
    const first = atTerminal(`sed -i -e '/Never round/d' -e '1s/here/in this folder/'`);
    expect((await place.keelson(['memory', 'edit'], { terminal: first.terminal })).status).toBe(0);
    expect(first.seen()).toBe([`Saved ${place.workspace}/.claude/memory.md. Runs in this folder are told it when they begin.`, '+ # What to keep to in this folder', '+ - Please always use pnpm', '- # What to keep to here', 'Accepted: Please always use pnpm', 'Declined, and not proposed again: Never round', ''].join('\n'));
    expect(memory(place)).toBe('# What to keep to in this folder\n\n- Please always use pnpm\n');
    const again = atTerminal('true');
    await place.keelson(['memory', 'edit'], { terminal: again.terminal });
    expect(again.seen()).toBe(`${place.workspace}/.claude/memory.md is as it was.\n`);
  });

  it('says what is wrong and keeps what was written', verifies('KEL-GRAPH-16'), async () => {
    const place = placeWith();
    const secret = atTerminal(`sh -c 'echo "key AKIAIOSFODNN7EXAMPLE" >> "$0"'`);
    expect((await place.keelson(['memory', 'edit'], { terminal: secret.terminal })).status).not.toBe(0);
    expect(secret.seen()).toContain('[memory.preferences_invalid]');
    expect(secret.seen()).toContain('line 3 holds a key or a password');
    const edited = secret.edited();
    expect(edited !== undefined && 'file' in edited && readFileSync(edited.file, 'utf8')).toContain('AKIAIOSFODNN7EXAMPLE');
    if (edited !== undefined && 'file' in edited) await edited.discard();
    expect(existsSync(join(place.workspace, '.claude/memory.md'))).toBe(false);
    const meanwhile = atTerminal(`sh -c 'mkdir -p ${place.workspace}/.claude; echo other > ${place.workspace}/.claude/memory.md; echo mine >> "$0"'`);
    await place.keelson(['memory', 'edit'], { terminal: meanwhile.terminal });
    expect([meanwhile.seen().includes('[memory.preferences_changed]'), meanwhile.seen().includes('What you wrote is kept in'), memory(place)]).toEqual([true, true, 'other\n']);
  });

  it('needs a terminal and an editor, and says what to do without', verifies('KEL-GRAPH-16'), async () => {
    const place = placeWith();
    const none = await place.keelson(['memory', 'edit']);
    expect([none.status, none.stderr.includes('--stdin')]).toEqual([2, true]);
    const unset = atTerminal(undefined);
    await place.keelson(['memory', 'edit'], { terminal: unset.terminal });
    expect(unset.seen()).toContain('Set EDITOR or VISUAL');
    const failing = atTerminal('false');
    await place.keelson(['memory', 'edit'], { terminal: failing.terminal });
    expect(failing.seen()).toContain('did not end well: it ended with 1');
    const given = await place.keelson(['memory', 'edit', '--stdin', '--json'], { input: '- prefer tabs\n' });
    expect([given.status, JSON.parse(given.stdout)]).toMatchObject([0, { is_changed: true, added: ['- prefer tabs'] }]);
    expect(memory(place)).toBe('- prefer tabs\n');
  });
});

describe('keelson memory graph', () => {
  it('says where facts come from while there are none, shows what a run read, and names what may have been meant', verifies('KEL-GRAPH-08', 'KEL-GRAPH-11'), async () => {
    const place = placeWith();
    // Where a line is broken depends on how long the path is.
    expect((await place.keelson(['memory', 'graph'])).stdout.replaceAll(/\s+/g, ' ')).toContain('yet. When a run ends, facts are taken from');
    place.write('package.json', JSON.stringify({ name: 'ferry', engines: { node: '24' }, dependencies: { pier: '2.1.0' } }));
    await place.keelson(['run', 'read file package.json', '--unattended']);
    const { stdout } = await place.keelson(['memory', 'graph', 'FERRY', '--hops', '1']);
    // A long note goes on in the next line.
    const lines = stdout.split('\n').filter((line) => line.includes(' (') || !line.endsWith(')'));
    expect(lines.map((line) => line.split(' (')[0])).toEqual([expect.stringMatching(/^ferry as of .* · 4 things within 1 step$/), '  ferry uses node 24', '  ferry depends on pier 2.1.0', `  ${place.workspace} holds ferry`, '']);
    const wrong = await place.keelson(['memory', 'graph', 'ferri']);
    expect([wrong.status === 0, wrong.stderr]).toEqual([false, expect.stringContaining('Nothing is known of ferri. Known are: ferry.')]);
    expect((await place.keelson(['memory', 'graph', 'ferry', '--at', 'soon'])).stderr).toContain('"soon" is no time');
    expect((await place.keelson(['memory', 'graph', 'ferry', '--at', '2020-01-01'])).stdout).toContain('ferry as of 2020-01-01');
  });
});
