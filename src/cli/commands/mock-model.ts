import { mockModelExample, mockModelRequests, mockModelStart, mockModelStop, type MockModelOutcome, type MockModelRequest, type MockModelStarted } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { OUTPUT_ENDED, showFailure, type Surface } from '../surface.ts';

export interface MockModelOptions {
  readonly port?: number;
  readonly example?: boolean;
  readonly json?: boolean;
}

/** How long one question waits for requests; then it is asked again. */
const WAIT_MS = 10_000;

/** Runs a scripted server and prints one line for each request. It ends with Ctrl-C, and that is its proper end. */
export async function mockModel(surface: Surface, file: string | undefined, options: MockModelOptions): Promise<ExitCode> {
  const { terminal, client, signal } = surface;
  const asJson = options.json === true;
  if (options.example === true) return printExample(surface, asJson);
  if (file === undefined) {
    await terminal.writeError('keelson: There is no scenario to answer from.\n         Name one, or print one to begin with: keelson mock-model --example > scenario.json\n');
    return EXIT.usage;
  }
  const started = await client.call(mockModelStart, { file, ...(options.port !== undefined && { port: options.port }) }, { signal });
  if (!started.ok) return showFailure(surface, started.error, asJson);
  const { server } = started.value;
  await terminal.writeOut(asJson ? `${JSON.stringify({ started: started.value })}\n` : startedText(file, started.value));
  const failed = await printRequests(surface, server, asJson);
  // The signal of the surface is raised by now, and stopping is still to be done.
  const stopped = await client.call(mockModelStop, { server });
  if (failed !== undefined) return failed;
  if (!stopped.ok) return showFailure(surface, stopped.error, asJson);
  const { requests_received: received } = stopped.value;
  if (asJson) await terminal.writeOut(`${JSON.stringify({ stopped: stopped.value })}\n`);
  else await terminal.writeError(`Stopped. Requests received: ${received}.\n`);
  return signal.reason === OUTPUT_ENDED ? EXIT.ok : EXIT.interrupted;
}

/** Until the signal is raised; gives an exit code only when asking failed. */
async function printRequests(surface: Surface, server: string, asJson: boolean): Promise<ExitCode | undefined> {
  const { terminal, client, signal } = surface;
  let after = 0;
  while (!signal.aborted) {
    const outcome = await client.call(mockModelRequests, { server, after, wait_ms: WAIT_MS }, { signal });
    if (!outcome.ok) return signal.aborted ? undefined : showFailure(surface, outcome.error, asJson);
    const { requests, next_after } = outcome.value;
    await terminal.writeOut(requests.map((request) => `${asJson ? JSON.stringify({ request }) : requestText(request)}\n`).join(''));
    after = next_after;
  }
  return undefined;
}

async function printExample(surface: Surface, asJson: boolean): Promise<ExitCode> {
  const outcome = await surface.client.call(mockModelExample, {}, { signal: surface.signal });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  await surface.terminal.writeOut(outcome.value.text);
  return EXIT.ok;
}

function startedText(file: string, { url, dead_url, models, turns }: MockModelStarted): string {
  return `A scripted model answers at ${url} from ${printable(file)} (${turns} ${turns === 1 ? 'turn' : 'turns'}; ${models.join(', ')}).

Point a client at it; any key will do:
  OPENAI_BASE_URL=${url}/v1
  ANTHROPIC_BASE_URL=${url}
  OLLAMA_HOST=${url}
  KEELSON_BASE_URL=${url}/v1
Connections to ${dead_url} are refused, for whoever wants to see that. Ctrl-C stops it.

`;
}

const OUTCOMES: Readonly<Record<MockModelOutcome, string>> = {
  answered: 'answered',
  listed: 'listed',
  no_turn_left: 'refused: no turn is left',
  not_json: 'refused: the body is not JSON',
  unknown_path: 'refused: nothing is at this path',
};

function requestText({ number, method, path, model, is_streaming, outcome, turn, turn_name, faults }: MockModelRequest): string {
  const answeredBy = turn === null ? OUTCOMES[outcome] : `turn ${turn}${turn_name === null ? '' : ` "${turn_name}"`}`;
  const columns = [
    String(number),
    `${method} ${path}`,
    ...(model === null ? [] : [`${model}${is_streaming ? ' (stream)' : ''}`]),
    answeredBy,
    ...(faults.length === 0 ? [] : [`faults: ${faults.join(', ')}`]),
  ];
  return printable(columns.join('  '));
}

/** Paths and names come from whoever asks, and a terminal would obey what is hidden in them. */
function printable(text: string): string {
  return Array.from(text, (char) => (isControl(char) ? '?' : char)).join('');
}

function isControl(char: string): boolean {
  const code = char.charCodeAt(0);
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}
