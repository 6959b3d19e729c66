import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { callsOn, changedFiles, fileAt, type Rule, type SeenFile } from '../objections/whole-work.ts';

/** What a sum is made with, by how many letters it has. */
const KINDS: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 96: 'sha384', 128: 'sha512' };
const HEX = /^[\da-f]+$/iu;

/** A list of checksums that the run left behind holds those of the files as they are now, and not as they were when it was made. */
export const staleSums: Rule = (work) =>
  changedFiles(work).flatMap((list) =>
    sumsIn(list.now ?? '').flatMap(({ sum, kind, name }) => {
      const file = fileAt(work, posix.join(posix.dirname(list.path), name)) ?? fileAt(work, name);
      const wasNamedBefore = (list.before ?? '').includes(sum);
      return file === undefined || wasNamedBefore || !file.hasChanged || isOf(sum, kind, file) ? [] : [{ why: `${list.path} has another checksum for ${file.path} than that file has now.`, calls: callsOn(work, list.path) }];
    }),
  );

/** `SUM  NAME`, as programs of that kind write and read it. */
function sumsIn(text: string): { readonly sum: string; readonly kind: string; readonly name: string }[] {
  return text.split('\n').flatMap((line) => {
    const [sum = '', name = '', ...more] = line.trim().split(/\s/u).filter((word) => word !== '');
    const bare = name.startsWith('*') ? name.slice(1) : name;
    const kind = KINDS[sum.length];
    return more.length > 0 || bare === '' || kind === undefined || !HEX.test(sum) ? [] : [{ sum, kind, name: bare }];
  });
}

/** A file that is no text cannot be summed up from what was read of it as one. */
function isOf(sum: string, kind: string, { now }: SeenFile): boolean {
  if (now === null || now.includes('�')) return true;
  return [now, `﻿${now}`].some((text) => createHash(kind).update(text).digest('hex') === sum.toLowerCase());
}
