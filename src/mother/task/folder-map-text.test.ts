import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, taskRig } from '../../../test/support/task-rig.ts';
import { estimateTokens } from '../../models/index.ts';
import type { FolderMap } from '../../tools/index.ts';
import { FOLDER_MAP_TOKENS_MAX, folderMapText, type MappedFolder } from './folder-map-text.ts';
import type { TaskPorts, TaskWish } from './task-ports.ts';

const NOTHING = { first: [], total: 0 };
const MAP: MappedFolder = {
  files: 214,
  kinds: { first: [{ ending: '.ts', files: 120 }, { ending: '', files: 3 }], total: 6 },
  folders: { first: [{ path: 'src', files: 120 }, { path: 'src/cli', files: 40 }], total: 2 },
  notable: { first: ['README.md', 'package.json'], total: 2 },
  tests: { files: 60, folders: { first: ['test', '.'], total: 2 } },
  passed_over: { first: ['node_modules'], total: 1 },
  sensitive_files: 2,
  is_cut: true,
};

/** The folder as a planner is told of it, in a run of this engine. */
async function toldOf(wish: Partial<TaskWish>, ports: Partial<TaskPorts> = {}): Promise<{ contexts: string[]; mapped: number }> {
  const contexts: string[] = [];
  let mapped = 0;
  const rig = await taskRig({ turns: [{ answer: [finishes('Nothing.')] }], engine: () => ({ plan: async ({ context }) => (contexts.push(context), { decision: 'impossible', reason: 'Only looking.' }) }) });
  const folder: FolderMap = { files: 1, kinds: NOTHING, folders: NOTHING, notable: { first: ['notes.txt'], total: 1 }, tests: { files: 0, folders: NOTHING }, passedOver: { first: ['dist'], total: 1 }, sensitiveFiles: 1, isCut: false };
  await rig.run(wish, { listWorkspace: async () => ({ names: ['notes.txt'], more: false }), mapWorkspace: async () => ((mapped += 1), folder), ...ports });
  return { contexts, mapped };
}

describe('a planner that is a model', () => {
  it('is told what the whole folder holds, and others only what lies at its top', verifies('KEL-RUN-16'), async () => {
    const top = 'The folder holds: notes.txt.';
    expect(await toldOf({})).toEqual({ contexts: [`${top}\nFiles below it: 1.\nTo look at first: notes.txt.\nNot looked into: dist/.\nLeft out for their names, which stand for secrets: 1 files.`], mapped: 1 });
    expect(await toldOf({ engine: 'offline' })).toEqual({ contexts: [top], mapped: 0 });
    expect(await toldOf({}, { listWorkspace: async () => ({ names: [], more: false }) })).toEqual({ contexts: [''], mapped: 0 });
    // A run of before maps were made is gone on with as it was.
    expect(await toldOf({}, { mapWorkspace: undefined as never })).toEqual({ contexts: [top], mapped: 0 });
  });
});

describe('what a planner is told of a folder', () => {
  it('is counts, the names that matter, and what was left out', verifies('KEL-RUN-16'), () => {
    expect(folderMapText(MAP)).toBe(
      [
        'Files below it: 214 looked at; there are more.',
        'By the ends of their names: .ts 120, without one 3, and 4 more.',
        'By folder: src/ 120, src/cli/ 40.',
        'To look at first: README.md, package.json.',
        'Tests, by their names: 60 files, in test/, the folder itself.',
        'Not looked into: node_modules/.',
        'Left out for their names, which stand for secrets: 2 files.',
      ].join('\n'),
    );
    expect(folderMapText({ files: 1, kinds: NOTHING, folders: NOTHING, notable: NOTHING, tests: { files: 0, folders: NOTHING }, passed_over: NOTHING, sensitive_files: 0, is_cut: false })).toBe('Files below it: 1.');
  });

  it('shows no sign that does not print, no key, and no more than the beginning of a long name', verifies('KEL-RUN-16'), () => {
    const named = (path: string) => folderMapText({ ...MAP, notable: { first: [path], total: 1 } }).split('\n')[3];
    expect(named('a\nb\u2028c\u202Ed')).toBe('To look at first: a\u{FFFD}b\u{FFFD}c\u{FFFD}d.');
    expect(named('x'.repeat(81))).toBe(`To look at first: ${'x'.repeat(80)}….`);
    expect(named('sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH')).not.toContain('abcdefghij');
  });

  it('always fits, and whatever is not named is counted', verifies('KEL-RUN-16'), () => {
    const names = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), { maxLength: 20 });
    const some = fc.tuple(names, fc.nat(1_000)).map(([first, more]) => ({ first, total: first.length + more }));
    fc.assert(
      fc.property(some, some, some, (kinds, folders, notable) => {
        const text = folderMapText({ ...MAP, kinds: { ...kinds, first: kinds.first.map((ending) => ({ ending, files: 1 })) }, folders: { ...folders, first: folders.first.map((path) => ({ path, files: 1 })) }, notable });
        expect(text).not.toBe('');
        expect(estimateTokens(text, 'other')).toBeLessThanOrEqual(FOLDER_MAP_TOKENS_MAX);
      }),
      { numRuns: 100 },
    );
    const wide = Array.from({ length: 20 }, (_, at) => `${'港'.repeat(79)}${at % 10}`);
    expect(folderMapText({ ...MAP, notable: { first: wide, total: 20 } }).split('\n')[3]).toMatch(/, and (?:8|12|15|17|19) more\.$/u);
  });
});
