import { z } from 'zod';
import { defineCommand } from '../commands/operation.ts';
import { Count, Name, NonEmptyText } from '../core/index.ts';
import { LedgerTenant } from './ledger-tenant.ts';

/** Where the server listens unless told otherwise; K-E-E-L on a telephone. */
export const SERVER_PORT = 5_335;
export const SERVER_HOST = '127.0.0.1';
const PORT_MAX = 65_535;

export const ServerStartRequest = z.strictObject({
  host: NonEmptyText.default(SERVER_HOST),
  /** 0 takes any that is free. */
  port: Count.max(PORT_MAX).default(SERVER_PORT),
  tenant: LedgerTenant,
  /** Further names under which it may be asked for, where it listens elsewhere than on this machine. */
  names: z.array(NonEmptyText).default([]),
});
export type ServerStartRequest = z.infer<typeof ServerStartRequest>;

export const ServerStarted = z.strictObject({
  server: Name,
  url: z.string(),
  /** With the token of this installation; a browser that opens it is let in and keeps no token. */
  first_url: z.string(),
});
export type ServerStarted = z.infer<typeof ServerStarted>;

const behaviours = {
  empty: 'There is always an answer: where it listens, or why it does not.',
  blocked: 'Nobody is let in who does not show the token of this installation.',
  degraded: 'Readers that are too slow are told where to go on, and let go.',
  error: 'Shows the error with its code and what to do next.',
};

export const serverStart = defineCommand({
  id: 'server.start',
  request: ['ServerStartRequest', ServerStartRequest],
  response: ['ServerStarted', ServerStarted],
  durableWrite: 'explicit_no_op',
  policyChecks: [],
  invalidates: [],
  failureCodes: ['input.invalid', 'server.port_unavailable', 'ledger.folder_unusable'],
  behaviours,
});

export const ServerStopRequest = z.strictObject({ server: Name });
export const ServerStopped = z.strictObject({ requests: Count });

export const serverStop = defineCommand({
  id: 'server.stop',
  request: ['ServerStopRequest', ServerStopRequest],
  response: ['ServerStopped', ServerStopped],
  durableWrite: 'explicit_no_op',
  policyChecks: [],
  invalidates: [],
  failureCodes: ['input.invalid', 'server.not_running'],
  behaviours,
});
