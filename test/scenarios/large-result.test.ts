import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { KeptContent, RunReport } from '../../src/contracts/index.ts';
import { sha256Hex } from '../../src/kernel/index.ts';
import { startScriptedServer, type ScriptedServer } from '../../src/models/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { ended, toolsCommandLine, UNCONFINED, type ToolsCommandLine } from '../support/tools-command-line.ts';
import { readLine, type SpokenLine } from './run/played.ts';
import { readScenarios } from './run/scenario-file.ts';
import { playedBy } from './run/scripted-roles.ts';

/** Eight times what an event may hold, and more than one part of a blob. */
const LARGE = `The berths, one by one:\n${Array.from({ length: 40_000 }, (_, at) => `berth ${at}: the quay beside the old harbour wall`).join('\n')}\nThat is all.`;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A task that hands back something large, by a model that is served over HTTP. */
async function harbour(status: 'completed' | 'failed' = 'completed'): Promise<ToolsCommandLine> {
  const turns = readScenarios().find(({ name }) => name === 'names-in-any-script')?.model?.turns ?? [];
  const large = turns.map((turn) => (turn.as === 'planner' ? { ...turn, times: 'any' as const } : turn.finish === undefined ? turn : { ...turn, finish: { ...turn.finish, status, output: LARGE }, usage: { input_tokens: 100, output_tokens: 100 }, times: 'any' as const }));
  const server: ScriptedServer = await startScriptedServer({ scenario: { ...playedBy(large), models: ['mock-model'] } });
  const place = toolsCommandLine();
  closers.push(() => server.close(), () => place.remove());
  mkdirSync(place.home, { recursive: true });
  const model = { model_id: 'house/mock-model', provider: 'house', name: 'mock-model', tiers: ['coding', 'frontier'], capabilities: ['tool_calling', 'strict_json', 'coding'], context_tokens: 65_536 };
  writeFileSync(join(place.home, 'keelson.config.json'), JSON.stringify({ tools: UNCONFINED, models: { default_model: model.model_id, providers: { house: { format: 'openai_chat', base_url: `${server.url}/v1` } }, models: [model] } }));
  return place;
}

const TASK = ['run', 'Schreibe den Liegeplatz auf: 港 ⚓', '--mode', 'workspace_session'];

async function said(place: ToolsCommandLine, words: readonly string[]): Promise<{ readonly status: number | null; readonly stdout: string; readonly lines: readonly SpokenLine[] }> {
  const { status, stdout } = await ended(place.start(words));
  return { status, stdout, lines: stdout.split('\n').filter((line) => line !== '').map(readLine) };
}

const reportIn = (lines: readonly SpokenLine[]) => lines.flatMap((line) => ('report' in line ? [line.report] : []))[0];
const eventsIn = (lines: readonly SpokenLine[]) => lines.flatMap((line) => ('event' in line ? [line.event] : []));

describe('a result of two megabytes', { timeout: 180_000 }, () => {
  it('is handed over whole, shown whole, and gone on with whole; the events name where it lies', verifies('KEL-PINS-07', 'KEL-PINS-08'), async () => {
    expect(Buffer.byteLength(LARGE)).toBeGreaterThan(1_900_000);
    const place = await harbour();
    const ran = await said(place, [...TASK, '--json']);
    const report = reportIn(ran.lines);
    expect([ran.status, report?.termination.reason, report?.answer === LARGE, report?.report?.result?.output === LARGE]).toEqual([0, 'success', true, true]);
    const holders = eventsIn(ran.lines).flatMap(({ type, payload }) => {
      const held = (payload?.['result'] ?? payload?.['outcome']) as { output_kept?: unknown } | undefined;
      return held?.output_kept === undefined ? [] : [[type, KeptContent.parse(held.output_kept)] as const];
    });
    const kept = { ref: { kind: 'blob', key: sha256Hex(LARGE), sha256: sha256Hex(LARGE) }, bytes: Buffer.byteLength(LARGE), media_type: 'text/plain' };
    expect(holders).toEqual(['run.execution_returned', 'run.subtask_judged', 'run.outcome_accepted', 'run.result_given'].map((type) => [type, kept]));
    expect(Math.max(...ran.stdout.split('\n').slice(0, -2).map((line) => line.length))).toBeLessThan(256 * 1024);
    const shown = await said(place, ['show', 'last', '--json']);
    expect(RunReport.parse(JSON.parse(shown.stdout)).result?.output === LARGE).toBe(true);
    expect((await said(place, ['show', 'last'])).stdout.includes('That is all.')).toBe(true);
    expect(reportIn((await said(place, ['resume', 'last', '--json'])).lines)?.answer === LARGE).toBe(true);
    const backup = join(place.workspace, 'backup.db');
    expect((await said(place, ['ledger', 'backup', backup])).status).toBe(0);
    const elsewhere = toolsCommandLine();
    closers.push(() => elsewhere.remove());
    expect((await said(elsewhere, ['ledger', 'restore', backup, '--yes'])).status).toBe(0);
    expect(RunReport.parse(JSON.parse((await said(elsewhere, ['show', 'last', '--json'])).stdout)).result?.output === LARGE).toBe(true);
    expect((await said(elsewhere, ['ledger', 'verify'])).status).toBe(0);
  });

  it('survives that the process is killed after it was made', verifies('KEL-PINS-07'), async () => {
    const place = await harbour();
    const child = place.start([...TASK, '--json']);
    const killed = ended(child);
    child.stdout?.on('data', (text: string) => void (text.includes('"run.subtask_judged"') && child.kill('SIGKILL')));
    expect((await killed).stdout).not.toContain('run.report');
    const { status, lines } = await said(place, ['resume', 'last', '--json']);
    expect([status, reportIn(lines)?.answer === LARGE]).toEqual([0, true]);
  });

  it('that was given up on, and that nobody can be asked about, ends the run for that, in few words', verifies('KEL-PINS-07'), async () => {
    const place = await harbour('failed');
    const { status, lines } = await said(place, [...TASK, '--json']);
    const report = reportIn(lines);
    expect([status, report?.termination.reason]).toEqual([18, 'context_budget_exceeded']);
    // Failed work is no result; where the whole of it lies is told all the same.
    const refused = eventsIn(lines).find(({ type }) => type === 'run.replan_requested')?.payload?.['request'] as { failed_outcomes: { output_kept?: unknown }[] };
    expect(refused.failed_outcomes.map((one) => KeptContent.parse(one.output_kept).ref.key)).toEqual([sha256Hex(LARGE)]);
    expect(report?.termination.details.length).toBeLessThan(4_000);
  });
});
