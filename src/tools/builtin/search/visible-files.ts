import { hasCode } from '../../../kernel/index.ts';
import type { WalkedEntry, WorkspaceFiles } from '../../paths/workspace-files.ts';
import { parseIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import { REMADE_FOLDERS } from '../../paths/remade-folders.ts';
import { IGNORE_FILE_BYTES_MAX, REMADE_NAMED_MAX } from './limits.ts';

export interface VisibleFilesOptions {
  /** The folder to begin in. */
  readonly under: string;
  /** Also what `.gitignore` leaves out and what programs make again; never what is in `.git`. */
  readonly includesIgnored: boolean;
  readonly signal: AbortSignal;
}

export interface SeenFiles {
  /** True when the folder has more entries than one walk looks at. */
  readonly isCut: boolean;
  /** Folders that were passed over because of their names alone, though no `.gitignore` speaks of them; the first ones. */
  readonly passedOver: readonly string[];
}

/** Every file and link that a person would look for, in order: not those of Git itself, nor what `.gitignore` files name, nor what programs make again. */
export async function* visibleFiles(files: WorkspaceFiles, options: VisibleFilesOptions): AsyncGenerator<WalkedEntry, SeenFiles> {
  const ignore = createIgnore(files);
  const passedOver: string[] = [];
  const isHidden = (entry: WalkedEntry): boolean => nameOf(entry.path) === '.git' || (!options.includesIgnored && ignore.decide(entry) === 'ignored');
  const enters = (directory: WalkedEntry): boolean => {
    if (isHidden(directory)) return false;
    // Whoever keeps such a folder in a `.gitignore` wants it seen.
    if (options.includesIgnored || !REMADE_FOLDERS.has(nameOf(directory.path)) || ignore.decide(directory) === 'kept') return true;
    if (passedOver.length < REMADE_NAMED_MAX) passedOver.push(directory.path);
    return false;
  };
  const walk = files.walk({ under: options.under, signal: options.signal, enters });
  for (;;) {
    const step = await walk.next();
    if (step.done) return { isCut: step.value.isCut, passedOver };
    // The walk asks about a folder after it was given here, so the rules for it are known by then.
    await ignore.learn(parentOf(step.value.path));
    const isFile = step.value.kind === 'file' || step.value.kind === 'link';
    if (isFile && !isHidden(step.value)) yield step.value;
  }
}

function createIgnore(files: WorkspaceFiles): { learn(folder: string): Promise<void>; decide(entry: WalkedEntry): ReturnType<IgnoreRules['decide']> } {
  const rulesOf = new Map<string, IgnoreRules | null>();
  return {
    async learn(folder) {
      if (rulesOf.has(folder)) return;
      for (const path of [...foldersAbove(folder), folder]) {
        if (!rulesOf.has(path)) rulesOf.set(path, await readRules(files, path));
      }
    },
    decide({ path, kind }) {
      // The nearest file that speaks of it decides; a folder that is ignored is never entered, so nothing below can be kept.
      for (const folder of [parentOf(path), ...foldersAbove(parentOf(path)).toReversed()]) {
        const rules = rulesOf.get(folder) ?? null;
        if (rules === null) continue;
        const names = folder === '.' ? path.split('/') : path.slice(folder.length + 1).split('/');
        const decision = rules.decide(names, kind === 'directory');
        if (decision !== undefined) return decision;
      }
      return undefined;
    },
  };
}

async function readRules(files: WorkspaceFiles, folder: string): Promise<IgnoreRules | null> {
  try {
    const { bytes } = await files.read(folder === '.' ? '.gitignore' : `${folder}/.gitignore`, { maxBytes: IGNORE_FILE_BYTES_MAX });
    return parseIgnoreRules(new TextDecoder().decode(bytes));
  } catch (error) {
    // Whoever may not read it, or finds something else there, searches as if it were not there.
    if (['path.missing', 'path.wrong_kind', 'path.denied', 'path.gated', 'path.failed'].some((code) => hasCode(error, code as 'path.missing'))) return null;
    throw error;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function parentOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? '.' : path.slice(0, end);
}

/** From the workspace down, without the folder itself. */
function foldersAbove(folder: string): string[] {
  if (folder === '.') return [];
  const names = folder.split('/');
  return ['.', ...names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))];
}
