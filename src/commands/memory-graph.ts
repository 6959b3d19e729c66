import { DEFAULT_TENANT, type MemoryGraphReport, type MemoryGraphRequest } from '../contracts/index.ts';
import { KeelsonError, timestamp } from '../kernel/index.ts';
import { ledgerGraph } from '../memory/index.ts';
import type { OpenTools } from './tools-ports.ts';

/** What is known around one thing, or around the folder that the person is in. It only reads: nothing is looked at anew. */
export async function showGraph({ entity, hops, at }: MemoryGraphRequest, openTools: OpenTools): Promise<MemoryGraphReport> {
  const ports = await openTools();
  const asked = entity ?? (await ports.place(undefined)).workspace;
  const runs = await ports.existingLedger(DEFAULT_TENANT);
  if (runs === undefined) return { enabled: true, entity: asked, walk: null };
  const { tenant, matter } = runs.owner.author.governance;
  const graph = ledgerGraph({ documents: runs.ledger.documents, log: runs.ledger.log, ids: ports.ids }).open({ tenant, matter: matter ?? null });
  const walk = await graph.walk({ entity: asked, hops, at: at ?? timestamp(ports.clock), withEnded: true });
  if (walk === undefined && entity !== undefined) throw unknownThing(entity, await graph.near(entity));
  return { enabled: runs.learn !== undefined, entity: walk?.entity ?? asked, walk: walk ?? null };
}

function unknownThing(entity: string, near: readonly string[]): KeelsonError<'memory.entity_unknown'> {
  return new KeelsonError('memory.entity_unknown', {
    message: `Nothing is known of ${entity}.${near.length === 0 ? '' : ` Known are: ${near.join(', ')}.`}`,
    nextStep: near.length === 0 ? 'Facts come from files that runs read, after they end: package.json, pyproject.toml, compose files, tables, settings. `keelson memory graph` shows those of this folder.' : 'Name one of these, or run `keelson memory graph` for what is known of this folder.',
    data: { entity, near: [...near] },
  });
}
