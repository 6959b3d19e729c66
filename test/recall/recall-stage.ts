import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startScriptedServer, type ReceivedRequest } from '../../src/models/index.ts';
import type { DreamReport, MemoryListReport, PlanCalibration, RunEventLine, RunStartReport } from '../../src/contracts/index.ts';
import { toolsCommandLine, type ToolsCommandLine } from '../support/tools-command-line.ts';
import { readLine } from '../scenarios/run/played.ts';
import { playedBy, speakerOf, toolsOffered } from '../scenarios/run/scripted-roles.ts';
import { ScriptedRoleTurn } from '../scenarios/run/scenario-file.ts';
import type { z } from 'zod';

const MODEL = 'mock-model';

export type Turns = readonly z.input<typeof ScriptedRoleTurn>[];

/** One run as it was seen from outside. */
export interface RunSeen {
  readonly report: RunStartReport;
  readonly events: readonly RunEventLine[];
  /** What memory had to say before the first plan. */
  readonly calibration: readonly PlanCalibration[];
  /** The tools that the first plan names. */
  readonly plannedTools: readonly string[];
  /** The tools that were called, with what they were called on. */
  readonly called: readonly string[];
  /** The tools that workers were offered. */
  readonly offered: ReadonlySet<string>;
  /** What planners and workers were sent. */
  readonly sent: string;
}

export interface RunOptions {
  readonly memory?: boolean;
  /** How much the model takes in at once. */
  readonly contextTokens?: number;
}

/** A data folder and a folder of work, through which runs follow one another; the model is served anew for each, over HTTP. */
export interface RecallStage {
  /** The data folder. */
  readonly home: string;
  /** Puts a file into the folder of work. */
  write(path: string, text: string): void;
  run(request: string, turns: Turns, options?: RunOptions): Promise<RunSeen>;
  /** Any other command; what it printed. */
  say(...words: readonly string[]): Promise<string>;
  memory(): Promise<MemoryListReport>;
  /** A pass of the Dreamer, now. */
  dream(): Promise<DreamReport>;
  close(): void;
}

export function recallStage(files: Readonly<Record<string, string>>): RecallStage {
  const place = toolsCommandLine();
  const write = (path: string, text: string): void => {
    const file = join(place.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const say = async (...words: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await place.keelson(words);
    if (status !== 0) throw new Error(`keelson ${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
    return stdout;
  };
  return {
    home: place.home,
    run: (request, turns, options) => runOn(place, request, turns, options),
    say,
    memory: async () => JSON.parse(await say('memory', '--json')) as MemoryListReport,
    dream: async () => JSON.parse(await say('memory', 'dream', '--json')) as DreamReport,
    write,
    close: () => place.remove(),
  };
}

async function runOn(place: ToolsCommandLine, request: string, turns: Turns, { memory = true, contextTokens = 65_536 }: RunOptions = {}): Promise<RunSeen> {
  const server = await startScriptedServer({ scenario: { ...playedBy(turns.map((turn) => ScriptedRoleTurn.parse(turn))), models: [MODEL] } });
  try {
    const model = { provider: 'house', model_id: `house/${MODEL}`, name: MODEL, capabilities: ['tool_calling', 'strict_json', 'coding', 'long_context'], tiers: ['coding', 'frontier'], context_tokens: contextTokens };
    const models = { default_model: model.model_id, providers: { house: { format: 'openai_chat', base_url: `${server.url}/v1` } }, models: [model] };
    mkdirSync(place.home, { recursive: true });
    writeFileSync(join(place.home, 'keelson.config.json'), JSON.stringify({ models, tools: { sandbox: { backend: 'none' } }, ...(!memory && { memory: { enabled: false } }) }));
    const { stdout, stderr } = await place.keelson(['run', request, '--unattended', '--json']);
    const lines = stdout.split('\n').filter((line) => line !== '').map(readLine);
    const events = lines.flatMap((line) => ('event' in line ? [line.event] : []));
    const report = lines.flatMap((line) => ('report' in line ? [line.report] : [])).at(-1);
    if (report === undefined) throw new Error(`the run gave no report: ${stdout.slice(-2_000)}${stderr}`);
    return seen(report, events, server.requests());
  } finally {
    await server.close();
  }
}

function seen(report: RunStartReport, events: readonly RunEventLine[], requests: readonly ReceivedRequest[]): RunSeen {
  const first = events.find(({ type }) => type === 'run.plan_made')?.payload as { plan: { subtasks: { tools: string[] }[] }; calibration: PlanCalibration[] } | undefined;
  const started = events.filter(({ type }) => type === 'run.tool_started').map(({ payload }) => (payload as { decision: { tool_id: string; arguments: unknown } }).decision);
  const asked = requests.filter(({ method }) => method === 'POST');
  return {
    report,
    events,
    calibration: first?.calibration ?? [],
    plannedTools: first?.plan.subtasks.flatMap(({ tools }) => tools) ?? [],
    called: started.map(({ tool_id: id, arguments: given }) => `${id} ${JSON.stringify(given)}`),
    offered: new Set(asked.filter((request) => speakerOf(request) === 'executor').flatMap(toolsOffered)),
    sent: asked.map(({ body }) => JSON.stringify(body)).join('\n'),
  };
}
