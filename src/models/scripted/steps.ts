import type { JsonValue, ScenarioEnding, ScenarioFault } from '../../contracts/index.ts';
import { bodyOf, type BodyContext, type Piece } from './body.ts';
import { errorOf } from './errors-by-status.ts';
import { IDLE_NOISE, renderFrame, USUAL_FRAMING } from './framing.ts';
import { interrupted, slicedInto, type Interruption } from './interruptions.ts';

export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a server does with a connection, one thing after another. Nothing follows `finish`; `hang` waits for the other side. */
export type Step =
  | ({ readonly do: 'head' } & Head)
  | { readonly do: 'send'; readonly bytes: Uint8Array }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'hang' }
  | { readonly do: 'finish'; readonly by: ScenarioEnding };

export interface StepsContext extends BodyContext {
  readonly nowMs: number;
}

type FaultOf<Kind extends ScenarioFault['kind']> = Extract<ScenarioFault, { kind: Kind }>;

/** Everything a turn makes the server do, faults and all. May go on without end. */
export function* stepsOf(context: StepsContext): Generator<Step> {
  const { turn } = context;
  yield* waiting(turn.latency_ms.first_byte);
  if (yield* interruptedAt(context, 'before_headers')) return;
  const raw = find(context, 'raw');
  if (raw !== undefined) return yield* rawSteps(raw);
  const { pieces, ...head } = answerOrStatus(context);
  yield { do: 'head', ...head };
  if (yield* interruptedAt(context, 'after_headers')) return;
  if (yield* noise(context)) return;
  const byteSize = find(context, 'byte_pieces');
  const interruptions = turn.faults.filter((fault): fault is Interruption => (fault.kind === 'cut' || fault.kind === 'stall') && !fault.at.endsWith('_headers'));
  let isFirst = true;
  for (const piece of slicedInto(interrupted(pieces, interruptions), byteSize?.bytes)) {
    if ('at' in piece) {
      if (yield* interrupt(piece)) return;
      continue;
    }
    if (piece.kind === 'finish' || piece.kind === 'end' || piece.kind === 'whole') yield* endless(context);
    if (!isFirst) yield* waiting(byteSize?.every_ms ?? turn.latency_ms.between_chunks);
    isFirst = false;
    yield { do: 'send', bytes: piece.bytes };
  }
  yield { do: 'finish', by: 'end' };
}

function find<Kind extends ScenarioFault['kind']>({ turn }: StepsContext, kind: Kind): FaultOf<Kind> | undefined {
  return turn.faults.find((fault): fault is FaultOf<Kind> => fault.kind === kind);
}

function* waiting(ms: number): Generator<Step> {
  if (ms > 0) yield { do: 'wait', ms };
}

/** True when nothing comes after it. */
function* interruptedAt({ turn }: StepsContext, place: Interruption['at']): Generator<Step, boolean> {
  for (const fault of turn.faults) {
    if ((fault.kind === 'cut' || fault.kind === 'stall') && fault.at === place && (yield* interrupt(fault))) return true;
  }
  return false;
}

function* interrupt(fault: Interruption): Generator<Step, boolean> {
  if (fault.kind === 'cut') {
    // Before there are headers nothing has begun that could end properly.
    yield { do: 'finish', by: fault.at === 'before_headers' && fault.by === 'end' ? 'close' : fault.by };
    return true;
  }
  if (fault.ms === undefined) {
    yield { do: 'hang' };
    return true;
  }
  yield* waiting(fault.ms);
  return false;
}

function* rawSteps({ status, headers, chunks, by }: FaultOf<'raw'>): Generator<Step> {
  yield { do: 'head', status, headers };
  for (const chunk of chunks) {
    yield* waiting(chunk.wait_ms);
    yield { do: 'send', bytes: 'text' in chunk ? Buffer.from(chunk.text) : Buffer.from(chunk.base64, 'base64') };
  }
  yield { do: 'finish', by };
}

/** True when there was nothing but noise. */
function* noise(context: StepsContext): Generator<Step, boolean> {
  const fault = find(context, 'comments_only');
  if (fault === undefined) return false;
  const bytes = Buffer.from(context.isStream ? IDLE_NOISE[context.writer.streamType] : ' ');
  for (let sent = 0; sent < (fault.count ?? Number.POSITIVE_INFINITY); sent += 1) {
    yield { do: 'send', bytes };
    yield* waiting(fault.every_ms);
  }
  yield { do: 'finish', by: 'end' };
  return true;
}

function* endless(context: StepsContext): Generator<Step> {
  const fault = find(context, 'endless');
  if (fault === undefined) return;
  const { writer, answer, isStream } = context;
  // White space may stand before a whole answer, so it can go on for ever and still not be wrong.
  const bytes = Buffer.from(isStream ? renderFrame(writer.loneText(answer, 'and so on '.repeat(100)), 1, writer.streamType, USUAL_FRAMING) : ' '.repeat(1_024));
  for (;;) {
    yield { do: 'send', bytes };
    yield* waiting(fault.every_ms);
  }
}

/** Statuses whose answers have no body at all. */
const BODILESS = new Set([204, 304]);

function answerOrStatus(context: StepsContext): Head & { readonly pieces: readonly Piece[] } {
  const { turn, isStream, writer } = context;
  const contentType = find(context, 'content_type')?.content_type;
  const hasNoLength = turn.faults.some((fault) => (fault.kind === 'cut' && fault.by === 'end') || fault.kind === 'endless' || fault.kind === 'comments_only');
  const withLength = (pieces: readonly Piece[]): Record<string, string> =>
    hasNoLength ? {} : { 'content-length': String(pieces.reduce((sum, piece) => sum + piece.bytes.length, 0)) };
  const fault = find(context, 'status');
  if (fault === undefined) {
    const pieces = bodyOf(context);
    const headers: Record<string, string> = {
      'content-type': contentType ?? (isStream ? writer.streamType : 'application/json'),
      ...(find(context, 'gzip')?.is_labelled === true && { 'content-encoding': 'gzip' }),
      ...(isStream ? { 'cache-control': 'no-cache' } : withLength(pieces)),
    };
    return { status: 200, headers, pieces };
  }
  const text = statusBody(fault, context);
  const pieces: Piece[] = BODILESS.has(fault.status) ? [] : [{ kind: 'whole', bytes: Buffer.from(text) }];
  const retryAt = fault.retry_at_s === undefined ? {} : { 'retry-after': new Date(context.nowMs + fault.retry_at_s * 1_000).toUTCString() };
  const headers = {
    'content-type': contentType ?? (text.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json'),
    ...(pieces.length === 0 ? {} : withLength(pieces)),
    ...retryAt,
    ...lowerCased(fault.headers),
  };
  return { status: fault.status, headers, pieces };
}

function statusBody({ status, body }: FaultOf<'status'>, { writer, answer }: StepsContext): string {
  const asText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));
  if (body !== undefined) return asText(body);
  if (status < 400) return '';
  const { type, message } = errorOf(status, answer.model);
  return JSON.stringify(writer.error(status, type, message));
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
