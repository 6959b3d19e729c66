import type { MockModelOutcome, Scenario, ScenarioTurn } from '../../contracts/index.ts';
import { seededRandom, type Clock } from '../../kernel/index.ts';
import { answerOf, type ScriptedAnswer } from './answer.ts';
import type { Asked } from './asked.ts';
import { playScenario } from './choose-turn.ts';
import { spoilCall } from './faults/call-faults.ts';
import { listingOf } from './listings.ts';
import { faultText, maskKeys, type ReceivedRequest } from './received.ts';
import { stepsOf, type Step } from './steps.ts';
import { anthropic } from './wire/anthropic.ts';
import { ollama } from './wire/ollama.ts';
import { openAiChat } from './wire/openai-chat.ts';
import { openAiError } from './wire/openai-error.ts';
import { openAiResponses } from './wire/openai-responses.ts';
import type { WireWriter } from './wire/wire-writer.ts';

const WRITERS: Readonly<Record<string, WireWriter>> = {
  '/v1/chat/completions': openAiChat,
  '/v1/responses': openAiResponses,
  '/v1/messages': anthropic,
  '/api/chat': ollama,
};

export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Responded {
  readonly steps: Iterable<Step>;
  readonly received: ReceivedRequest;
}

/** Decides what is answered to each request. No I/O. */
export interface Responder {
  respond(request: PlainRequest): Responded;
}

export function createResponder(scenario: Scenario, clock: Clock): Responder {
  const script = playScenario(scenario);
  let receivedCount = 0;
  let askedCount = 0;

  const respond = (request: PlainRequest): Responded => {
    receivedCount += 1;
    const path = pathOf(request.url);
    const body = jsonOf(request.body);
    const plain = { number: receivedCount, method: request.method, path, headers: maskKeys(request.headers), body, format: null, model: null, isStreaming: false, turn: null, faults: [] };
    const refused = (outcome: MockModelOutcome, status: number, answer: unknown): Responded => ({ steps: jsonSteps(status, answer), received: { ...plain, outcome } });

    const listing = listingOf(path, scenario.models, 'anthropic-version' in request.headers);
    if (listing !== undefined) return refused('listed', listing.status, listing.body);
    const writer = WRITERS[path];
    if (writer === undefined || request.method !== 'POST') {
      return refused('unknown_path', 404, openAiError(400, 'not_found_error', `There is no ${request.method} ${path} here; POST to one of ${Object.keys(WRITERS).join(', ')}.`));
    }
    if (typeof body !== 'object' || body === null) return refused('not_json', 400, writer.error(400, 'invalid_request_error', 'The body is not a JSON object.'));

    askedCount += 1;
    const asked = writer.asked(body);
    const known = { ...plain, format: asked.format, model: asked.model, isStreaming: asked.isStreaming };
    const chosen = script.next({ asked, number: askedCount, headers: request.headers });
    if (chosen === undefined) {
      const message = `The scenario has no turn left for request ${askedCount}.`;
      return { steps: jsonSteps(400, writer.error(400, 'invalid_request_error', message)), received: { ...known, outcome: 'no_turn_left' } };
    }
    const { turn } = chosen;
    const nowMs = clock.nowMs();
    const answer = spoiltAnswer(answerOf(turn, asked, { number: askedCount, createdMs: nowMs, requestChars: request.body.length }), turn, asked);
    const steps = stepsOf({ turn, writer, answer, pick: picker(scenario.seed, askedCount), isStream: isStreamed(turn, asked), nowMs });
    return { steps, received: { ...known, outcome: 'answered', turn: chosen, faults: turn.faults.map(faultText) } };
  };
  return { respond };
}

/** People write base addresses with and without the version. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const withVersion = `/v1${path}`;
  return withVersion in WRITERS || withVersion === '/v1/models' ? withVersion : path;
}

function jsonOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function jsonSteps(status: number, body: unknown): Step[] {
  const bytes = Buffer.from(JSON.stringify(body));
  return [
    { do: 'head', status, headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) } },
    { do: 'send', bytes },
    { do: 'finish', by: 'end' },
  ];
}

/** The answer with everything that is wrong in what it says. */
function spoiltAnswer(answer: ScriptedAnswer, { faults }: ScenarioTurn, asked: Asked): ScriptedAnswer {
  return faults.reduce((spoilt, fault) => {
    if (fault.kind === 'tool_call') return spoilCall(spoilt, fault.how, asked);
    return fault.kind === 'many_choices' ? { ...spoilt, choices: fault.count } : spoilt;
  }, answer);
}

function isStreamed({ faults }: ScenarioTurn, { isStreaming }: Asked): boolean {
  return faults.some((fault) => fault.kind === (isStreaming ? 'whole_for_stream' : 'stream_for_whole')) ? !isStreaming : isStreaming;
}

/** Each request draws from a sequence of its own, so that requests at the same time do not disturb each other. */
function picker(seed: number, number: number): (count: number) => number {
  const random = seededRandom((BigInt(seed) << 32n) + BigInt(number));
  return (count) => (count === 0 ? 0 : new DataView(random.bytes(4).buffer).getUint32(0) % count);
}
