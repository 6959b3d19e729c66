import { ledgerPreviewRebuild, ledgerRebuild, type LedgerRebuildReport, type LedgerRebuilt, type Name } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { LedgerSetup, LedgerStore, VerifyReport } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { LedgerAdmin } from './ledger-admin.ts';
import { ledgerAbsent } from './ledger-errors.ts';
import { createParts, type Advance, type PartPorts } from './ledger-parts.ts';
import { projectionState } from './ledger-stats.ts';
import { headOf } from './ledger-verify.ts';

/** Serves `ledger.preview_rebuild`: what would be folded, and where it stands. */
export function ledgerPreviewRebuildBinding(admin: LedgerAdmin, { ids }: PartPorts): Binding {
  return bind(ledgerPreviewRebuild, async ({ tenant, projection }) => {
    const rebuild = await rebuildOf(admin, tenant, projection);
    return { ...(await standingOf(rebuild)), confirmation: ids.mint('cmd') };
  });
}

/** Serves `ledger.rebuild`. Folding twice comes to the same documents, so nobody need remember which keys were used. */
export function ledgerRebuildBinding(admin: LedgerAdmin, ports: PartPorts): Binding {
  const advance = createParts<LedgerRebuilt>(ports);
  return bind(ledgerRebuild, async ({ tenant, projection, resume }, { signal }): Promise<LedgerRebuildReport> => {
    const rebuild = await rebuildOf(admin, tenant, projection);
    const owner = projection === undefined ? tenant : `${tenant} ${projection}`;
    const part = await advance({ owner, resume, begin: () => foldSoundLog(rebuild), signal });
    return 'running' in part ? part.running : part.report;
  });
}

interface Rebuild {
  readonly tenant: Name;
  readonly file: string;
  readonly store: LedgerStore;
  /** Only the projections that are meant. */
  readonly setup: LedgerSetup;
}

async function rebuildOf(admin: LedgerAdmin, tenant: Name, projection: string | undefined): Promise<Rebuild> {
  const setup = await admin.setup();
  const projections = setup.projections.filter(({ name }) => projection === undefined || name === projection);
  if (projection !== undefined && projections.length === 0) throw projectionUnknown(projection, setup);
  const file = admin.fileOf(tenant);
  const store = await admin.open(tenant);
  if (store === undefined) throw ledgerAbsent(tenant, file, 'fold');
  return { tenant, file, store, setup: { ...setup, projections } };
}

/** Verifies first: folding from a log that is not whole would give documents that are wrong, or stop half-way. */
async function* foldSoundLog(rebuild: Rebuild): AsyncGenerator<Advance, LedgerRebuilt> {
  const { store, setup } = rebuild;
  const { foldAgain, rulesOf, verifyLog } = await import('../ledger/index.ts');
  const { position: end } = await store.head();
  const toFold = end * setup.projections.length;
  let verified = 0;
  const verifying = verifyLog(store, setup);
  let step = await verifying.next();
  for (; step.done !== true; step = await verifying.next()) {
    verified = step.value.total;
    yield { checked: step.value.checked, total: verified + toFold };
  }
  refuseUnsound(rebuild, step.value);
  const names = setup.projections.map(({ name }) => name);
  for await (const { projection, foldedTo } of foldAgain({ store, catalogue: rulesOf(setup).catalogue, projections: setup.projections })) {
    const folded = names.indexOf(projection) * end + Math.min(foldedTo ?? end, end);
    yield { checked: verified + folded, total: verified + toFold };
  }
  return { state: 'done', ...(await standingOf(rebuild)), disagreed: step.value.faults.filter(isOfDocument).length };
}

async function standingOf({ tenant, file, store, setup }: Rebuild): Promise<Omit<LedgerRebuilt, 'state' | 'disagreed'>> {
  const { summariseProjections } = await import('../ledger/index.ts');
  const head = await store.head();
  return { tenant, file, head: headOf(head), projections: (await summariseProjections(store, setup, head)).map(projectionState) };
}

const DOCUMENT_FAULTS: ReadonlySet<string> = new Set(['ledger.document_differs', 'ledger.document_missing', 'ledger.document_unexplained']);

/** What a fold mends. */
function isOfDocument({ code }: { readonly code: string }): boolean {
  return DOCUMENT_FAULTS.has(code);
}

/** Documents are folded from events alone, so what is wrong with a blob does not matter here. */
function refuseUnsound({ tenant, file }: Rebuild, { faults }: VerifyReport): void {
  const unsound = faults.filter((fault) => !isOfDocument(fault) && !fault.code.startsWith('blob.'));
  const [first] = unsound;
  if (first === undefined) return;
  throw new KeelsonError('ledger.log_unsound', {
    message: `${file} does not verify: ${unsound.length === 1 ? 'one fault' : `${unsound.length} faults`}, first ${first.detail} (${first.code}). Documents folded from it could be wrong, so nothing was changed.`,
    nextStep: 'See with `keelson ledger verify` what is wrong and what to do about it, then fold.',
    data: { tenant, file, faults: unsound.length, first: first.code },
  });
}

function projectionUnknown(projection: string, { projections }: LedgerSetup): KeelsonError {
  const message = `There is no projection "${projection}".`;
  return new KeelsonError('input.invalid', {
    message,
    nextStep: `Name one of: ${projections.map(({ name }) => name).join(', ')}; or none, to fold all of them.`,
    data: { issues: [{ path: 'projection', message }] },
  });
}
