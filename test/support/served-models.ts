import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { serverStart, type Scenario } from '../../src/contracts/index.ts';
import { compose, type Program } from '../../src/main/compose.ts';
import { startScriptedServer, type ScriptedServer } from '../../src/models/index.ts';

/** The model as clients name it. */
export const HOUSE_MODEL = 'house/mock-model';

export interface ServedModelsRig {
  readonly url: string;
  readonly token: string;
  readonly model: ScriptedServer;
  readonly workspace: string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string): Promise<Response>;
  remove(path: string): Promise<Response>;
  /** Ends the whole program and starts it again over the same data; the address changes. */
  restart(): Promise<void>;
  program(): Program;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ServedModelsOptions {
  /** Of the provider, as the configuration has it. */
  readonly provider?: Readonly<Record<string, unknown>>;
  /** More of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The whole program as `keelson serve` starts it, in this process, with a scripted model over real HTTP behind it. */
export async function servedModels(scenario: z.input<typeof Scenario>, { provider = {}, config = {} }: ServedModelsOptions = {}): Promise<ServedModelsRig> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-served-')));
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')];
  mkdirSync(workspace);
  const model = await startScriptedServer({ scenario });
  const models = {
    default_model: HOUSE_MODEL,
    providers: { house: { format: 'openai_chat', base_url: `${model.url}/v1`, ...provider } },
    models: [{ model_id: HOUSE_MODEL, provider: 'house', name: 'mock-model', tiers: ['coding', 'frontier'], context_tokens: 65_536, capabilities: ['tool_calling', 'strict_json', 'coding', 'long_context'] }],
  };
  writeFileSync(join(workspace, 'keelson.config.json'), JSON.stringify({ models, tools: { sandbox: { backend: 'none' } }, ...config }));
  const begin = async (): Promise<{ program: Program; url: string; token: string }> => {
    const program = compose({ version: '0', nodeVersion: '24.0.0', platform: `${process.platform} ${process.arch}`, environment: { KEELSON_HOME: home, HOUSE_API_KEY: 'a-key-of-the-house', OLLAMA_HOST: '127.0.0.1:1' }, requirementsFolder: '.', currentFolder: workspace });
    const started = await program.client.call(serverStart, { port: 0 }, {});
    if (!started.ok) throw new Error(JSON.stringify(started));
    const first = new URL(started.value.first_url);
    return { program, url: started.value.url, token: first.searchParams.get('token') ?? '' };
  };
  let { program, url, token } = await begin();
  const headers = (): Record<string, string> => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  return {
    get url() {
      return url;
    },
    get token() {
      return token;
    },
    model,
    workspace,
    post: (path, body, more = {}) => fetch(`${url}${path}`, { method: 'POST', headers: { ...headers(), ...more }, body: JSON.stringify(body) }),
    get: (path) => fetch(`${url}${path}`, { headers: headers() }),
    remove: (path) => fetch(`${url}${path}`, { method: 'DELETE', headers: headers() }),
    async restart() {
      await program.close();
      ({ program, url, token } = await begin());
    },
    program: () => program,
    async [Symbol.asyncDispose]() {
      await program.close();
      await model.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
