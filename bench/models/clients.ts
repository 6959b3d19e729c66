import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { systemClock } from '../../src/kernel/index.ts';
import { openAiChatAdapter } from '../../src/models/adapters/openai-chat/index.ts';
import type { Target } from '../../src/models/adapters/adapter.ts';
import { createHttpAnswers } from '../../src/models/gateway/http-answers.ts';
import { DEFAULT_LIMITS } from '../../src/models/gateway/limits.ts';
import { createNodeHttp } from '../../src/models/http/node-http.ts';
import type { ModelRequest } from '../../src/contracts/index.ts';
import type { ServerNews, StreamKind } from './stream-server.ts';

/** Reads one stream; `onFirst` is called when its first words are there. Gives the number of pieces. */
export type Client = (kind: StreamKind, options?: { readonly signal?: AbortSignal; onFirst?(): void }) => Promise<number>;

export interface StreamServer {
  readonly port: number;
  openSockets(): Promise<number>;
  stop(): void;
}

export async function startServer(): Promise<StreamServer> {
  const child = fork(new URL('stream-server.ts', import.meta.url));
  const news = async (): Promise<ServerNews> => (await once(child, 'message'))[0] as ServerNews;
  const started = await news();
  if (!('port' in started)) throw new TypeError('the server did not say where it listens');
  return {
    port: started.port,
    async openSockets() {
      child.send('count');
      const counted = await news();
      return 'openSockets' in counted ? counted.openSockets : Number.NaN;
    },
    stop: () => void child.disconnect(),
  };
}

const REQUEST: ModelRequest = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Who repairs what, by clause 4 of the lease?' }] }],
  tools: [],
  tool_choice: 'auto',
  output: null,
  max_output_tokens: 4_000,
  temperature: null,
  top_p: null,
  stop: [],
  seed: null,
  reasoning_effort: null,
};

/** What everybody would write in ten lines: keeps connections, splits events, reads nothing of them, has no limits. */
export function bareClient(port: number): { read: Client; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_024 });
  const body = JSON.stringify({ model: 'bench-model', stream: true, messages: REQUEST.messages });
  return {
    read: (kind, { onFirst } = {}) =>
      new Promise((resolve, reject) => {
        const sent = request({ agent, host: '127.0.0.1', port, path: `/${kind}/chat/completions`, method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
          let [rest, count] = ['', 0];
          answer.setEncoding('utf8');
          answer.on('data', (piece: string) => {
            const events = (rest + piece).split('\n\n');
            rest = events.pop() ?? '';
            if (count === 0 && events.length > 0) onFirst?.();
            count += events.length;
          });
          answer.on('end', () => resolve(count));
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export function ourClient(port: number): { read: Client; close(): void } {
  const http = createNodeHttp({ clock: systemClock });
  const answers = createHttpAnswers({ http, adapters: { openai_chat: openAiChatAdapter } as unknown as Parameters<typeof createHttpAnswers>[0]['adapters'] });
  const target = (kind: StreamKind): Target => ({
    modelId: 'bench/bench-model',
    name: 'bench-model',
    provider: { format: 'openai_chat', base_url: `http://127.0.0.1:${port}/${kind}`, keys: [], key_limits: {}, headers: {}, location: 'local', is_first_party: false, structured_output: 'native' },
    key: undefined,
  });
  const never = new AbortController().signal;
  return {
    async read(kind, { signal = never, onFirst } = {}) {
      let [count, hasBegun] = [0, false];
      await answers({
        request: REQUEST,
        target: target(kind),
        limits: DEFAULT_LIMITS,
        signal,
        onEvent({ type }) {
          if (type !== 'text_delta') return;
          if (!hasBegun) onFirst?.();
          [count, hasBegun] = [count + 1, true];
        },
      });
      return count;
    },
    close: () => http.close(),
  };
}
