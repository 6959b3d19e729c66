import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunEventLine, RunStartReport } from '../../../src/contracts/index.ts';
import { openSqliteStore } from '../../../src/drivers/index.ts';
import { startScriptedServer, type ReceivedRequest, type ScriptedServer } from '../../../src/models/index.ts';
import { ledgerFileOf } from '../../../src/main/data-folder.ts';
import { damage, LAUNCHER } from '../../support/keelson-home.ts';
import { mustGit } from '../../support/real-git.ts';
import { ended, toolsCommandLine, type ToolsCommandLine } from '../../support/tools-command-line.ts';
import { PATIENCE, TRACE_FOLDER, TRACED } from '../../support/traced.ts';
import { readLine, type Played } from './played.ts';
import type { Deed, Moment, RunScenario } from './scenario-file.ts';
import { playedBy, speakerOf } from './scripted-roles.ts';

/** A run that takes longer stands still. After a kill alone up to fifteen seconds pass, and a busy machine is ten times slower. */
const DEADLINE_MS = 120_000 * PATIENCE;
const MODEL = 'mock-model';
const LARGER_MODEL = 'mock-model-large';
const CONTEXT_TOKENS = 65_536;

const LATEST = { '{run}': /run_[0-9A-Z]{26}/g, '{approval}': /apr_[0-9A-Z]{26}/g, '{question}': /hcl_[0-9A-Z]{26}/g, '{session}': /ses_[0-9A-Z]{26}/g } as const;

const QUESTION = /(?:apr|hcl)_[0-9A-Z]{26}/g;

/** Goes through a run once more, and tells what was wrong with that. */
export type Replay = (place: ToolsCommandLine, run: string) => Promise<readonly string[]>;

/** What no event names is not to be missed by anybody, however young it is. */
async function sweepContents(home: string): Promise<void> {
  const store = await openSqliteStore({ file: ledgerFileOf(home, 'default') });
  await store.sweepBlobs(-DEADLINE_MS);
  await store.close();
}

/** From its record, in this process. */
export const replayHere: Replay = async (place, run) => {
  await sweepContents(place.home);
  const { status, stdout, stderr } = await place.keelson(['replay', run]);
  return status === 0 ? [] : [`its replay ended with ${status}: ${stdout}${stderr}`];
};

/** Plays one scenario through the real command line, against a model served over real HTTP. */
export async function play(scenario: RunScenario, { thenReplays }: { readonly thenReplays?: Replay } = {}): Promise<Played> {
  const place = toolsCommandLine();
  const heard = { notice: (): void => {} };
  const server = await startScriptedServer({ scenario: { ...playedBy(scenario.model?.turns ?? []), models: scenario.settings.larger_model ? [MODEL, LARGER_MODEL] : [MODEL] }, onRequest: () => heard.notice() });
  const stage = new Stage(place, server, configuration(scenario, server));
  heard.notice = () => stage.notice();
  for (const [path, content] of Object.entries(scenario.workspace)) stage.write(path, content);
  if (scenario.repository) for (const args of [['init', '-q', '-b', 'main'], ['add', '-A'], ['commit', '-q', '-m', 'Begin']]) mustGit(place.workspace, ...args);
  configure(place, configuration(scenario, server));
  try {
    await stage.act(scenario);
    if (thenReplays !== undefined) await stage.replay(thenReplays);
    return stage.played(Object.keys(scenario.expect.files ?? {}));
  } finally {
    await stage.end();
    await server.close();
    place.remove();
  }
}

/** Lies in the data folder, so that the folder of the work holds nothing but the work. */
function configure(place: ToolsCommandLine, sections: object): void {
  mkdirSync(place.home, { recursive: true });
  writeFileSync(join(place.home, 'keelson.config.json'), JSON.stringify(sections));
}

function configuration({ model, settings }: RunScenario, server: ScriptedServer): object {
  const shared = { provider: 'house', capabilities: ['tool_calling', 'strict_json', 'coding', 'long_context', 'vision'], ...(settings.prices === undefined ? {} : { prices: settings.prices }) };
  const small = { ...shared, model_id: `house/${MODEL}`, name: MODEL, tiers: ['coding', 'frontier'], context_tokens: settings.context_tokens ?? CONTEXT_TOKENS };
  // Of two models for the same work the dearer one counts as the stronger.
  const larger = { ...shared, prices: { input: 3, output: 15 }, model_id: `house/${LARGER_MODEL}`, name: LARGER_MODEL, tiers: ['coding', 'frontier'], context_tokens: CONTEXT_TOKENS * 3 };
  const models = {
    default_model: small.model_id,
    providers: { house: { format: 'openai_chat', base_url: `${server.url}/v1` } },
    models: settings.larger_model ? [small, larger] : [small],
  };
  return { ...(model === null ? {} : { models }), ...settings.sections };
}

/** Where a scenario is played: its processes, what they said, and who waits for what. */
class Stage {
  readonly #place: ToolsCommandLine;
  readonly #server: ScriptedServer;
  readonly #configuration: object;
  readonly #waiting = new Set<() => void>();
  readonly #processes: ChildProcess[] = [];
  readonly #folder;
  readonly #watchdog;
  #events: RunEventLine[] = [];
  #report: RunStartReport | undefined;
  #exitCode: number | null = null;
  #running = 0;
  #output = '';
  #stderr = '';
  #strange: string[] = [];
  #troubles: string[] = [];
  #overdue = false;
  #used = new Set<string>();

  constructor(place: ToolsCommandLine, server: ScriptedServer, configuration: object) {
    this.#place = place;
    this.#server = server;
    this.#configuration = configuration;
    this.#folder = watch(place.workspace, () => this.notice());
    this.#watchdog = setTimeout(() => {
      this.#overdue = true;
      for (const child of this.#processes) child.kill('SIGKILL');
      this.notice();
    }, DEADLINE_MS);
  }

  notice(): void {
    for (const look of this.#waiting) look();
  }

  write(path: string, content: string): void {
    const file = join(this.#place.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  async act({ command, person, silent }: RunScenario): Promise<void> {
    this.#start(command);
    for (const { when, do: deed } of person) {
      const came = await this.#until(() => this.#hasCome(when));
      if (!came) return void this.#troubles.push(`${JSON.stringify(when)} never came${this.#overdue ? ` within ${DEADLINE_MS / 1000} s` : ''}`);
      await this.#do(deed);
    }
    if (!(await this.#until(() => this.#running === 0 || (!silent && this.#unanswered() !== undefined)))) return;
    const open = this.#running > 0 ? this.#unanswered() : undefined;
    if (open !== undefined) return void this.#troubles.push(`it asks what nobody in the scenario answers: ${JSON.stringify(open).slice(0, 2_000)}`);
    if (this.#overdue) this.#troubles.push(`it had not ended after ${DEADLINE_MS / 1000} s`);
  }

  /** Goes through the last run once more from its record: neither its model nor its files are there for that. */
  async replay(replay: Replay): Promise<void> {
    const asked = this.#asked().length;
    this.#troubles.push(...(await replay(this.#place, this.#latest('{run}') ?? 'last')));
    if (this.#asked().length !== asked) this.#troubles.push('its replay asked a model');
  }

  played(paths: readonly string[]): Played {
    return {
      events: this.#events,
      report: this.#report,
      exitCode: this.#exitCode,
      output: this.#output,
      stderr: this.#stderr,
      strangeLines: this.#strange,
      requests: this.#asked(),
      files: new Map(paths.map((path) => [path, this.#read(path)])),
      troubles: this.#troubles,
    };
  }

  async end(): Promise<void> {
    clearTimeout(this.#watchdog);
    this.#folder.close();
    for (const child of this.#processes) child.kill('SIGKILL');
    await this.#until(() => this.#running === 0);
  }

  #asked(): readonly ReceivedRequest[] {
    return this.#server.requests().filter(({ method }) => method === 'POST');
  }

  #read(path: string): string | undefined {
    const file = join(this.#place.workspace, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  #start(words: readonly string[]): void {
    const env = { PATH: process.env['PATH'], HOME: dirname(this.#place.home), LANG: 'C.UTF-8', KEELSON_HOME: this.#place.home, OLLAMA_HOST: this.#server.deadUrl, ...TRACED };
    const child = spawn(process.execPath, [LAUNCHER, ...this.#filled(words), '--json'], { cwd: this.#place.workspace, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#processes.push(child);
    this.#running += 1;
    this.#report = undefined;
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#hear(line);
      this.notice();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
      this.notice();
    });
    child.once('close', (code) => {
      this.#running -= 1;
      this.#exitCode = code;
      this.notice();
    });
  }

  #hear(line: string): void {
    const spoken = readLine(line);
    if ('event' in spoken) this.#events.push(spoken.event);
    else if ('report' in spoken) this.#report = spoken.report;
    else this.#strange.push(spoken.strange);
  }

  /** False when nobody is at work any more from whom it could come. */
  #until(isSo: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const look = (): void => {
        const came = isSo();
        if (!came && this.#running > 0) return;
        this.#waiting.delete(look);
        resolve(came);
      };
      this.#waiting.add(look);
      look();
    });
  }

  #hasCome(moment: Moment): boolean {
    if ('event' in moment) return this.#events.some(({ type, payload }) => type === moment.event && JSON.stringify(payload).includes(moment.holding ?? ''));
    if ('asked' in moment) return this.#asked().filter((request) => speakerOf(request) === moment.asked).length >= moment.nth;
    if ('file' in moment) return existsSync(join(this.#place.workspace, moment.file));
    if ('approval' in moment) return this.#isNew('{approval}');
    if ('question' in moment) return this.#isNew('{question}');
    return this.#running === 0;
  }

  /** A question counts once: the next one is waited for even while the last is still to be read. */
  #isNew(name: keyof typeof LATEST): boolean {
    const id = this.#latest(name);
    if (id === undefined || this.#used.has(id)) return false;
    this.#used.add(id);
    return true;
  }

  #latest(name: keyof typeof LATEST): string | undefined {
    return [...`${this.#output}\n${this.#stderr}`.matchAll(LATEST[name])].at(-1)?.[0];
  }

  #filled(words: readonly string[]): string[] {
    const filled = (name: keyof typeof LATEST): string => {
      const id = this.#latest(name) ?? `no ${name}`;
      this.#used.add(id);
      return id;
    };
    return words.map((word) => (Object.keys(LATEST) as (keyof typeof LATEST)[]).reduce((text, name) => text.replaceAll(name, () => filled(name)), word));
  }

  /** A question that no step of the scenario has taken up; waiting for it would last until the watchdog. */
  #unanswered(): RunEventLine | undefined {
    return this.#events.findLast(({ type, payload }) => {
      if (type !== 'approval.requested' && type !== 'hard_call.raised') return false;
      const ids = JSON.stringify(payload).match(QUESTION) ?? [];
      return !ids.some((id) => this.#used.has(id));
    });
  }

  async #do(deed: Deed): Promise<void> {
    if ('signal' in deed) {
      this.#processes.at(-1)?.kill(deed.signal);
      if (deed.signal === 'SIGKILL') await this.#until(() => this.#running === 0);
    } else if ('start' in deed) this.#start(deed.start);
    else if ('write' in deed) this.write(deed.write, deed.content);
    else if ('configure' in deed) configure(this.#place, { ...this.#configuration, ...deed.configure });
    else if ('damage' in deed) damage(ledgerFileOf(this.#place.home, 'default'), deed.damage);
    else {
      const words = this.#filled(deed.keelson);
      // In this process, which is quicker, unless it is to be seen what the program itself does.
      const { status, stdout, stderr } = await (TRACE_FOLDER === undefined ? this.#place.keelson(words, { input: deed.input }) : ended(this.#place.start(words), deed.input)).catch((error: unknown) => ({ status: null, stdout: '', stderr: String(error) }));
      const said = `${stdout}${stderr}`;
      if (status !== deed.status) this.#troubles.push(`keelson ${deed.keelson.join(' ')} ended with ${status}: ${said}`);
      for (const text of deed.shows) if (!said.includes(text)) this.#troubles.push(`keelson ${deed.keelson.join(' ')} does not show "${text}": ${said}`);
      this.#output += `\n${stdout}\n`;
    }
  }
}
