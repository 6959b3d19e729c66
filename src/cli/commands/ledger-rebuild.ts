import { ledgerPreviewRebuild, ledgerRebuild, type LedgerRebuildPreview, type LedgerRebuilt } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { counted, finishLongWork, grouped, showLedgerFailure, showMistake, tenantMistake, type LedgerOptions, type Mistake } from './ledger-shown.ts';

/** Folds documents anew from the log. It asks nothing: the log stays as it is, and the documents come to what it says. */
export async function rebuildLedger(surface: Surface, name: string | undefined, { tenant, json }: LedgerOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = json === true;
  const mistaken = await showMistake(surface, [tenantMistake(tenant), nameMistake(name)], asJson);
  if (mistaken !== undefined) return mistaken;
  const meant = { tenant, ...(name !== undefined && { projection: name }) };
  const preview = await client.call(ledgerPreviewRebuild, meant, { signal });
  if (!preview.ok) return showLedgerFailure(surface, preview.error, asJson);
  await terminal.writeError(renderPreview(preview.value));
  const finished = await finishLongWork(surface, {
    doing: 'Folding',
    asJson,
    left: 'the log is untouched, what is folded is kept, and `keelson ledger rebuild` goes on from there; documents that wait for it are not handed out until then',
    ask: (resume) => client.call(ledgerRebuild, { ...meant, ...(resume !== undefined && { resume }) }, { signal, idempotencyKey: preview.value.confirmation }),
  });
  if ('exitCode' in finished) return finished.exitCode;
  await terminal.writeOut(asJson ? `${JSON.stringify(finished.report)}\n` : renderRebuilt(finished.report));
  return EXIT.ok;
}

function nameMistake(name: string | undefined): Mistake | undefined {
  return name === '' ? { message: 'The name of the projection is empty.', nextStep: 'Name one that `keelson ledger stats` lists, or none to fold all of them.' } : undefined;
}

/** Which documents are meant, and from where they are folded. */
function renderPreview({ tenant, head, projections }: LedgerRebuildPreview): string {
  const begun = projections.filter(({ folded_to }) => folded_to < head.position);
  return [
    `Tenant ${tenant}: verifying the log up to entry ${grouped(head.position)}, then folding the documents of ${listed(projections)} anew; they are not handed out meanwhile.`,
    ...begun.map(({ name, folded_to }) => `  "${name}" stands at entry ${grouped(folded_to)} and goes on from there.`),
    '',
  ].join('\n');
}

function renderRebuilt({ tenant, head, projections, disagreed }: LedgerRebuilt): string {
  const found = disagreed === 0 ? 'None had been found to disagree with the log.' : `${counted(disagreed, 'document')} had not agreed with the log; now all do.`;
  return [`Tenant ${tenant}: folded the documents of ${listed(projections)} anew, up to entry ${grouped(head.position)}.`, found, `Head ${head.chain_hash}`, ''].join('\n');
}

function listed(projections: readonly { readonly name: string }[]): string {
  return projections.map(({ name }) => `"${name}"`).join(', ');
}
