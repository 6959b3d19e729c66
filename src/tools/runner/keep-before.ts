import { z } from 'zod';
import { FileChange } from '../../contracts/index.ts';
import { hasCode, invariant, sha256Hex } from '../../kernel/index.ts';
import type { Blobs, EffectDefinition, Journal } from '../../ledger/index.ts';
import type { PendingChange } from '../paths/workspace-files.ts';
import type { ContentNow } from './content-now.ts';

/** What was in a file before a call changed it for the first time. */
export const KeptBefore = z.strictObject({ path: FileChange.shape.path, before: FileChange.shape.before, before_mode: FileChange.shape.before_mode });
export type KeptBefore = z.infer<typeof KeptBefore>;

/** Under this name the journal holds what was there before; taking back the changes of a run that crashed starts from it. */
export const KEEP_BEFORE_EFFECT = 'tool.keep_before';

/** Files that were not there before, found all at once after a program had made them. */
export const FoundNew = z.strictObject({ paths: z.array(FileChange.shape.path) });
export type FoundNew = z.infer<typeof FoundNew>;
export const FOUND_NEW_EFFECT = 'tool.found_new';

/** What a call left in files, where it changed more of them than the event of its end can name. */
export const LeftAfter = z.strictObject({ left: z.array(z.strictObject({ path: FileChange.shape.path, after_sha256: FileChange.shape.after_sha256 })) });
export type LeftAfter = z.infer<typeof LeftAfter>;
export const LEFT_AFTER_EFFECT = 'tool.left_after';

/** What the event of a call's end names of its changes; an event must stay small. */
const CHANGES_TOLD_CHARS_MAX = 64 * 1024;
/** A value below this lies in its event and not beside it, where a fold over the events would not find it. */
const PART_CHARS_MAX = 8 * 1024;

const KeepRequest = z.strictObject({ path: z.string() });
const FoundRequest = z.strictObject({ count: z.int() });
const LeftRequest = z.strictObject({ part: z.int() });

/**
 * Keeps what is there before anything changes. Each is a step below the call's own: when a call that a crash interrupted
 * is made again, it meets what it kept the first time, and not what it had already changed.
 */
export interface ChangeKeeper {
  /** Called before every change; the first one of each path is kept. */
  keep(change: Pick<PendingChange, 'path' | 'before' | 'mode'>): Promise<void>;
  /** The same for files that a program made, of which there may be thousands; nothing was there before. */
  keepNew(paths: readonly string[]): Promise<void>;
  /** What the call changed, now that it is over; a file that came out as it was is left out. */
  changes(afterOf: (path: string) => Promise<ContentNow | null>): Promise<FileChange[]>;
}

export function keepBefore(journal: Pick<Journal, 'step'>, blobs: Pick<Blobs, 'put'>): ChangeKeeper {
  const kept = new Map<string, Promise<KeptBefore>>();
  const keepOne = ({ path, before, mode }: Pick<PendingChange, 'path' | 'before' | 'mode'>): Promise<KeptBefore> => {
    const effect: EffectDefinition<z.infer<typeof KeepRequest>, KeptBefore> = {
      name: KEEP_BEFORE_EFFECT,
      sideEffect: 'read_only',
      request: KeepRequest,
      result: KeptBefore,
      perform: async () => ({ path, before: before === null ? null : await blobs.put(before), before_mode: mode }),
    };
    return recorded(journal, `before-${sha256Hex(path)}`, effect, { path });
  };
  return {
    async keep(change) {
      let keeping = kept.get(change.path);
      if (keeping === undefined) {
        keeping = keepOne(change);
        kept.set(change.path, keeping);
      }
      await keeping;
    },
    async keepNew(paths) {
      const unknown = paths.filter((path) => !kept.has(path));
      for (const some of partsOf(unknown, PART_CHARS_MAX)) {
        const effect: EffectDefinition<z.infer<typeof FoundRequest>, FoundNew> = { name: FOUND_NEW_EFFECT, sideEffect: 'read_only', request: FoundRequest, result: FoundNew, perform: async () => ({ paths: some }) };
        await recorded(journal, `new-${sha256Hex(some.join('/'))}`, effect, { count: some.length });
        for (const path of some) kept.set(path, Promise.resolve({ path, before: null, before_mode: null }));
      }
    },
    async changes(afterOf) {
      const changes: FileChange[] = [];
      for (const keeping of kept.values()) {
        const before = await keeping;
        changes.push(...changeOf(before, await afterOf(before.path)));
      }
      changes.sort((left, right) => (left.path < right.path ? -1 : 1));
      if (toldChanges(changes).length < changes.length) await keepLeft(journal, changes);
      return changes;
    },
  };
}

/** A run that was stopped begins no further step; what its last call changed is kept all the same, and told with the stop. */
async function recorded<Request, Result>(journal: Pick<Journal, 'step'>, key: string, effect: EffectDefinition<Request, Result>, request: Request): Promise<Result> {
  try {
    return await journal.step(key, effect, request);
  } catch (error) {
    if (!hasCode(error, 'journal.cancelled')) throw error;
    return effect.perform(request, { idempotencyKey: key, signal: NEVER_STOPPED, journal: journal as Journal });
  }
}

const NEVER_STOPPED = new AbortController().signal;

function changeOf({ path, before, before_mode }: KeptBefore, after: ContentNow | null): FileChange[] {
  if (before === null && after === null) return [];
  invariant(before === null || before.sha256 !== undefined, 'kept content is known by its hash');
  const hasSameMode = before_mode === null || (before_mode & 0o777) === after?.mode;
  if (after !== null && before?.sha256 === after.sha256 && hasSameMode) return [];
  return [{ path, kind: before === null ? 'created' : after === null ? 'deleted' : 'modified', before, before_mode, after_sha256: after?.sha256 ?? null }];
}

/** The changes that the event of a call's end names: all of them, or the first when there are very many. */
export function toldChanges(changes: readonly FileChange[]): FileChange[] {
  return partsOf(changes, CHANGES_TOLD_CHARS_MAX)[0] ?? [];
}

async function keepLeft(journal: Pick<Journal, 'step'>, changes: readonly FileChange[]): Promise<void> {
  const left = changes.map(({ path, after_sha256 }) => ({ path, after_sha256 }));
  for (const [part, some] of partsOf(left, PART_CHARS_MAX).entries()) {
    const effect: EffectDefinition<z.infer<typeof LeftRequest>, LeftAfter> = { name: LEFT_AFTER_EFFECT, sideEffect: 'read_only', request: LeftRequest, result: LeftAfter, perform: async () => ({ left: some }) };
    await recorded(journal, `left-${part}`, effect, { part });
  }
}

/** Cuts a list into parts that are no longer than this as text, or hold one item. */
function partsOf<Item>(items: readonly Item[], charsMax: number): Item[][] {
  const parts: Item[][] = [];
  let chars = charsMax;
  for (const item of items) {
    const length = JSON.stringify(item).length + 1;
    if (chars + length > charsMax) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(item);
    chars += length;
  }
  return parts;
}
