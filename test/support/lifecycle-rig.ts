import { DEFAULT_RETENTION, documentKey, type Artifact, type ArtifactId, type ArtifactMetadata, type ArtifactRetention, type GarbageCollectionReport, type RunId, type TerminationReason } from '../../src/contracts/index.ts';
import { canonicalJson, createIds, KeelsonError, seededRandom, type Clock } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, createDecider, createLeases, createMemoryStore, createWorkQueue, openLedger, verifyLog, type Ledger, type LedgerStore, type LogWriter } from '../../src/ledger/index.ts';
import { collectGarbage, createArtifactKeeper, liftProtection, protect, type ArtifactKeeper, type CollectPorts, type OutsideArchive } from '../../src/mother/index.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';
import { movableTime, type MovableTime } from './ledger-in-memory.ts';
import { ended } from './run-history.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

export interface LifecycleRig {
  readonly ledger: Ledger;
  readonly writer: LogWriter;
  readonly time: MovableTime;
  readonly keeper: ArtifactKeeper;
  readonly ports: CollectPorts;
  /** Registers an artifact of a run that has ended so; one that has not ended when no reason is given. */
  made(reason?: TerminationReason, content?: string): Promise<{ readonly id: ArtifactId; readonly runId: RunId; readonly content: string }>;
  metadata(id: ArtifactId): Promise<ArtifactMetadata | undefined>;
  /** What the active copy holds; undefined when there is none. */
  content(id: ArtifactId): Promise<string | undefined>;
  star(id: ArtifactId): Promise<void>;
  unstar(id: ArtifactId): Promise<void>;
  collect(changes?: Partial<CollectPorts>): Promise<GarbageCollectionReport>;
  pass(days: number): void;
  /** Codes of what is wrong with the log; none when it is whole. */
  faults(): Promise<string[]>;
}

export interface LifecycleRigOptions {
  readonly policy?: ArtifactRetention;
  readonly outside?: OutsideArchive;
  readonly store?: (time: MovableTime) => LedgerStore | Promise<LedgerStore>;
  readonly seed?: number;
}

/** Artifacts over a ledger whose time a test moves. */
export async function lifecycleRig({ policy = DEFAULT_RETENTION, outside, store: opened, seed = 1 }: LifecycleRigOptions = {}): Promise<LifecycleRig> {
  const time = movableTime();
  const clock: Clock = { nowMs: () => time.now().wallMs, monotonicMs: () => time.now().monotonicMs };
  const store = (await opened?.(time)) ?? createMemoryStore({ decider: createDecider(BUILTIN_SETUP), time: time.now });
  const ids = createIds({ clock, random: seededRandom(seed) });
  const ledger = await openLedger({ store, setup: BUILTIN_SETUP, clock, ids });
  const writer = ledger.log.writerFor(AUTHOR);
  const ports: CollectPorts = {
    ledger,
    writer,
    clock,
    policy,
    leases: createLeases({ transact: store.transact.bind(store), pause: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })) }),
    queue: createWorkQueue(store),
    outside: async (destination) => outside ?? Promise.reject(new KeelsonError('artifact.archive_unusable', { message: `There is no ${destination}.`, nextStep: 'Configure it.', data: { artifact_id: '', destination, detail: 'none' } })),
  };
  const keeper = createArtifactKeeper(ports);
  let marks = 0;
  const mark = async (id: ArtifactId, what: 'starred' | 'unstarred'): Promise<void> => {
    const change = what === 'starred' ? (meta: ArtifactMetadata) => protect(meta, 'user_starred') : (meta: ArtifactMetadata, now: string) => liftProtection(meta, 'user_starred', now);
    await keeper.mark(id, { mark: what, by: 'owner', why: 'asked', key: `mark-${(marks += 1)}`, change });
  };
  return {
    ledger,
    writer,
    time,
    keeper,
    ports,
    async made(reason, content = `content ${ids.mint('cmd')}`) {
      const runId = ids.mint('run');
      const { ref, operations } = await ledger.blobs.prepare(Buffer.from(canonicalJson(content)));
      const artifact: Artifact = { artifact_id: ids.mint('art'), run_id: runId, type: 'ResearchNotes', schema_ref: '#/schemas/ResearchNotes', hash: ref.key, content: ref, produced_by: 'research', phase: 'execute', created_at: new Date(clock.nowMs()).toISOString() };
      await writer.append({ key: `made:${artifact.artifact_id}`, events: [{ type: 'artifact.registered', streamId: artifact.artifact_id, payload: { artifact } }], operations });
      if (reason !== undefined) await writer.append({ key: `ended:${runId}`, events: [{ type: 'run.terminated', streamId: runId, payload: { ...ended(reason, runId) } }] });
      return { id: artifact.artifact_id, runId, content };
    },
    metadata: async (id) => (await ledger.documents.get(documentKey.artifactMeta(id)))?.body as ArtifactMetadata | undefined,
    async content(id) {
      const artifact = (await ledger.documents.get(documentKey.artifact(id)))?.body as Artifact | undefined;
      return artifact === undefined ? undefined : (JSON.parse(Buffer.from(await ledger.blobs.read(artifact.content)).toString('utf8')) as string);
    },
    star: (id) => mark(id, 'starred'),
    unstar: (id) => mark(id, 'unstarred'),
    collect: (changes = {}) => collectGarbage({ ...ports, ...changes }, new AbortController().signal),
    pass: (days) => time.pass(days * DAY_MS),
    async faults() {
      const walk = verifyLog(store, BUILTIN_SETUP);
      for (;;) {
        const step = await walk.next();
        if (step.done === true) return [...step.value.faults.map(({ code, subject }) => `${code} ${subject}`), ...step.value.notCompared];
      }
    },
  };
}
