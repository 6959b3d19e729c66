import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { isWithin } from './mount-plan.ts';
import { isSecretName } from './secret-names.ts';

export interface ToolchainWish {
  readonly home: string;
  /** What lies in it is readable anyway and can be changed, so that nothing of it comes before the system's programs. */
  readonly workspace: string;
  /** Places that a person named in the settings; `~/` stands for the home. */
  readonly named: readonly string[];
  /** Where the running Node lies. */
  readonly nodeFolder: string;
  /** Where packages of the whole machine lie; another place only in tests. */
  readonly optionalPackages?: string;
}

export interface Toolchains {
  /** Read-only for programs. */
  readonly readable: readonly string[];
  /** Where programs are looked for before the system's own folders: what a person named, then Node, then what was found. */
  readonly programFolders: readonly string[];
  /** Named places that are of no use, and why. */
  readonly withoutEffect: readonly { readonly path: string; readonly reason: string }[];
}

interface KnownToolchain {
  readonly programs: string;
  /** What its programs read beside their own folder. Never more: `.cargo` itself, for one, holds the key to a registry. */
  readonly alsoReads: readonly string[];
}

/** Where the usual installers put toolchains in a home. */
const IN_HOME: readonly KnownToolchain[] = [
  { programs: '.cargo/bin', alsoReads: ['.rustup'] },
  { programs: '.pyenv/shims', alsoReads: ['.pyenv'] },
  { programs: '.rbenv/shims', alsoReads: ['.rbenv'] },
  { programs: 'go/bin', alsoReads: [] },
  { programs: '.bun/bin', alsoReads: ['.bun/install/global'] },
  { programs: '.deno/bin', alsoReads: [] },
  { programs: '.local/bin', alsoReads: ['.local/share/pipx', '.local/share/uv'] },
];

const NODE_VERSIONS = '.nvm/versions/node';
const OPTIONAL_PACKAGES = '/opt';

/** Go's own installer puts it here; it is readable already. */
const OUTSIDE_PATH = ['/usr/local/go/bin'];

/** Looked at of one folder; among so many names a program has turned up. */
const NAMES_MAX = 500;

/** Toolchains that programs can be given: those that a person named, and the usual ones that are there. */
export async function findToolchains({ home, workspace, named, nodeFolder, optionalPackages = OPTIONAL_PACKAGES }: ToolchainWish): Promise<Toolchains> {
  const readable: string[] = [nodeFolder, join(dirname(nodeFolder), 'lib/node_modules')];
  const chosen: string[] = [];
  const found: string[] = [];
  const withoutEffect: { path: string; reason: string }[] = [];
  for (const path of named) {
    const place = path.startsWith('~/') ? join(home, path.slice(2)) : path;
    const reason = await whyUseless(place, workspace);
    if (reason !== undefined) {
      withoutEffect.push({ path, reason });
      continue;
    }
    readable.push(place);
    for (const folder of [join(place, 'bin'), place]) if (await holdsPrograms(folder)) chosen.push(folder);
  }
  for (const { programs, alsoReads } of [...IN_HOME.map((one) => inFolder(home, one)), ...(await nodeVersions(home)), ...(await packagesIn(optionalPackages))]) {
    if (isWithin(programs, workspace) || !(await holdsPrograms(programs)) || (await holdSecrets([programs, ...alsoReads]))) continue;
    readable.push(programs, ...(await those(alsoReads, isThere)));
    found.push(programs);
  }
  return { readable: [...new Set(readable)], programFolders: [...new Set([...chosen, nodeFolder, ...found, ...(await those(OUTSIDE_PATH, holdsPrograms))])], withoutEffect };
}

async function whyUseless(place: string, workspace: string): Promise<string | undefined> {
  if (!isAbsolute(place)) return 'it is not an absolute path; begin it with / or ~/';
  if (isWithin(place, workspace)) return 'it lies in the workspace, which programs read anyway';
  return (await isThere(place)) ? undefined : 'there is nothing at this path';
}

function inFolder(folder: string, { programs, alsoReads }: KnownToolchain): KnownToolchain {
  return { programs: join(folder, programs), alsoReads: alsoReads.map((path) => join(folder, path)) };
}

/** The newest alone: one name can mean one program only. */
async function nodeVersions(home: string): Promise<KnownToolchain[]> {
  const versions = await namesIn(join(home, NODE_VERSIONS));
  const newest = versions.toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true })).at(-1);
  return newest === undefined ? [] : [{ programs: join(home, NODE_VERSIONS, newest, 'bin'), alsoReads: [join(home, NODE_VERSIONS, newest)] }];
}

async function packagesIn(folder: string): Promise<KnownToolchain[]> {
  return (await namesIn(folder)).toSorted().map((name) => ({ programs: join(folder, name, 'bin'), alsoReads: [join(folder, name)] }));
}

/** Told by names alone, at the top, where settings lie: a folder that keeps keys there is no mere toolchain. */
async function holdSecrets(folders: readonly string[]): Promise<boolean> {
  const entries = await Promise.all(folders.map((folder) => readdir(folder, { withFileTypes: true }).catch(() => [])));
  return entries.flat().some((entry) => isSecretName(`/${entry.name}`, entry.isDirectory()));
}

async function holdsPrograms(folder: string): Promise<boolean> {
  return (await those((await namesIn(folder)).map((name) => join(folder, name)), isProgram)).length > 0;
}

async function isProgram(path: string): Promise<boolean> {
  return stat(path).then((found) => (found.isFile() ? access(path, constants.X_OK).then(() => true) : false)).catch(() => false);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(() => true, () => false);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).slice(0, NAMES_MAX);
}

async function those(paths: readonly string[], holds: (path: string) => Promise<boolean>): Promise<string[]> {
  const held = await Promise.all(paths.map(holds));
  return paths.filter((_, at) => held[at]);
}
