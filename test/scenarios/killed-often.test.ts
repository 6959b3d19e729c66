import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { startScriptedServer } from '../../src/models/index.ts';
import { seededRandom } from '../../src/kernel/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { ended, toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';
import { readLine } from './run/played.ts';
import { readScenarios, type ScriptedRoleTurn } from './run/scenario-file.ts';
import { playedBy } from './run/scripted-roles.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const KILLS = 5;
/** Each kill leaves the run to its lease for a while. */
const TIMEOUT_MS = 400_000;
/** A run of this task tells about thirty things; so all kills but rarely one meet it at work. */
const LINES_MAX = 6;
const FILE = 'häfen/Übersicht – Ost.md';

/** Answers by what was said, and not by how often it was asked: who asks again hears the same. */
function turns(): ScriptedRoleTurn[] {
  const known = readScenarios().find(({ name }) => name === 'names-in-any-script')?.model?.turns ?? [];
  const finish = known.filter((turn) => turn.finish !== undefined).map((turn) => ({ ...turn, after: 'bytes', times: 'any' as const }));
  return [...finish, ...known.filter((turn) => turn.finish === undefined).map((turn) => ({ ...turn, times: 'any' as const }))];
}

async function harbour(): Promise<ToolsCommandLine & { asks(): number }> {
  const server = await startScriptedServer({ scenario: { ...playedBy(turns()), models: ['mock-model'] } });
  const place = toolsCommandLine();
  closers.push(() => server.close(), () => place.remove());
  mkdirSync(place.home, { recursive: true });
  const model = { model_id: 'house/mock-model', provider: 'house', name: 'mock-model', tiers: ['coding', 'frontier'], capabilities: ['tool_calling', 'strict_json', 'coding'], context_tokens: 65_536 };
  writeFileSync(join(place.home, 'keelson.config.json'), JSON.stringify({ tools: UNCONFINED, models: { default_model: model.model_id, providers: { house: { format: 'openai_chat', base_url: `${server.url}/v1` } }, models: [model] } }));
  return { ...place, asks: () => server.requests().filter(({ method }) => method === 'POST').length };
}

/** What a process told until it ended or was killed at this line. */
async function until(place: ToolsCommandLine, words: readonly string[], line: number): Promise<{ readonly isKilled: boolean; readonly stdout: string; readonly stderr: string; readonly status: number | null }> {
  const child = place.start(words);
  let told = 0;
  child.stdout?.on('data', (text: string) => {
    told += String(text).split('\n').length - 1;
    if (told >= line) child.kill('SIGKILL');
  });
  const said = await ended(child);
  return { ...said, isKilled: said.status === null };
}

it('a run that is killed five times, anywhere, does everything once and comes to the same end', { ...verifies('KEL-PINS-09'), timeout: TIMEOUT_MS }, async () => {
  const seed = Number(process.env['KILL_SEED'] ?? randomInt(1_000_000));
  console.log(`killed often: KILL_SEED=${seed} kills at the same lines again`);
  const bytes = seededRandom(seed).bytes(KILLS);
  const place = await harbour();
  let kills = 0;
  let words: readonly string[] = ['run', 'Schreibe den Liegeplatz auf: 港 ⚓', '--mode', 'workspace_session', '--key', 'once', '--json'];
  for (const byte of bytes) {
    const { isKilled } = await until(place, words, 1 + (byte % LINES_MAX));
    if (isKilled) kills += 1;
    words = ['resume', 'last', '--json'];
  }
  expect(kills).toBeGreaterThan(2);
  const last = await until(place, words, Number.POSITIVE_INFINITY);
  const report = last.stdout.split('\n').map(readLine).flatMap((spoken) => ('report' in spoken ? [spoken.report] : []))[0];
  expect([last.status, report?.termination.reason, readFileSync(join(place.workspace, FILE), 'utf8')]).toEqual([0, 'success', '港 ⚓\n']);
  const events = (await ended(place.start(['show', 'last', '--events', '--json']))).stdout.split('\n').map(readLine).flatMap((spoken) => ('event' in spoken ? [spoken.event] : []));
  const calls = (type: string): unknown[] => events.filter((event) => event.type === type).map(({ payload }) => payload?.['call'] ?? null);
  expect(['run.started', 'run.plan_made', 'run.subtask_judged', 'run.result_given', 'run.terminated'].map((type) => calls(type).length)).toEqual([1, 1, 1, 1, 1]);
  expect([calls('run.llm_ended').length, calls('run.tool_ended').length]).toEqual([new Set(calls('run.llm_ended')).size, 1]);
  // An answer that was recorded is never asked for again; at most one was under way at each kill.
  expect(place.asks() - calls('run.llm_ended').length).toBeLessThanOrEqual(kills);
  expect((await ended(place.start(['ledger', 'verify']))).status).toBe(0);
});
