import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { homes } from '../../test/support/keelson-home.ts';
import type { KeelsonError } from '../kernel/index.ts';
import { findConfiguration, readConfiguration } from './configuration.ts';

const { newHome, removeAll } = homes();
afterEach(removeAll);

const USER = process.getuid?.();
const SOMEBODY = 54_321;
const FORBID = '{"models":{"cloud":"forbid"}}';

/** A person's folder `a/b` below a fresh one, and a data folder elsewhere. */
function places() {
  const top = newHome();
  const currentFolder = join(top, 'a', 'b');
  mkdirSync(currentFolder, { recursive: true });
  return { top, currentFolder, dataFolder: newHome(), userId: USER };
}

const messageOf = async (at: ReturnType<typeof places>): Promise<string> =>
  readConfiguration(at).then(
    () => 'taken',
    (error: unknown) => (error as Error).message.replaceAll(at.top, 'TOP').replaceAll(at.dataFolder, 'DATA'),
  );

describe('the configuration file', () => {
  it('is the nearest one here or above, else the one in the data folder', verifies('KEL-SETTINGS-11'), async () => {
    const at = places();
    expect([findConfiguration(at), await readConfiguration(at)]).toEqual([undefined, undefined]);
    const files = [join(at.dataFolder, 'keelson.config.json'), join(at.top, 'keelson.config.json'), join(at.currentFolder, 'keelson.config.json')];
    for (const file of files) {
      writeFileSync(file, FORBID);
      expect(findConfiguration(at)).toBe(file);
    }
    expect(await readConfiguration(at)).toMatchObject({ file: files[2], config: { models: { cloud: 'forbid' } } });
  });

  it('may be a program whose default export counts', verifies('KEL-SETTINGS-11'), async () => {
    const at = places();
    const file = join(at.currentFolder, 'keelson.config.ts');
    writeFileSync(file, 'const cloud: string = ["for", "bid"].join("");\nexport default { models: { cloud } };\n');
    expect(await readConfiguration(at)).toMatchObject({ file, config: { models: { cloud: 'forbid' } } });
    writeFileSync(join(at.top, 'keelson.config.ts'), '');
    expect(findConfiguration(at)).toBe(file);
  });

  it('is refused when two of them lie side by side', verifies('KEL-SETTINGS-11'), async () => {
    const at = places();
    for (const end of ['json', 'ts']) writeFileSync(join(at.currentFolder, `keelson.config.${end}`), '{}');
    expect(await messageOf(at)).toBe('TOP/a/b/keelson.config.json cannot be used: keelson.config.ts lies beside it, and only one of the two can count; remove one.');
  });

  it('tells what is wrong with it, and quotes nothing of it', verifies('KEL-SETTINGS-11'), async () => {
    const told = async (name: string, text: string): Promise<string> => {
      const at = places();
      writeFileSync(join(at.currentFolder, name), text);
      const message = await messageOf(at);
      expect(message).not.toContain('hunter22');
      return message;
    };
    expect(await told('keelson.config.json', '{"a": "hunter22", oops}')).toBe('TOP/a/b/keelson.config.json cannot be used: it is not JSON (at position 18 (line 1 column 19)).');
    expect(await told('keelson.config.json', '')).toBe('TOP/a/b/keelson.config.json cannot be used: it is not JSON (it ends too early or holds something unexpected).');
    expect(await told('keelson.config.json', `"${'x'.repeat(1_048_576)}"`)).toBe('TOP/a/b/keelson.config.json cannot be used: it is larger than 1048576 bytes.');
    expect(await told('keelson.config.json', '[]')).toBe('TOP/a/b/keelson.config.json cannot be used: expected object, received array.');
    expect(await told('keelson.config.ts', 'export const config = {};')).toBe('TOP/a/b/keelson.config.ts cannot be used: it has no default export.');
  });

  it('is no folder, even one of the right name', verifies('KEL-SETTINGS-21'), async () => {
    const at = places();
    mkdirSync(join(at.currentFolder, 'keelson.config.json'));
    expect(await readConfiguration(at)).toBeUndefined();
  });

  it('shows what a program of settings says when it fails, without keys, and how to see all of it', verifies('KEL-SETTINGS-21'), async () => {
    const key = 'sk-proj-abcdefghijklmnopqrstuvwx1234567890ABCD';
    const told = async (text: string): Promise<string> => {
      const at = places();
      writeFileSync(join(at.currentFolder, 'keelson.config.ts'), text);
      const error = await readConfiguration(at, ['hunter22']).then(() => expect.unreachable('the file was taken'), (thrown: unknown) => thrown as KeelsonError);
      return `${error.message} ${error.nextStep}`.replaceAll(at.top, 'TOP').replace('TOP/a/b/keelson.config.ts cannot be used: it could not be run ', '');
    };
    const next = 'Run `node keelson.config.ts` in TOP/a/b to see the whole error.';
    expect(await told('throw new TypeError("\\n  no such house\\nand more");\nexport default {};')).toBe(`(TypeError: no such house). ${next}`);
    expect(await told('throw new TypeError("");')).toBe(`(TypeError). ${next}`);
    expect(await told('throw "no error";')).toBe(`(string). ${next}`);
    expect(await told(`throw new TypeError("key ${key} and hunter22 are wrong");`)).toMatch(/^\(TypeError: key \S+ and \[secret\] are wrong\)\. /);
    expect(await told(`throw new TypeError("key ${key} is wrong");`)).not.toContain('abcdefghij');
    expect(await told('throw new TypeError("x".repeat(201));')).toBe(`(TypeError: ${'x'.repeat(200)}…). ${next}`);
    expect(await told('throw new TypeError("x".repeat(200));')).toBe(`(TypeError: ${'x'.repeat(200)}). ${next}`);
  });

  it('is not followed when a group of users could change it, unless the group is the user\'s own', verifies('KEL-SETTINGS-22', 'KEL-SETTINGS-11'), async ({ skip }) => {
    if (USER !== 0) skip('only the system\'s owner may give files to any group');
    const at = places();
    const file = join(at.currentFolder, 'keelson.config.json');
    writeFileSync(file, FORBID);
    const withGroup = async (gid: number, mode: number, userId: number): Promise<string> => {
      chownSync(file, 0, gid);
      chmodSync(file, mode);
      return messageOf({ ...at, userId });
    };
    const refused = 'TOP/a/b/keelson.config.json cannot be used: a group of users may change TOP/a/b/keelson.config.json; take that right away with `chmod g-w`.';
    expect([await withGroup(SOMEBODY, 0o660, 1_000), await withGroup(SOMEBODY, 0o640, 1_000), await withGroup(SOMEBODY, 0o660, SOMEBODY), await withGroup(0, 0o660, 1_000)]).toEqual([refused, 'taken', 'taken', 'taken']);
  });

  it('is not followed when somebody else wrote it or could change it', verifies('KEL-SETTINGS-11'), async ({ skip }) => {
    if (USER === undefined) skip('this system has no user numbers');
    const at = places();
    const file = join(at.currentFolder, 'keelson.config.json');
    writeFileSync(file, FORBID);
    // The system's owner may give files away; anybody else can only look at this one with another's eyes.
    if (USER === 0) chownSync(file, SOMEBODY, SOMEBODY);
    const refused = 'TOP/a/b/keelson.config.json cannot be used: TOP/a/b/keelson.config.json belongs to another user, whose settings are not followed; make it yours or remove the file.';
    expect(await messageOf({ ...at, userId: USER === 0 ? 0 : SOMEBODY })).toBe(refused);
    if (USER === 0) chownSync(file, 0, 0);
    expect(await messageOf({ ...at, userId: USER === 0 ? SOMEBODY : USER })).toBe('taken');
    chmodSync(file, 0o666);
    expect(await messageOf(at)).toBe('TOP/a/b/keelson.config.json cannot be used: every user may change TOP/a/b/keelson.config.json; take that right away with `chmod o-w`.');
    const code = places();
    writeFileSync(join(code.currentFolder, 'keelson.config.ts'), 'export default {};');
    expect(await messageOf(code)).toBe('taken');
    chmodSync(code.currentFolder, 0o777);
    expect(await messageOf(code)).toBe('TOP/a/b/keelson.config.ts cannot be used: every user may change TOP/a/b; take that right away with `chmod o-w`.');
    expect(await messageOf({ ...code, userId: undefined })).toBe('taken');
  });
});
