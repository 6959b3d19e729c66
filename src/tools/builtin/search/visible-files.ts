import { hasCode } from '../../../kernel/index.ts';
import type { WalkedEntry, WorkspaceFiles } from '../../paths/workspace-files.ts';
import { parseIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import { IGNORE_FILE_BYTES_MAX } from './limits.ts';

export interface VisibleFilesOptions {
  /** The folder to begin in. */
  readonly under: string;
  /** Also what `.gitignore` leaves out; never what is in `.git`. */
  readonly includesIgnored: boolean;
  readonly signal: AbortSignal;
}

/** Every file and link that a person would look for, in order: not those of Git itself, nor what `.gitignore` files name. */
export async function* visibleFiles(files: WorkspaceFiles, options: VisibleFilesOptions): AsyncGenerator<WalkedEntry, { isCut: boolean }> {
  const ignore = createIgnore(files);
  const isHidden = (entry: WalkedEntry): boolean => nameOf(entry.path) === '.git' || (!options.includesIgnored && ignore.isIgnored(entry));
  const walk = files.walk({ under: options.under, signal: options.signal, enters: (directory) => !isHidden(directory) });
  for (;;) {
    const step = await walk.next();
    if (step.done) return { isCut: step.value.isCut };
    // The walk asks about a folder after it was given here, so the rules for it are known by then.
    await ignore.learn(parentOf(step.value.path));
    const isFile = step.value.kind === 'file' || step.value.kind === 'link';
    if (isFile && !isHidden(step.value)) yield step.value;
  }
}

function createIgnore(files: WorkspaceFiles): { learn(folder: string): Promise<void>; isIgnored(entry: WalkedEntry): boolean } {
  const rulesOf = new Map<string, IgnoreRules | null>();
  return {
    async learn(folder) {
      for (const path of [...foldersAbove(folder), folder]) {
        if (!rulesOf.has(path)) rulesOf.set(path, await readRules(files, path));
      }
    },
    isIgnored({ path, kind }) {
      // The nearest file that speaks of it decides; a folder that is ignored is never entered, so nothing below can be kept.
      for (const folder of [parentOf(path), ...foldersAbove(parentOf(path)).toReversed()]) {
        const names = folder === '.' ? path.split('/') : path.slice(folder.length + 1).split('/');
        const decision = rulesOf.get(folder)?.decide(names, kind === 'directory');
        if (decision !== undefined) return decision === 'ignored';
      }
      return false;
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
