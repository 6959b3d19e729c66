import { z } from 'zod';
import { defineCommand } from '../commands/operation.ts';
import { NonEmptyText, Sha256 } from '../core/index.ts';

export const ConfigAcceptRequest = z.strictObject({ file: NonEmptyText });
export type ConfigAcceptRequest = z.infer<typeof ConfigAcceptRequest>;

export const ConfigAcceptReport = z.strictObject({ file: NonEmptyText, sha256: Sha256 });
export type ConfigAcceptReport = z.infer<typeof ConfigAcceptReport>;

/** A person read a configuration file that came with a repository and wants it followed, as it is now. */
export const configAccept = defineCommand({
  id: 'config.accept',
  request: ['ConfigAcceptRequest', ConfigAcceptRequest],
  response: ['ConfigAcceptReport', ConfigAcceptReport],
  durableWrite: 'explicit_no_op',
  policyChecks: ['owner'],
  invalidates: [],
  failureCodes: ['input.invalid', 'path.missing', 'model.settings_invalid'],
  behaviours: {
    empty: 'There is always one file.',
    blocked: 'Nothing blocks it: whoever calls it is the person.',
    degraded: 'A file that counts without being accepted is accepted all the same.',
    error: 'Shows the error with its code and what to do next; nothing was accepted.',
  },
});
