import { mockModelExample, mockModelRequests, mockModelStart, mockModelStop, type MockModelRequest } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { ReceivedRequest, ScriptedServer } from '../models/index.ts';
import { bind, type Binding } from './dispatcher.ts';

/** More at a time than a person can watch; whoever starts more has lost track of them. */
const SERVERS_MAX = 16;

export interface MockModelPorts {
  /** The text of a file. */
  readonly readText: (file: string) => Promise<string>;
  /** Raised after this many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
}

interface Running {
  readonly server: ScriptedServer;
  /** How many requests came, forgotten ones among them. */
  received: number;
  /** Woken at the next request. */
  readonly waiting: Set<() => void>;
}

/** The scripted servers of this process. They are loaded when the first is started. */
export interface MockModels {
  readonly bindings: readonly Binding[];
  close(): Promise<void>;
}

export function createMockModels({ readText, deadline }: MockModelPorts): MockModels {
  const running = new Map<string, Running>();
  let startedCount = 0;

  const start = bind(mockModelStart, async ({ file, port }) => {
    if (running.size >= SERVERS_MAX) throw tooMany();
    const { readScenario, startScriptedServer } = await import('../models/index.ts');
    const scenario = readScenario(await textOf(file, readText), file);
    const waiting = new Set<() => void>();
    const server = await startScriptedServer({
      scenario,
      port,
      onRequest: ({ number }) => {
        entry.received = number;
        for (const wake of waiting) wake();
      },
    });
    const entry: Running = { server, received: 0, waiting };
    startedCount += 1;
    const name = `mock_${startedCount}`;
    running.set(name, entry);
    return { server: name, url: server.url, dead_url: server.deadUrl, models: scenario.models, turns: scenario.turns.length };
  });

  const requests = bind(mockModelRequests, async ({ server: name, after, wait_ms }, { signal }) => {
    const entry = find(running, name);
    if (entry.received <= after && wait_ms > 0) await nextRequest(entry, AbortSignal.any([signal, deadline(wait_ms)]));
    const shown = entry.server.requests().filter(({ number }) => number > after).map(shownOf);
    return { requests: shown, next_after: shown.at(-1)?.number ?? after };
  });

  const stop = bind(mockModelStop, async ({ server: name }) => {
    const entry = find(running, name);
    running.delete(name);
    await entry.server.close();
    for (const wake of entry.waiting) wake();
    return { requests_received: entry.received };
  });

  const example = bind(mockModelExample, async () => {
    const { EXAMPLE_SCENARIO } = await import('../models/index.ts');
    return { text: EXAMPLE_SCENARIO };
  });

  return {
    bindings: [start, requests, stop, example],
    async close() {
      await Promise.all([...running.values()].map(({ server }) => server.close()));
      running.clear();
    },
  };
}

async function textOf(file: string, readText: MockModelPorts['readText']): Promise<string> {
  try {
    return await readText(file);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new KeelsonError('scenario.unreadable', {
      message: `The scenario ${file} cannot be read: ${detail}.`,
      nextStep: 'Name a file that you may read; `keelson mock-model --example > scenario.json` writes one to begin with.',
      data: { file, detail },
      cause: error,
    });
  }
}

function find(running: ReadonlyMap<string, Running>, name: string): Running {
  const entry = running.get(name);
  if (entry !== undefined) return entry;
  throw new KeelsonError('scenario.server_unknown', {
    message: `No scripted server "${name}" is running here.`,
    nextStep: 'Start one with mock_model.start, and use the name that it answers with.',
    data: { server: name },
  });
}

function tooMany(): KeelsonError<'scenario.too_many_servers'> {
  return new KeelsonError('scenario.too_many_servers', {
    message: `There are ${SERVERS_MAX} scripted servers running already.`,
    nextStep: 'Stop one with mock_model.stop and start this one again.',
    data: { limit: SERVERS_MAX },
  });
}

function nextRequest({ waiting }: Running, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      waiting.delete(wake);
      resolve();
    };
    waiting.add(wake);
    if (ended.aborted) wake();
    ended.addEventListener('abort', wake, { once: true });
  });
}

function shownOf({ number, method, path, model, isStreaming, outcome, turn, faults }: ReceivedRequest): MockModelRequest {
  return { number, method, path, model, is_streaming: isStreaming, outcome, turn: turn?.place ?? null, turn_name: turn?.turn.name ?? null, faults: [...faults] };
}
