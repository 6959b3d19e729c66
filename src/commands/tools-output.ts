import { toolsOutput } from '../contracts/index.ts';
import { hasCode, KeelsonError } from '../kernel/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { ledgerAbsent } from './ledger-errors.ts';
import type { OpenTools } from './tools-ports.ts';

/** Gives the whole of an output that was too long to be shown. */
export function toolsOutputBinding(openTools: OpenTools): Binding {
  return bind(toolsOutput, async ({ tenant, sha256 }) => {
    const ports = await openTools();
    const runs = await ports.existingLedger(tenant);
    if (runs === undefined) throw ledgerAbsent(tenant, ports.ledgerFile(tenant), 'read');
    const bytes = await runs.ledger.blobs.read({ key: sha256 }).catch((error: unknown) => {
      throw hasCode(error, 'blob.missing') ? notKept(sha256, error) : error;
    });
    try {
      return { sha256, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
    } catch {
      throw new KeelsonError('input.invalid', { message: `What is kept as ${sha256} is no text, so it is not the output of a tool.`, nextStep: 'Copy the hash from the note in the shortened output.', data: { issues: [{ path: 'sha256', message: 'names something that is no text' }] } });
    }
  });
}

function notKept(sha256: string, cause: unknown): KeelsonError<'blob.missing'> {
  return new KeelsonError('blob.missing', { message: `Nothing is kept as ${sha256}.`, nextStep: 'Copy the hash from the note in the shortened output; what was short enough to be shown whole was not kept.', data: { sha256 }, cause });
}
