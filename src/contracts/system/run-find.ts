import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { NonEmptyText, RunId } from '../core/index.ts';

/** A run as people name it: by its id, by as much of its end as no other run has, or `last`. */
export const RunFindRequest = z.strictObject({ run: NonEmptyText });
export type RunFindRequest = z.infer<typeof RunFindRequest>;

export const RunFindReport = z.strictObject({ run_id: RunId });
export type RunFindReport = z.infer<typeof RunFindReport>;

export const runFind = defineQuery({
  id: 'run.find',
  request: ['RunFindRequest', RunFindRequest],
  response: ['RunFindReport', RunFindReport],
  failureCodes: ['input.invalid', 'run.unknown'],
  behaviours: {
    empty: 'There are no runs yet: it says so and how to start one.',
    blocked: 'Nothing blocks it: it only reads.',
    degraded: 'Runs whose start was erased are found by their whole id alone.',
    error: 'Shows the error with its code and what to do next.',
  },
});
