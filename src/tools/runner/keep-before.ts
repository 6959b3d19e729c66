import { z } from 'zod';
import { FileChange, type Sha256 } from '../../contracts/index.ts';
import { invariant, sha256Hex } from '../../kernel/index.ts';
import type { Blobs, EffectDefinition, Journal } from '../../ledger/index.ts';
import type { PendingChange } from '../paths/workspace-files.ts';

/** What was in a file before a call changed it for the first time. */
export const KeptBefore = z.strictObject({ path: FileChange.shape.path, before: FileChange.shape.before, before_mode: FileChange.shape.before_mode });
export type KeptBefore = z.infer<typeof KeptBefore>;

/** Under this name the journal holds what was there before; taking back the changes of a run that crashed starts from it. */
export const KEEP_BEFORE_EFFECT = 'tool.keep_before';

const KeepRequest = z.strictObject({ path: z.string() });

/**
 * Keeps what is there before anything changes. Each is a step below the call's own: when a call that a crash interrupted
 * is made again, it meets what it kept the first time, and not what it had already changed.
 */
export interface ChangeKeeper {
  /** Called before every change; the first one of each path is kept. */
  keep(change: Pick<PendingChange, 'path' | 'before' | 'mode'>): Promise<void>;
  /** What the call changed, now that it is over; a file that came out as it was is left out. */
  changes(afterOf: (path: string) => Promise<Sha256 | null>): Promise<FileChange[]>;
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
    return journal.step(`before-${sha256Hex(path)}`, effect, { path });
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
    async changes(afterOf) {
      const changes: FileChange[] = [];
      for (const keeping of kept.values()) {
        const { path, before, before_mode } = await keeping;
        const after = await afterOf(path);
        if (before === null && after === null) continue;
        invariant(before === null || before.sha256 !== undefined, 'kept content is known by its hash');
        if (after !== null && before?.sha256 === after) continue;
        changes.push({ path, kind: before === null ? 'created' : after === null ? 'deleted' : 'modified', before, before_mode, after_sha256: after });
      }
      return changes.sort((left, right) => (left.path < right.path ? -1 : 1));
    },
  };
}
