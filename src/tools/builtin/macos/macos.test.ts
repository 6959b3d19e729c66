import { describe, expect, it } from 'vitest';
import { applescriptTool } from './applescript.ts';
import { shortcutsTool } from './shortcuts.ts';

const place = { workspace: '/w', home: '/Users/ann', platform: 'darwin', ownState: [] };
const ended = { head: new Uint8Array(), tail: new Uint8Array(), totalBytes: 0 };

describe('tools for a Mac', () => {
  it('need a yes each time, and tell their exact words', () => {
    const script = 'tell application "Mail" to quit';
    expect(applescriptTool.intentions({ script }, place)).toEqual([{ kind: 'program', argv: ['osascript', '-e', script], currentFolder: '/w', environment: {} }]);
    expect(shortcutsTool.intentions({ name: 'Make tea', input: 'green' }, place)).toEqual([{ kind: 'program', argv: ['shortcuts', 'run', 'Make tea'], currentFolder: '/w', environment: {} }]);
    const rules = [applescriptTool, shortcutsTool].map(({ definition: { priority, side_effects, approval_required } }) => ({ priority, side_effects, approval_required }));
    expect(rules).toEqual([
      { priority: 60, side_effects: 'destructive', approval_required: true },
      { priority: 55, side_effects: 'destructive', approval_required: true },
    ]);
  });

  it('are offered only on macOS and where their program is', async () => {
    const offered = (platform: string, isThere: boolean) => Promise.all([applescriptTool, shortcutsTool].map((tool) => tool.availability?.({ place: { ...place, platform }, hasProgram: () => Promise.resolve(isThere) })));
    expect(await offered('darwin', true)).toEqual([{ isAvailable: true }, { isAvailable: true }]);
    expect(await offered('darwin', false)).toEqual(['osascript', 'shortcuts'].map((name) => ({ isAvailable: false, reason: `The program ${name} is not there.` })));
    expect(await offered('linux', true)).toEqual([1, 2].map(() => ({ isAvailable: false, reason: 'This works on macOS only.' })));
  });

  it('hand the input of a shortcut over on standard input, and take no name for an option', async () => {
    const runs: unknown[] = [];
    const hands = { place, run: (run: unknown) => (runs.push(run), Promise.resolve({ ending: 'exited', exitCode: 0, signal: null, stdout: ended, stderr: ended, durationMs: 1 })) };
    await shortcutsTool.perform({ name: 'Make tea', input: 'green' }, hands as never);
    expect(runs).toEqual([{ argv: ['shortcuts', 'run', 'Make tea'], currentFolder: '/w', environment: {}, input: 'green' }]);
    expect(['-x', '', 'a\0b'].filter((name) => shortcutsTool.input?.safeParse({ name }).success)).toEqual([]);
    expect(['', 'a\0b', 'x'.repeat(100_001)].filter((script) => applescriptTool.input?.safeParse({ script }).success)).toEqual([]);
  });
});
