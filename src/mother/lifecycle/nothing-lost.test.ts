import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lifecycleRig, type LifecycleRig } from '../../../test/support/lifecycle-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { documentKey, type ArchivedArtifact, type ArtifactId, type TerminationReason } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { readArchive } from './archive-content.ts';
import { liftProtection, protect, requestDeletion } from './artifact-life.ts';

type Step =
  | { readonly kind: 'register'; readonly reason: TerminationReason | undefined }
  | { readonly kind: 'star' | 'unstar' | 'approve' | 'lift' | 'delete' | 'archive' | 'restore'; readonly at: number }
  | { readonly kind: 'pass'; readonly days: number }
  | { readonly kind: 'jump'; readonly days: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'collect' }
  | { readonly kind: 'crash'; readonly after: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('register' as const), reason: fc.constantFrom<TerminationReason | undefined>('success', 'timeout', 'user_cancelled', 'blocked', undefined) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('star' as const, 'unstar' as const, 'approve' as const, 'lift' as const, 'delete' as const, 'archive' as const, 'restore' as const), at: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 120 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('jump' as const), days: fc.integer({ min: -400, max: 400 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'collect' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash' as const), after: fc.nat(4) }) },
);

/** What the person was told last, kept beside the store and never read by it. */
interface Believed {
  readonly content: string;
  starred: boolean;
  approved: boolean;
}

/** What there is of it, wherever it lies. */
async function whereverItLies(rig: LifecycleRig, id: ArtifactId): Promise<string | undefined> {
  const archived = (await rig.ledger.documents.get(documentKey.archivedArtifact(id)))?.body as ArchivedArtifact | undefined;
  if (archived === undefined) return rig.content(id);
  return JSON.parse(Buffer.from(await readArchive(archived, { blobs: rig.ledger.blobs, outside: rig.ports.outside })).toString('utf8')) as string;
}

async function play(rig: LifecycleRig, steps: readonly Step[]): Promise<void> {
  const believed = new Map<ArtifactId, Believed>();
  let keys = 0;
  const nth = (at: number): [ArtifactId, Believed] | undefined => [...believed][at % Math.max(1, believed.size)];
  for (const one of steps) {
    if (one.kind === 'register') {
      const { id, content } = await rig.made(one.reason);
      believed.set(id, { content, starred: false, approved: false });
    } else if (one.kind === 'pass') rig.pass(one.days);
    else if (one.kind === 'jump') rig.time.stepWall(one.days * 24 * 60 * 60 * 1000);
    else if (one.kind === 'restart') rig.time.restart();
    else if (one.kind === 'collect') await rig.collect();
    else if (one.kind === 'crash') await crash(rig, one.after);
    else await touch(rig, one.kind, nth(one.at), `key-${(keys += 1)}`);
    for (const [id, { content, starred, approved }] of believed) if (starred || approved) expect(await whereverItLies(rig, id)).toBe(content);
  }
}

/** A scan whose process dies after some appends: from then on nothing that it does reaches the log. */
async function crash(rig: LifecycleRig, after: number): Promise<void> {
  let left = after;
  const append: typeof rig.writer.append = (given) => ((left -= 1) < 0 ? Promise.reject(new Error('killed')) : rig.writer.append(given));
  await rig.collect({ writer: { ...rig.writer, append } }).catch((error: unknown) => (error instanceof Error && error.message === 'killed' ? undefined : Promise.reject(error)));
}

/** What a person does. A refusal changes nothing, and they believe what they believed before. */
async function touch(rig: LifecycleRig, kind: 'star' | 'unstar' | 'approve' | 'lift' | 'delete' | 'archive' | 'restore', meant: [ArtifactId, Believed] | undefined, key: string): Promise<void> {
  if (meant === undefined) return;
  const [id, belief] = meant;
  const by = { by: 'owner', why: 'asked', key } as const;
  try {
    const standing = await rig.keeper.standing(id);
    if (standing === undefined) throw new Error('it was made');
    if (kind === 'star') await rig.keeper.mark(id, { ...by, mark: 'starred', change: (metadata) => protect(metadata, 'user_starred') }).then(() => (belief.starred = true));
    if (kind === 'approve') await rig.keeper.mark(id, { ...by, mark: 'protected', change: (metadata) => protect(metadata, 'approved') }).then(() => (belief.approved = true));
    if (kind === 'unstar') await rig.keeper.mark(id, { ...by, mark: 'unstarred', change: (metadata, now) => liftProtection(metadata, 'user_starred', now) }).then(() => (belief.starred = false));
    if (kind === 'lift') await rig.keeper.mark(id, { ...by, mark: 'protection_lifted', change: (metadata, now) => liftProtection(metadata, 'approved', now) }).then(() => (belief.approved = false));
    if (kind === 'delete') await rig.keeper.mark(id, { ...by, mark: 'deletion_requested', change: requestDeletion });
    if (kind === 'archive') await rig.keeper.archive(id, standing, rig.ports.policy.archive, 'asked');
    if (kind === 'restore') await rig.keeper.restore(id, standing, 'asked');
  } catch (error) {
    if (!(error instanceof KeelsonError) || !error.code.startsWith('artifact.')) throw error;
  }
}

describe('over any history', () => {
  it('nothing that is protected is lost, whatever the clock does and wherever a scan is cut off, and the log stays whole', verifies('KEL-LIFE-09', 'MH4-6-12'), async () => {
    let seed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const rig = await lifecycleRig({ seed: (seed += 1) });
        await play(rig, steps);
        expect(await rig.faults()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
