import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Client } from '../../src/client/index.ts';
import { attentionFollow, attentionList, runShow, runStart, serverStart, serverStop, type AttentionLedgerItem, type Operation, type RunId } from '../../src/contracts/index.ts';
import { compose } from '../../src/main/compose.ts';
import { startScriptedServer, type ScriptedServer } from '../../src/models/index.ts';
import { ScriptedRoleTurn } from '../scenarios/run/scenario-file.ts';
import { playedBy } from '../scenarios/run/scripted-roles.ts';
import { pageFolder } from './page-folder.ts';
import { seedPast, type Past } from './seeded-past.ts';
import { toolsCommandLine, UNCONFINED } from '../support/tools-command-line.ts';

export type Turns = readonly z.input<typeof ScriptedRoleTurn>[];

/** The whole program as `keelson serve` has it, on a data folder and a folder of work of its own, with a model that says what it is told over HTTP. */
export interface ConsoleStage {
  /** Where a browser begins: with the token in it. */
  readonly firstUrl: string;
  /** Without. */
  readonly url: string;
  readonly home: string;
  readonly workspace: string;
  readonly model: ScriptedServer;
  /** The runs of its past, the oldest first. */
  readonly pastRuns: readonly RunId[];
  /** Asks as another program would that runs here. */
  ask<Request extends z.ZodType, Response extends z.ZodType>(operation: Operation<Request, Response>, request: z.input<Request>): Promise<z.output<Response>>;
  /** Starts a task, and waits until a person is asked. What is asked comes back. */
  startUntilAsked(request: string): Promise<AttentionLedgerItem>;
  /** Waits until a run has ended. */
  ended(runId: string): Promise<void>;
  /** The server goes, and comes back under the same address. */
  stopServing(): Promise<void>;
  serveAgain(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const MODEL = 'mock-model';

export interface StageWish {
  readonly turns?: Turns;
  readonly files?: Readonly<Record<string, string>>;
  /** Further sections of the settings. */
  readonly settings?: object;
  /** What happened before the program was started. */
  readonly past?: Past;
}

export async function consoleStage({ turns = [], files = {}, settings = {}, past }: StageWish = {}): Promise<ConsoleStage> {
  const place = toolsCommandLine();
  const model = await startScriptedServer({ scenario: { ...playedBy(turns.map((turn) => ScriptedRoleTurn.parse(turn))), models: [MODEL] } });
  mkdirSync(place.home, { recursive: true });
  writeFileSync(join(place.home, 'keelson.config.json'), JSON.stringify({ models: modelsAt(model.url), tools: UNCONFINED, ...settings }));
  for (const [path, text] of Object.entries(files)) place.write(path, text);
  const pastRuns = past === undefined ? [] : await seedPast(place.home, past);
  const { client, close } = compose({ version: '0.1.0', nodeVersion: '24.0.0', platform: `${process.platform} ${process.arch}`, environment: { KEELSON_HOME: place.home }, requirementsFolder: '.', currentFolder: place.workspace, pageFolder: await pageFolder() });
  const ask = askingWith(client);
  let serving = await ask(serverStart, { port: 0 });
  const port = Number(new URL(serving.url).port);
  return {
    firstUrl: serving.first_url,
    url: serving.url,
    home: place.home,
    workspace: place.workspace,
    model,
    pastRuns,
    ask,
    async startUntilAsked(request) {
      // How it ends is told by the log; a stage that is left takes its runs with it.
      void ask(runStart, { request, workspace: place.workspace }).catch(() => undefined);
      return untilAsked(ask);
    },
    async ended(runId) {
      for (let after = 0; ; ) {
        if ((await ask(runShow, { run: runId })).termination !== null) return;
        ({ position: after } = await ask(attentionFollow, { after, wait_ms: 2_000 }));
      }
    },
    async stopServing() {
      await ask(serverStop, { server: serving.server });
    },
    async serveAgain() {
      serving = await ask(serverStart, { port });
    },
    async [Symbol.asyncDispose]() {
      await close();
      await model.close();
      place.remove();
    },
  };
}

/** What a person is asked next; those in `but` were asked before. */
export async function untilAsked(ask: ConsoleStage['ask'], but: readonly string[] = []): Promise<AttentionLedgerItem> {
  let after = 0;
  for (;;) {
    const { items } = await ask(attentionList, {});
    const item = items.find(({ item_id: id }) => !but.includes(id));
    if (item !== undefined) return item;
    ({ position: after } = await ask(attentionFollow, { after, wait_ms: 2_000 }));
  }
}

function modelsAt(url: string): object {
  return {
    default_model: `house/${MODEL}`,
    providers: { house: { format: 'openai_chat', base_url: `${url}/v1` } },
    models: [{ model_id: `house/${MODEL}`, provider: 'house', name: MODEL, tiers: ['coding', 'frontier'], context_tokens: 65_536, capabilities: ['tool_calling', 'strict_json', 'coding', 'long_context'] }],
  };
}

function askingWith(client: Client): ConsoleStage['ask'] {
  let asked = 0;
  return async (operation, request) => {
    const outcome = await client.call(operation, request, { idempotencyKey: `asked-${(asked += 1)}` });
    if (!outcome.ok) throw new Error(`${operation.entry.operation_id}: ${outcome.error.code} ${outcome.error.message}`);
    return outcome.value;
  };
}
