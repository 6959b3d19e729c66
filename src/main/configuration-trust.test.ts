import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { readConfiguration } from './configuration.ts';
import { acceptConfiguration } from './configuration-trust.ts';

const made: string[] = [];
afterEach(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-trust-')));
  made.push(path);
  return path;
}

/** A repository as somebody else published it, cloned for real. */
function cloned(files: Readonly<Record<string, string>>): string {
  const base = folder();
  const origin = join(base, 'origin');
  const git = (inside: string, ...words: string[]): unknown => execFileSync('git', ['-C', inside, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { stdio: 'pipe' });
  mkdirSync(join(origin, 'inner'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(origin, name), text);
  git(origin, 'init', '-q');
  git(origin, 'add', '.');
  git(origin, 'commit', '-qm', 'all');
  execFileSync('git', ['clone', '-q', origin, join(base, 'clone')], { stdio: 'pipe' });
  return join(base, 'clone');
}

const places = (currentFolder: string) => ({ currentFolder, dataFolder: folder(), userId: process.getuid?.() });
const codeOf = (reading: Promise<unknown>): Promise<string> => reading.then(() => 'read', (error: { code: string }) => error.code);

describe('a configuration file that came with a repository', () => {
  it('is not followed, and a program is not run, until a person accepts it', verifies('KEL-TRUST-01'), async () => {
    const ran = join(folder(), 'ran');
    const here = places(cloned({ 'keelson.config.ts': `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(ran)}, '');\nexport default {};\n` }));
    expect(await codeOf(readConfiguration(here))).toBe('config.not_accepted');
    expect(() => realpathSync(ran)).toThrow();
    await acceptConfiguration(join(here.currentFolder, 'keelson.config.ts'), here.dataFolder);
    expect(await codeOf(readConfiguration(here))).toBe('read');
    expect(realpathSync(ran)).toBe(ran);
  });

  it('needs a person again once it has changed, and below its folder as well', verifies('KEL-TRUST-01'), async () => {
    const clone = cloned({ 'keelson.config.json': '{}', 'inner/a.txt': '' });
    const here = places(join(clone, 'inner'));
    const file = join(clone, 'keelson.config.json');
    expect(await codeOf(readConfiguration(here))).toBe('config.not_accepted');
    await acceptConfiguration(file, here.dataFolder);
    expect(await codeOf(readConfiguration(here))).toBe('read');
    writeFileSync(file, '{"tools":{"sandbox":{"backend":"none"}}}');
    await expect(readConfiguration(here)).rejects.toThrow('has changed since it was accepted');
  });

  it.each(["import more from './more.ts';", "import '../more.ts';", "export * from \"./more.ts\";", "const more = require('./more.ts');", 'await import(`/somewhere/more.ts`);', "import more from\n  'file:///more.ts';"])('is not accepted when it loads other files, which nobody accepted: %s', async (line) => {
    const here = places(cloned({ 'keelson.config.ts': `${line}\nexport default {};\n`, 'more.ts': 'export default {};\n' }));
    const file = join(here.currentFolder, 'keelson.config.ts');
    await expect(readConfiguration(here)).rejects.toThrow('loads other files of it');
    expect(await codeOf(acceptConfiguration(file, here.dataFolder))).toBe('config.not_accepted');
  });

  it('is known as such also when git keeps its index in two files', async () => {
    const clone = cloned({ 'keelson.config.json': '{}' });
    execFileSync('git', ['-C', clone, 'update-index', '--split-index'], { stdio: 'pipe' });
    expect(await codeOf(readConfiguration(places(clone)))).toBe('config.not_accepted');
  });

  it('is another one for each file: accepting one accepts no other', async () => {
    const one = cloned({ 'keelson.config.json': '{}' });
    const other = cloned({ 'keelson.config.json': '{}' });
    const here = places(one);
    await acceptConfiguration(join(one, 'keelson.config.json'), here.dataFolder);
    expect(await codeOf(readConfiguration({ ...here, currentFolder: other }))).toBe('config.not_accepted');
  });
});

describe('a configuration file that somebody wrote here', () => {
  it('counts at once, in a repository and outside one', verifies('KEL-TRUST-02'), async () => {
    const clone = cloned({ 'readme.md': 'hello' });
    writeFileSync(join(clone, 'keelson.config.json'), '{}');
    expect(await codeOf(readConfiguration(places(clone)))).toBe('read');
    const plain = folder();
    writeFileSync(join(plain, 'keelson.config.json'), '{}');
    expect(await codeOf(readConfiguration(places(plain)))).toBe('read');
  });

  it('counts in the data folder, tracked or not', verifies('KEL-TRUST-02'), async () => {
    const clone = cloned({ 'keelson.config.json': '{}' });
    expect(await codeOf(readConfiguration({ currentFolder: folder(), dataFolder: clone, userId: process.getuid?.() }))).toBe('read');
  });
});
