import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { footingHere } from './find-workspace.ts';
import { isDenial } from './path-errors.ts';
import { LINKS_FOLLOWED_MAX } from './path-limits.ts';
import { releaseLanding, resolvePath } from './resolve-path.ts';

const footing = footingHere();
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-resolve-')));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Where a path leads by our own resolution: a real path, or the rule that denies it. */
function resolved(path: string, followsLast = true): { realPath: string; isThere: boolean } | string {
  try {
    const landing = resolvePath(footing, path, { base: root, followsLast });
    releaseLanding(footing, landing);
    return { realPath: landing.realPath, isThere: landing.target !== undefined };
  } catch (error) {
    if (isDenial(error)) return error.data.rule;
    throw error;
  }
}

/** Where the kernel says it leads; undefined when it says nothing. */
function kernelPath(path: string): string | undefined {
  try {
    return realpathSync.native(path.startsWith('/') ? path : `${root}/${path}`);
  } catch {
    return undefined;
  }
}

describe('resolving a path', () => {
  it('agrees with the kernel wherever the kernel has an answer, and never finds what it does not', verifies('KEL-PATH-01', 'MAH-4B-1', 'MAH-4B-G1'), () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', '.', '..', 'l1', 'l2', 'l3');
    const text = fc.array(name, { minLength: 1, maxLength: 6 }).map((names) => names.join('/'));
    const links = fc.record({ l1: text, l2: text, 'a/l3': text, 'a/b/l1': text, absolute: text });
    fc.assert(
      fc.property(links, fc.array(text, { minLength: 5, maxLength: 20 }), (targets, paths) => {
        rmSync(root, { recursive: true });
        mkdirSync(join(root, 'a/b/c'), { recursive: true });
        mkdirSync(join(root, 'd'));
        writeFileSync(join(root, 'a/b/d'), '');
        for (const [link, target] of Object.entries(targets)) symlinkSync(link === 'absolute' ? `${root}/${target}` : target, join(root, link === 'absolute' ? 'l3' : link));
        for (const path of paths) {
          const ours = resolved(path);
          const theirs = kernelPath(path);
          if (theirs !== undefined) expect(ours).toEqual({ realPath: theirs, isThere: true });
          else expect(typeof ours === 'string' || !ours.isThere).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('follows as many links as the kernel does and not one more', verifies('KEL-PATH-01'), () => {
    writeFileSync(join(root, 'l0'), '');
    for (let link = 1; link <= LINKS_FOLLOWED_MAX + 1; link += 1) symlinkSync(`l${link - 1}`, join(root, `l${link}`));
    expect(resolved(`l${LINKS_FOLLOWED_MAX}`)).toEqual({ realPath: kernelPath(`l${LINKS_FOLLOWED_MAX}`), isThere: true });
    expect([resolved(`l${LINKS_FOLLOWED_MAX + 1}`), kernelPath(`l${LINKS_FOLLOWED_MAX + 1}`)]).toEqual(['path.link_loop', undefined]);
  });

  it('stops at the link itself for what acts on links, unless a slash says to go on', () => {
    mkdirSync(join(root, 'folder'));
    symlinkSync('folder', join(root, 'link'));
    expect(resolved('link', false)).toEqual({ realPath: join(root, 'link'), isThere: true });
    expect(resolved('link/', false)).toEqual({ realPath: join(root, 'folder'), isThere: true });
  });

  it('names the rule for what leads nowhere', verifies('KEL-PATH-01', 'MAH-4B-1', 'MAH-4B-G1'), () => {
    expect(() => resolvePath(footing, 'gone/../file', { base: root, followsLast: true })).toThrow('"gone/../file" goes back from a folder that is not there.');
    writeFileSync(join(root, 'file'), '');
    symlinkSync('/proc/self/root', join(root, 'magic'));
    expect([
      resolved(''), resolved('a\0b'), resolved('\ud800'), resolved('a\\b'), resolved('C:x'), resolved('x'.repeat(256)), resolved('~/x'), resolved('$HOME'),
      resolved('file/x'), resolved('file/'), resolved('gone/../file'), resolved('magic/etc'), resolved('/Dev/null'), resolved('d/'.repeat(200)), resolved('../'.repeat(300)),
    ]).toEqual([
      'path.empty', 'path.control_character', 'path.not_text', 'path.backslash', 'path.drive_letter', 'path.too_long', 'path.not_expanded', 'path.not_expanded',
      'path.not_a_directory', 'path.not_a_directory', 'path.parent_of_missing', 'path.system_view', 'path.system_view', 'path.too_deep', 'path.too_deep',
    ]);
  });

  it('takes a name that a shell would replace as it stands when something is called so', () => {
    mkdirSync(join(root, '~'));
    expect(resolved('~/x')).toEqual({ realPath: join(root, '~/x'), isThere: false });
  });
});
