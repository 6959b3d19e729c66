import type { MockModelOutcome, ScenarioFault, WireFormat } from '../../contracts/index.ts';
import type { ChosenTurn } from './choose-turn.ts';

/** What came of a request: an answer by a turn, a listing, or one of three refusals. */
export type ReceivedOutcome = 'answered' | 'listed' | 'no_turn_left' | 'not_json' | 'unknown_path';

/** A request as the server keeps it. Keys are masked before it is kept. */
export interface ReceivedRequest {
  /** Counts everything that came, from 1. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; the text where it is not JSON, and undefined where there was none. */
  readonly body: unknown;
  readonly format: WireFormat | null;
  readonly model: string | null;
  readonly isStreaming: boolean;
  readonly outcome: MockModelOutcome;
  readonly turn: ChosenTurn | null;
  /** In words, such as `status 429`. */
  readonly faults: readonly string[];
}

/** Older requests are forgotten: a server may run for days. */
export const REQUESTS_KEPT_MAX = 1_000;

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'cookie']);
export const MASKED = '***';

export function maskKeys(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.has(name) ? MASKED : value]));
}

/** A fault in a few words: its kind and what tells it from others of its kind. */
export function faultText(fault: ScenarioFault): string {
  switch (fault.kind) {
    case 'status':
      return `status ${fault.status}`;
    case 'cut':
      return `cut ${fault.at} (${fault.by})`;
    case 'stall':
      return `stall ${fault.at}${fault.ms === undefined ? '' : ` (${fault.ms} ms)`}`;
    case 'tool_call':
      return `tool_call ${fault.how}`;
    default:
      return fault.kind;
  }
}
