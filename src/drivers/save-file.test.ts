import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { saveFile } from './save-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'keelson-save-'));
afterAll(() => rmSync(folder, { recursive: true }));
const refusal = (saved: Promise<void>): Promise<unknown> => saved.then(() => undefined, (error: unknown) => error);

describe('a result that is saved', () => {
  it('is written once, and never over something else', verifies('KEL-TRACE-05'), async () => {
    const file = join(folder, 'result.md');
    await saveFile(file, 'one\n');
    await saveFile(file, 'one\n');
    expect(await refusal(saveFile(file, 'two\n'))).toMatchObject({ code: 'path.exists', data: { path: file } });
    expect(readFileSync(file, 'utf8')).toBe('one\n');
  });

  it('says why it cannot be written', verifies('KEL-TRACE-05'), async () => {
    const missing = join(folder, 'no', 'such', 'folder.md');
    expect(await refusal(saveFile(missing, 'one\n'))).toMatchObject({ code: 'path.failed', data: { path: missing, detail: 'ENOENT' } });
    expect(await refusal(saveFile(folder, 'one\n'))).toMatchObject({ code: 'path.failed', data: { path: folder, detail: 'EISDIR' } });
  });
});
