import { statSync } from 'node:fs';
import { DEFAULT_TENANT, type Name } from '../contracts/index.ts';
import { hasCode, KeelsonError } from '../kernel/index.ts';

/** Says of a ledger that has lost something what is gone and how to go on from there; any other error passes. */
export function lostEndInWords(error: unknown, tenant: Name): unknown {
  const nextStep = `Put back what is missing, restore a backup with \`keelson ledger restore FILE\`, or go on without it: \`keelson ledger accept-loss${tenant === DEFAULT_TENANT ? '' : ` --tenant ${tenant}`}\`.`;
  if (hasCode(error, 'ledger.tail_cut')) {
    const { file, head, found } = error.data;
    return new KeelsonError('ledger.tail_cut', { message: `${file} ${lossText(file, head, found)}.`, nextStep, data: error.data, cause: error });
  }
  if (!hasCode(error, 'ledger.head_mismatch')) return error;
  const { file, position } = error.data;
  const message = `${file} holds another history than the head that was kept beside it: they differ at entry ${position}.`;
  return new KeelsonError('ledger.head_mismatch', { message, nextStep, data: error.data, cause: error });
}

function lossText(file: string, head: number, found: number): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  const reached = head === 0 ? 'something had been written to it' : `the log in it had reached entry ${head}`;
  if (size === undefined) return `is missing: ${reached}`;
  if (size === 0) return `is empty: ${reached}`;
  return head > found ? `has lost its end: it had reached entry ${head} and now ends at ${found}` : `has lost its end: changes made at entry ${head} are gone`;
}
