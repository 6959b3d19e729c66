import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildPage } from '../../scripts/bundle/build-page.ts';
import { verifies } from '../requirements/verifies.ts';

const root = mkdtempSync(join(tmpdir(), 'keelson-build-page-'));
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
for (const folder of [join('web', 'public'), join('src', 'client')]) mkdirSync(join(root, folder), { recursive: true });
write('package-lock.json', '{}');
write('web/vite.config.ts', 'export default { root: import.meta.dirname, build: { emptyOutDir: true } };');
write('web/public/kept.svg', '<svg/>');
write('web/index.html', '<!doctype html><title>First</title>');
afterAll(() => rmSync(root, { recursive: true }));

const page = (): string => readFileSync(join(root, 'dist', 'web', 'index.html'), 'utf8');

describe('the page', () => {
  it('is built when its sources changed, whole, however many do it at once, and else left as it is', verifies('KEL-WEB-16'), async () => {
    expect(await buildPage(root)).toBe(true);
    expect(page()).toContain('First');
    expect(await buildPage(root)).toBe(false);
    write('web/index.html', '<!doctype html><title>Second, which is longer</title>');
    const built = await Promise.all([buildPage(root), buildPage(root), buildPage(root)]);
    expect(built.toSorted()).toEqual([false, false, true]);
    expect(page()).toContain('Second');
    expect([readdirSync(join(root, 'dist', 'web')).toSorted(), readdirSync(join(root, 'dist')).toSorted()]).toEqual([['index.html', 'kept.svg'], ['page.json', 'web']]);
  });

  it('stays as it was when it cannot be built', verifies('KEL-WEB-16'), async () => {
    const before = page();
    write('web/index.html', '<!doctype html><script type="module" src="/gone.ts"></script>');
    await expect(buildPage(root)).rejects.toThrow('gone.ts');
    expect([page(), readdirSync(join(root, 'dist')).toSorted()]).toEqual([before, ['page.json', 'web']]);
  });
});
