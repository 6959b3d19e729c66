import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { ConfigurationFile } from '../commands/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { checkConfig, settingsInvalid } from '../models/index.ts';
import { checkText } from '../redaction/index.ts';
import { refuseUnaccepted } from './configuration-trust.ts';
import { systemCodeOf } from './data-folder.ts';

const JSON_NAME = 'keelson.config.json';
const CODE_NAME = 'keelson.config.ts';

/** Larger than any settings people write by hand. */
const FILE_BYTES_MAX = 1_048_576;

export interface ConfigurationPlaces {
  readonly currentFolder: string;
  readonly dataFolder: string;
  /** The number of the user who runs this; undefined where the system has none. */
  readonly userId: number | undefined;
}

/** Texts that may not be shown, such as keys in the environment. */
type Withheld = readonly string[];

/** Reads the one configuration file: the nearest one in this folder or above it, else the one in the data folder. */
export async function readConfiguration(places: ConfigurationPlaces, withheld: Withheld = []): Promise<ConfigurationFile | undefined> {
  const file = findConfiguration(places);
  if (file === undefined) return undefined;
  refuseStrangersFile(file, places.userId);
  refuseUnaccepted(file, places.dataFolder);
  const value = file.endsWith(CODE_NAME) ? runFile(file, withheld) : parseFile(file);
  return { file, config: checkConfig(value, file) };
}

export function findConfiguration({ currentFolder, dataFolder }: ConfigurationPlaces): string | undefined {
  for (let folder = currentFolder; ; folder = dirname(folder)) {
    const found = configurationIn(folder);
    if (found !== undefined) return found;
    if (folder === dirname(folder)) return configurationIn(dataFolder);
  }
}

/** A folder of that name is no configuration: a sandbox keeps the place taken so that nothing can be put there. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Two files in one folder would leave open which one counts. */
function configurationIn(folder: string): string | undefined {
  const files = [JSON_NAME, CODE_NAME].map((name) => join(folder, name)).filter(isFile);
  const [first, second] = files;
  if (first !== undefined && second !== undefined) throw settingsInvalid(first, [{ path: '', message: `${CODE_NAME} lies beside it, and only one of the two can count; remove one` }]);
  return first;
}

const ROOT_USER = 0;
const WRITABLE_BY_OTHERS = 0o002;
const WRITABLE_BY_GROUP = 0o020;

/**
 * Settings can name programs to run and servers to send keys to, and a `.ts` file is itself a program. So a file counts
 * only when this user or the system's owner wrote it and nobody else can change it.
 */
function refuseStrangersFile(file: string, userId: number | undefined): void {
  if (userId === undefined) return;
  for (const path of file.endsWith(CODE_NAME) ? [dirname(file), file] : [file]) {
    const { uid, gid, mode } = statSync(path);
    if (uid !== userId && uid !== ROOT_USER) throw settingsInvalid(file, [{ path: '', message: `${path} belongs to another user, whose settings are not followed; make it yours or remove the file` }]);
    if ((mode & WRITABLE_BY_OTHERS) !== 0) throw settingsInvalid(file, [{ path: '', message: `every user may change ${path}; take that right away with \`chmod o-w\`` }]);
    // Many systems give each user a group of the same number, with nobody else in it, and let it write.
    if ((mode & WRITABLE_BY_GROUP) !== 0 && gid !== userId && gid !== ROOT_USER) throw settingsInvalid(file, [{ path: '', message: `a group of users may change ${path}; take that right away with \`chmod g-w\`` }]);
  }
}

function parseFile(file: string): unknown {
  try {
    if (statSync(file).size > FILE_BYTES_MAX) throw settingsInvalid(file, [{ path: '', message: `it is larger than ${FILE_BYTES_MAX} bytes` }]);
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw error instanceof SyntaxError ? settingsInvalid(file, [{ path: '', message: `it is not JSON (${placeOf(error)})` }]) : unreadable(file, error);
  }
}

/** What a parser says quotes the text around the fault, and a key may stand there; only the place is kept. */
function placeOf({ message }: SyntaxError): string {
  const at = message.indexOf('at position ');
  return at === -1 ? 'it ends too early or holds something unexpected' : message.slice(at);
}

/** Loads the file as a program. Only its default export counts. */
function runFile(file: string, withheld: Withheld): unknown {
  try {
    const load = createRequire(file);
    const loaded: unknown = load(file);
    if (typeof loaded === 'object' && loaded !== null && 'default' in loaded) return loaded.default;
  } catch (error) {
    throw notRunnable(file, error, withheld);
  }
  throw settingsInvalid(file, [{ path: '', message: 'it has no default export' }]);
}

/** Enough to know an error by. */
const SAID_CHARS_MAX = 200;

/** A person who writes a program needs to hear what it says when it fails; keys in that are taken out. */
function notRunnable(file: string, error: unknown, withheld: Withheld): KeelsonError {
  const name = error instanceof Error ? error.name : typeof error;
  const text = withheld.reduce((left, secret) => left.replaceAll(secret, '[secret]'), error instanceof Error ? error.message : '');
  const line = checkText(text).redacted.split('\n').find((one) => one.trim() !== '')?.trim() ?? '';
  const said = line.length > SAID_CHARS_MAX ? `${line.slice(0, SAID_CHARS_MAX)}…` : line;
  return settingsInvalid(file, [{ path: '', message: `it could not be run (${said === '' ? name : `${name}: ${said}`})` }], `Run \`node ${basename(file)}\` in ${dirname(file)} to see the whole error.`);
}

function unreadable(file: string, error: unknown): KeelsonError {
  if (error instanceof KeelsonError) return error;
  // The text of the error is left out: it can quote the file, and a key may stand there.
  return settingsInvalid(file, [{ path: '', message: `it could not be read (${systemCodeOf(error) ?? (error instanceof Error ? error.name : typeof error)})` }]);
}
