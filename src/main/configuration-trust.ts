import { mkdir, rename, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { Sha256 } from '../contracts/index.ts';
import { canonicalJson, KeelsonError, sha256Hex } from '../kernel/index.ts';

/** Which configuration files that came from elsewhere a person accepted, each as it stood then. */
const Accepted = z.record(z.string(), Sha256);

/** An index larger than this belongs to no repository that people work in; it is then taken to hold the file. */
const INDEX_BYTES_MAX = 256 * 1024 * 1024;

/**
 * A repository brings its own files along, and settings can name programs to run and servers to send keys to. So a file
 * that git tracks counts only when a person has accepted it as it is now. One that lies there untracked was put there by
 * whoever works here.
 */
export function refuseUnaccepted(file: string, dataFolder: string): void {
  if (dirname(file) === dataFolder || !isTracked(file)) return;
  const content = readFileSync(file);
  refuseLoading(file, content);
  const accepted = readAccepted(dataFolder)[file];
  const now = sha256Hex(content);
  if (accepted === now) return;
  throw new KeelsonError('config.not_accepted', {
    message: `${file} came with this repository and ${accepted === undefined ? 'nobody here has accepted it yet' : 'has changed since it was accepted'}.`,
    nextStep: `Read it: it can name programs to run and servers to send your keys to. If it is as you want it, \`keelson trust ${file}\`.`,
    data: { file, sha256: now },
  });
}

/** The person read it and wants it followed, as it is now. */
export async function acceptConfiguration(file: string, dataFolder: string): Promise<{ readonly file: string; readonly sha256: Sha256 }> {
  const content = readFileSync(file);
  refuseLoading(file, content);
  const sha256 = sha256Hex(content);
  await mkdir(dataFolder, { recursive: true });
  const list = acceptedFile(dataFolder);
  const written = `${list}.${sha256.slice(0, 16)}`;
  await writeFile(written, `${canonicalJson({ ...readAccepted(dataFolder), [file]: sha256 })}\n`, { mode: 0o600 });
  await rename(written, list);
  return { file, sha256 };
}

/** A program that loads a file beside it, by its place. What it loads from packages or from Node itself is not meant. */
const LOADS_BESIDE = /\b(?:from|import|require)[\s(]{0,20}['"`](?:\.{0,2}\/|\.{1,2}['"`]|file:)/;

/** What was accepted is one file: others that it loads could change later without anybody looking. */
function refuseLoading(file: string, content: Buffer): void {
  if (!file.endsWith('.ts') || !LOADS_BESIDE.test(content.toString('utf8'))) return;
  throw new KeelsonError('config.not_accepted', {
    message: `${file} came with this repository and loads other files of it, which could change without anybody accepting them.`,
    nextStep: 'Write what it loads into the file itself, read it, and accept that with `keelson trust`.',
    data: { file, sha256: sha256Hex(content) },
  });
}

function acceptedFile(dataFolder: string): string {
  return join(dataFolder, 'accepted-configurations.json');
}

function readAccepted(dataFolder: string): Readonly<Record<string, Sha256>> {
  const list = acceptedFile(dataFolder);
  if (!existsSync(list)) return {};
  try {
    return Accepted.parse(JSON.parse(readFileSync(list, 'utf8')));
  } catch (cause) {
    throw new KeelsonError('model.settings_invalid', { message: `${list} cannot be read.`, nextStep: 'Remove it, and accept your configuration files again with `keelson trust`.', data: { file: list, issues: [] }, cause });
  }
}

/** Whether git knows the file, by the index of the repository that it lies in; no program of that repository is run. */
function isTracked(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const index = indexOf(join(folder, '.git'));
    if (index !== undefined) return holdsEntry(index, relative(folder, file));
    if (folder === dirname(folder)) return false;
  }
}

/** A linked work tree and a submodule have a file in place of the folder, which says where the folder is. */
function indexOf(git: string): string | undefined {
  const stat = statSync(git, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isDirectory()) return join(git, 'index');
  const [, place] = readFileSync(git, 'utf8').split('gitdir: ');
  return place === undefined ? undefined : join(resolve(dirname(git), place.trim()), 'index');
}

/** Entries hold their whole path and a zero behind it; in the fourth version paths are shortened, so any doubt is a yes. */
function holdsEntry(index: string, path: string): boolean {
  const stat = statSync(index, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (stat.size > INDEX_BYTES_MAX || isSplit(dirname(index))) return true;
  const bytes = readFileSync(index);
  const isShortened = bytes.readUInt32BE(4) >= 4;
  return isShortened || bytes.includes(Buffer.from(`${path}\0`));
}

/** Git can keep most entries in a second file and only what changed in the index. */
function isSplit(gitFolder: string): boolean {
  return readdirSync(gitFolder).some((name) => name.startsWith('sharedindex.'));
}
