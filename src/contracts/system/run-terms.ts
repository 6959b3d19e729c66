import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { NonEmptyText } from '../core/index.ts';
import { ApprovalMode } from '../oversight/index.ts';
import { ResourceBudget } from '../runs/index.ts';

export const RunTermsRequest = z.strictObject({});
export type RunTermsRequest = z.infer<typeof RunTermsRequest>;

/** What a task is worked on under when nothing else is said with it. */
export const RunTerms = z.strictObject({ workspace: NonEmptyText, mode: ApprovalMode, limits: ResourceBudget.shape.per_run });
export type RunTerms = z.infer<typeof RunTerms>;

export const runTerms = defineQuery({
  id: 'run.terms',
  request: ['RunTermsRequest', RunTermsRequest],
  response: ['RunTerms', RunTerms],
  failureCodes: ['input.invalid', 'path.missing', 'path.wrong_kind'],
  behaviours: {
    empty: 'There are always terms: those of the configuration, or the published ones.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'Where a folder is no more it says so, and which one was meant.',
    error: 'Shows the error with its code and what to do next.',
  },
});
