import { documentKey, FunctionCall, FunctionCallSettlement, type FunctionCallId } from '../../contracts/index.ts';
import type { Documents } from '../../ledger/index.ts';

export interface KnownFunctionCall {
  readonly call: FunctionCall;
  /** What became of it; null while it is waited for. */
  readonly settlement: FunctionCallSettlement | null;
}

/** A call with what became of it; undefined when none was made under this id. */
export async function readFunctionCall(id: FunctionCallId, documents: Pick<Documents, 'get'>): Promise<KnownFunctionCall | undefined> {
  const stored = await documents.get(documentKey.functionCall(id));
  if (stored === undefined) return undefined;
  const settled = await documents.get(documentKey.functionCallSettlement(id));
  return { call: FunctionCall.parse(stored.body), settlement: settled === undefined ? null : FunctionCallSettlement.parse(settled.body) };
}
