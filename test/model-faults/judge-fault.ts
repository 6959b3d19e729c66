import type { WireFormat } from '../../src/contracts/index.ts';
import type { FaultRow } from '../support/fault-turns.ts';
import type { Observed } from './run-fault.ts';

const TEXT = 'I look it up for Tromsø 🌊.';
const SOUND = JSON.stringify({ port: 'Tromsø', day: 'today' });

type Check = (observed: Observed) => boolean;

const answered: Check = ({ error }) => error === undefined;
const retried: Check = (observed) => answered(observed) && observed.attempts.length > 1;
const failed: Check = ({ error, attempts }) => error !== undefined && attempts.length === 1;
const either = (...checks: Check[]): Check => (observed) => checks.some((check) => check(observed));
const firstFault = ({ attempts }: Observed): string => attempts[0]?.fault ?? '';
const repaired: Check = ({ corrections, attempts }) => corrections > 0 || attempts.length > 1;
const charged: Check = ({ spent, flags }) => flags.length > 0 && (spent['tokens'] ?? 0) >= 200;

/** What each word of the list asks for, beyond what holds for all. */
const EXPECTED: Readonly<Record<string, Check>> = {
  retry: either(retried, ({ error, attempts }) => error !== undefined && attempts.length > 1),
  'retry-or-fail': either(retried, ({ error }) => error !== undefined),
  'default-backoff': (observed) => retried(observed) && (observed.waits[0] ?? Infinity) <= 30_000,
  'retry-after': (observed) => retried(observed) && (observed.waits[0] ?? 0) > 0,
  'fail-or-failover': ({ error, attempts }) => error !== undefined && attempts.length === 1,
  fail: failed,
  timeout: (observed) => firstFault(observed).endsWith('_timeout'),
  ok: (observed) => answered(observed) && observed.attempts.length === 1 && observed.corrections === 0,
  'ok-or-fail-clean': either(answered, ({ error }) => error !== undefined),
  'fail-clean': either(({ error }) => error !== undefined, repaired),
  'fail-clean-or-replace': either(answered, ({ error }) => error !== undefined),
  'too-large': (observed) => ['too_large', 'total_timeout', 'garbage'].includes(firstFault(observed)),
  'no-execute': either(repaired, ({ error }) => error !== undefined),
  'reject-call': either(repaired, ({ error }) => error !== undefined),
  correct: either(repaired, ({ error }) => error !== undefined),
  'no-duplicate-text-or-call': either(answered, ({ error }) => error !== undefined),
  'first-only': answered,
  'reject-second': answered,
  'no-merge': either(answered, ({ error }) => error !== undefined),
  'make-id': answered,
  'empty-object-or-correct': repaired,
  decode: answered,
  'flag-absent': charged,
  'flag-unbelievable': charged,
  'never-refund': charged,
  'no-discount': ({ flags }) => flags.length > 0,
  'clamp-and-stop': charged,
};

/** What a client must never do, whatever happens to it; and what the row asks for. */
export function faultsFound(row: FaultRow, format: WireFormat, observed: Observed): string[] {
  const { error, calls, text, budget, spent, reserved, openSockets } = observed;
  const found: string[] = [];
  if (error !== undefined && !error.code.startsWith('model.') && error.code !== 'counter.exhausted') found.push(`failed with ${error.code}: ${error.message}`);
  if (error === undefined && calls.length !== 1 && !(row.expect === 'no-merge' && calls.length === 2)) found.push(`would run ${calls.length} calls`);
  for (const call of calls) if (JSON.stringify(call.arguments) !== SOUND && JSON.stringify({ port: call.arguments['port'], day: call.arguments['day'] }) !== SOUND) found.push(`would run ${JSON.stringify(call.arguments)}`);
  if (error === undefined && text !== TEXT && !text.includes('\uFFFD') && !isReorderedUnseen(row, format)) found.push(`said ${JSON.stringify(text)}`);
  for (const [unit, limit] of Object.entries(budget)) if ((spent[unit] ?? 0) > limit) found.push(`spent ${spent[unit]} of ${limit} ${unit}`);
  if (Object.values(reserved).some((amount) => amount > 0)) found.push(`left ${JSON.stringify(reserved)} reserved`);
  if (openSockets > 0) found.push(`left ${openSockets} sockets open`);
  const expected = EXPECTED[row.expect];
  if (expected === undefined) found.push(`nobody knows what ${row.expect} means`);
  else if (!expected(observed) && !isUnknownTo(format, row, observed)) found.push(`expected ${row.expect}: ${observed.attempts.map(({ fault }) => fault ?? 'answered').join(', ')}; corrections ${observed.corrections}; waits ${observed.waits.join(', ')}; flags ${observed.flags.join(', ')}; ${error?.message ?? 'answered'}`);
  return found;
}

/** Where pieces carry no number, pieces of text that changed places look like any others. */
function isReorderedUnseen({ input }: FaultRow, format: WireFormat): boolean {
  return format !== 'openai_responses' && JSON.stringify(input).includes('reorder_chunks');
}

/** Ollama's lines know neither comments nor what came from a cache or was thought. */
function isUnknownTo(format: WireFormat, { expect }: FaultRow, observed: Observed): boolean {
  return format === 'ollama' && (expect === 'no-discount' || (expect === 'ok' && retried(observed)));
}
