import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { Sha256 } from '../core/index.ts';
import { LedgerTenant } from './ledger-tenant.ts';

export const ToolsOutputRequest = z.strictObject({
  tenant: LedgerTenant,
  /** The output as the note in its shortened form names it. */
  sha256: Sha256,
});
export type ToolsOutputRequest = z.infer<typeof ToolsOutputRequest>;

/** The whole of an output of which a call showed only the beginning and the end. */
export const ToolsOutputReport = z.strictObject({ sha256: Sha256, text: z.string() });
export type ToolsOutputReport = z.infer<typeof ToolsOutputReport>;

export const toolsOutput = defineQuery({
  id: 'tools.output',
  request: ['ToolsOutputRequest', ToolsOutputRequest],
  response: ['ToolsOutputReport', ToolsOutputReport],
  failureCodes: ['input.invalid', 'ledger.absent', 'ledger.folder_unusable', 'ledger.busy', 'ledger.read_only', 'blob.missing', 'blob.corrupt'],
  behaviours: {
    empty: 'An output that was short enough to be shown whole was not kept, and is not found here.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'What is kept but is no text is refused rather than shown changed.',
    error: 'Shows the error with its code and what to do next.',
  },
});
