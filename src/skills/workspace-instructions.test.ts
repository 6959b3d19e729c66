import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { foldersTo } from './instruction-files.ts';
import { INSTRUCTION_CHARS_MAX, instructionsFor, type InstructionReader } from './workspace-instructions.ts';

const FILES: Readonly<Record<string, string>> = {
  'CLAUDE.md': 'For the root.',
  'api/AGENTS.md': 'For the api.',
  'api/v2/CLAUDE.md': 'For the second version.',
  'web/CLAUDE.md': 'For the web.',
  '.claude/rules/style.md': 'Everywhere.',
  '.claude/rules/deep/api.md': '---\npaths: api/**/*.ts\n---\nOnly for code of the api.',
  '.claude/rules/notes.txt': 'No rule.',
  'api/.claude/rules/routes.md': '---\npaths: routes/*\n---\nFor routes.',
  'web/.claude/rules/css.md': 'For styles.',
};
const over = (files: Readonly<Record<string, string>>): InstructionReader => ({ readFile: async (path) => files[path], filesBelow: async (folder) => Object.keys(files).filter((path) => path.startsWith(`${folder}/`)) });
const found = async (touched: readonly string[], told: readonly string[] = []) => (await instructionsFor(touched, new Set(told), over(FILES))).map(({ path }) => path);

describe('instructions of a workspace', () => {
  it('are told where the work has come to, the widest first, and those of the root not again', verifies('MAH-11B-2', 'KEL-SESSION-04'), async () => {
    expect(await found(['api/v2/a.ts'])).toEqual(['.claude/rules/deep/api.md', '.claude/rules/style.md', 'api/AGENTS.md', 'api/v2/CLAUDE.md']);
    expect(await found(['README.md'])).toEqual(['.claude/rules/style.md']);
    expect(await found(['api/routes/x.py'])).toEqual(['.claude/rules/style.md', 'api/AGENTS.md', 'api/.claude/rules/routes.md']);
    expect(await found(['web'])).toEqual(['.claude/rules/style.md', 'web/CLAUDE.md', 'web/.claude/rules/css.md']);
  });

  it('are told once', verifies('MAH-11B-2', 'KEL-SESSION-04'), async () => {
    const first = await found(['api/v2/a.ts']);
    expect(await found(['api/v2/b.ts', 'api/v2/a.ts'], first)).toEqual([]);
    expect(await found(['api/routes/x.ts'], first)).toEqual(['api/.claude/rules/routes.md']);
  });

  it('come without the head of a rule, and never cut in the middle', verifies('KEL-SESSION-04'), async () => {
    const [rule] = await instructionsFor(['api/a.ts'], new Set(), over(FILES));
    expect(rule).toEqual({ path: '.claude/rules/deep/api.md', text: 'Only for code of the api.' });
    const [long] = await instructionsFor(['a/b'], new Set(), over({ 'a/AGENTS.md': 'x'.repeat(INSTRUCTION_CHARS_MAX + 1) }));
    expect(long?.text).toBe(`This file has ${INSTRUCTION_CHARS_MAX + 1} characters, too many to be told here; read it with a tool.`);
    expect(await instructionsFor(['a/b'], new Set(), over({ 'a/AGENTS.md': ' \n' }))).toEqual([]);
  });

  it('are looked for in no folder above the root', verifies('KEL-SESSION-04'), () => {
    expect([foldersTo('a/b/c.txt'), foldersTo('../x'), foldersTo('/etc/passwd'), foldersTo('./a/../b')]).toEqual([['.', 'a', 'a/b', 'a/b/c.txt'], ['.'], ['.'], ['.', 'b']]);
  });
});
