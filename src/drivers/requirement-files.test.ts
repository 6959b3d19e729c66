import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { VALIDATION_CODES } from '../contracts/index.ts';
import { requirementFiles } from './requirement-files.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function folderWith(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-requirements-'));
  folders.push(folder);
  for (const [name, value] of Object.entries(files)) {
    await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  }
  return folder;
}

const row = { id: 'R-1', seed: 'ART', section: '1', kind: 'rule', module: 'kernel', statement: 'It holds.' };

describe('requirementFiles', () => {
  it('joins the rows of all files with what proves them, and adds the validation codes', verifies('KEL-REQ-04'), async () => {
    const folder = await folderWith({
      'a.json': [row],
      'b.json': [{ ...row, id: 'R-2' }],
      'notes.txt': 'not a list',
      'done.json': { 'R-2': { enforced_by: ['src/a.ts#b'] } },
    });
    const all = await requirementFiles(folder).read();
    expect(all.slice(0, 2)).toEqual([
      { ...row, status: 'planned', enforced_by: [] },
      { ...row, id: 'R-2', status: 'done', enforced_by: ['src/a.ts#b'] },
    ]);
    const [code, meaning] = Object.entries(VALIDATION_CODES)[0] ?? [];
    expect(all).toHaveLength(2 + Object.keys(VALIDATION_CODES).length);
    expect(all[2]).toEqual({
      id: code,
      seed: 'ELN',
      section: meaning?.section,
      kind: 'validation_code',
      module: meaning?.module,
      statement: meaning?.meaning,
      status: 'planned',
      enforced_by: [],
    });
  });

  it.each([
    ['a file that is not JSON', { 'a.json': '[', 'done.json': {} }, 'a.json'],
    ['a row without a statement', { 'a.json': [{ ...row, statement: '' }], 'done.json': {} }, 'statement'],
    ['an id entered twice', { 'a.json': [row, row], 'done.json': {} }, 'the requirement R-1 is entered twice'],
    [
      'a proof of nothing',
      { 'a.json': [row], 'done.json': { 'R-8': { enforced_by: ['src/a.ts#b'] }, 'R-9': { enforced_by: ['src/a.ts#b'] } } },
      'done.json: no such requirement: R-8, R-9',
    ],
    ['a proof of one unknown thing', { 'a.json': [row], 'done.json': { 'R-9': { enforced_by: ['src/a.ts#b'] } } }, 'no such requirement: R-9'],
    ['a proof that names no declaration', { 'a.json': [row], 'done.json': { 'R-1': { enforced_by: ['src/a.ts'] } } }, 'expected file.ts#Declaration'],
    ['a missing list of proofs', { 'a.json': [row] }, 'done.json'],
  ])('refuses %s and says where', verifies('KEL-REQ-04'), async (_what, files, message) => {
    await expect(requirementFiles(await folderWith(files)).read()).rejects.toMatchObject({
      code: 'requirements.unreadable',
      message: expect.stringContaining(message) as string,
    });
  });
});
