import { z } from 'zod';
import { defineCommand, defineQuery } from '../commands/operation.ts';
import { Count, NonEmptyText, PositiveCount } from '../core/index.ts';

/** Longest time one answer may wait for a request to come. */
export const MOCK_MODEL_WAIT_MS_MAX = 30_000;

/** Names a running server for as long as the process lives. */
const server = NonEmptyText;

export const MockModelStartRequest = z.strictObject({
  /** Where the scenario is. */
  file: NonEmptyText,
  /** 0 takes a free one. */
  port: z.int().min(0).max(65_535).default(0),
});
export type MockModelStartRequest = z.infer<typeof MockModelStartRequest>;

export const MockModelStarted = z.strictObject({
  server,
  url: z.url(),
  /** An address where connections are refused, for as long as the server runs. */
  dead_url: z.url(),
  models: z.array(NonEmptyText),
  turns: PositiveCount,
});
export type MockModelStarted = z.infer<typeof MockModelStarted>;

/** What came of a request: an answer by a turn, a listing, or one of three refusals. */
export const MockModelOutcome = z.enum(['answered', 'listed', 'no_turn_left', 'not_json', 'unknown_path']);
export type MockModelOutcome = z.infer<typeof MockModelOutcome>;

/** One request as it is shown: what asked, which turn answered, what was made to go wrong. No header, no body. */
export const MockModelRequest = z.strictObject({
  number: PositiveCount,
  method: z.string(),
  path: z.string(),
  model: z.string().nullable(),
  is_streaming: z.boolean(),
  outcome: MockModelOutcome,
  /** Counted from 1, as in the scenario. */
  turn: PositiveCount.nullable(),
  turn_name: NonEmptyText.nullable(),
  faults: z.array(NonEmptyText),
});
export type MockModelRequest = z.infer<typeof MockModelRequest>;

export const MockModelRequestsRequest = z.strictObject({ server, after: Count.default(0), wait_ms: Count.max(MOCK_MODEL_WAIT_MS_MAX).default(0) });
export type MockModelRequestsRequest = z.infer<typeof MockModelRequestsRequest>;

export const MockModelRequests = z.strictObject({ requests: z.array(MockModelRequest), next_after: Count });
export type MockModelRequests = z.infer<typeof MockModelRequests>;

export const MockModelStopRequest = z.strictObject({ server });
export type MockModelStopRequest = z.infer<typeof MockModelStopRequest>;

export const MockModelStopped = z.strictObject({ requests_received: Count });
export type MockModelStopped = z.infer<typeof MockModelStopped>;

export const MockModelExampleRequest = z.strictObject({});
export type MockModelExampleRequest = z.infer<typeof MockModelExampleRequest>;

/** The text of a scenario that works as it is. */
export const MockModelExample = z.strictObject({ text: NonEmptyText });
export type MockModelExample = z.infer<typeof MockModelExample>;

export const mockModelStart = defineCommand({
  id: 'mock_model.start',
  request: ['MockModelStartRequest', MockModelStartRequest],
  response: ['MockModelStarted', MockModelStarted],
  durableWrite: 'explicit_no_op',
  policyChecks: [],
  invalidates: [],
  failureCodes: ['input.invalid', 'scenario.unreadable', 'scenario.invalid', 'scenario.port_unavailable', 'scenario.too_many_servers'],
  behaviours: {
    empty: 'A scenario without turns is refused: it could answer nothing.',
    blocked: 'Listens on this machine only.',
    degraded: 'None: it listens or it does not.',
    error: 'Shows every place of the scenario that does not fit, or why the port cannot be had.',
  },
});

export const mockModelRequests = defineQuery({
  id: 'mock_model.requests',
  request: ['MockModelRequestsRequest', MockModelRequestsRequest],
  response: ['MockModelRequests', MockModelRequests],
  failureCodes: ['input.invalid', 'scenario.server_unknown'],
  behaviours: {
    empty: 'Waits as long as asked and then says that nothing came.',
    blocked: 'Headers and bodies are not shown: they hold keys and what people wrote.',
    degraded: 'When more come than are kept, the oldest are missing and the numbers show it.',
    error: 'Shows the error with its code and what to do next.',
  },
});

export const mockModelStop = defineCommand({
  id: 'mock_model.stop',
  request: ['MockModelStopRequest', MockModelStopRequest],
  response: ['MockModelStopped', MockModelStopped],
  durableWrite: 'explicit_no_op',
  policyChecks: [],
  invalidates: [],
  failureCodes: ['input.invalid', 'scenario.server_unknown'],
  behaviours: {
    empty: 'Says that no request came.',
    blocked: 'Nothing blocks it: every connection is ended, whatever it was waiting for.',
    degraded: 'None: it has stopped when it answers.',
    error: 'Shows the error with its code and what to do next.',
  },
});

export const mockModelExample = defineQuery({
  id: 'mock_model.example',
  request: ['MockModelExampleRequest', MockModelExampleRequest],
  response: ['MockModelExample', MockModelExample],
  failureCodes: [],
  behaviours: {
    empty: 'There is always an example.',
    blocked: 'Nothing blocks it.',
    degraded: 'None.',
    error: 'Shows the error with its code and what to do next.',
  },
});
