import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { mcpRig, program, STDIO_SERVER } from '../support/mcp/mcp-rig.ts';
import { PATIENCE } from '../support/traced.ts';
import { RunScenario } from './run/scenario-file.ts';
import { play, type Replay } from './run/scenario-runner.ts';

const TIMEOUT_MS = 120_000 * PATIENCE;
const REQUEST = 'Ask the test server to say harbour, and tell what it said.';
const level = { score: 0.9, rationale: 'Seen in what the tools gave back.' };
const low = { level: 'low', rationale: 'Nothing is changed.' };

/** Settings with one server of tools, which is started as a program. */
const served = (args: readonly string[]) => ({ tools: { sandbox: { backend: 'none' }, mcp: { test: { command: process.execPath, args: [...args], allow: ['*'], trust_annotations: true } } } });

/** A tool of a server is accepted as it is, and then a run calls it. */
const calling = (hash: string): RunScenario => RunScenario.parse({
  name: 'replayed-with-servers',
  promise: 'A run with tools of a server comes out the same.',
  workspace: {},
  settings: { sections: served([STDIO_SERVER, 'echo']) },
  command: ['tools', 'accept', 'mcp__test__echo', '--hash', hash],
  model: {
    turns: [
      { as: 'perceiver', times: 'any', says: { intent: REQUEST, scope: null, deadline: null } },
      {
        as: 'planner',
        times: 'any',
        says: {
          decision: 'plan',
          questions: [],
          reason: 'One call.',
          task_criteria: [{ criterion: 'The server was asked', mode: 'verifiable', required: true, check: { kind: 'tool_completed', tool_id: 'mcp__test__echo' } }],
          subtasks: [{ sequence: 1, role: 'analyst', intent: 'Ask the server to say harbour', context: '', tools: ['mcp__test__echo'], success_criteria: [{ criterion: 'The server has answered', mode: 'verifiable', required: true, check: { kind: 'tool_completed', tool_id: 'mcp__test__echo' } }] }],
        },
      },
      { as: 'executor', calls: [{ name: 'mcp__test__echo', arguments: { words: 'harbour' } }] },
      {
        as: 'executor',
        finish: {
          status: 'completed',
          output: 'The server said harbour.',
          confidence: level,
          risk: low,
          artifacts: [
            { type: 'AnalysisReport', content: { question: REQUEST, findings: 'The server said harbour.', method: 'Asked with its tool.', key_numbers: [], limitations: [] } },
            { type: 'Code', content: { language: 'tool calls', source: 'One call of mcp__test__echo.', parameters: {}, seed: null } },
          ],
          next_actions: [],
        },
      },
      { as: 'critic', times: 'any', says: { verdict: 'pass', reasons: ['It does what was asked.'], required_fixes: [], risk: low, confidence: level } },
      { as: 'partial_result', times: 'any', says: { summary: 'Part of it was reached.', next_moves: ['Say where else to look.'] } },
    ],
  },
  person: [{ when: { ended: true }, do: { start: ['run', REQUEST] } }],
  expect: { exit_code: 0, reason: 'success' },
});

/** The same in each mode. Whoever starts the server of the settings leaves a file behind. */
async function replayedIn(modes: readonly string[], said: string[]): Promise<{ readonly troubles: readonly string[]; readonly wasStarted: boolean }> {
  let wasStarted = false;
  const replay: Replay = async (place, run) => {
    const mark = join(place.workspace, 'started');
    said.push((await place.keelson(['show', run])).stdout);
    const file = join(place.home, 'keelson.config.json');
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...served(['-e', `require('fs').writeFileSync(${JSON.stringify(mark)}, ''); process.stdin.resume();`]) }));
    for (const mode of modes) {
      const { status, stdout, stderr } = await place.keelson(['replay', run, '--mode', mode]);
      said.push(`${mode} ${status}: ${stdout}${stderr}`);
    }
    wasStarted = existsSync(mark);
    return [];
  };
  const server = await mcpRig(program(['echo']));
  await server.acceptAll();
  const { troubles } = await play(calling(server.pins.get('mcp__test__echo')?.definition_hash ?? ''), { thenReplays: replay });
  return { troubles, wasStarted };
}

describe('a run with tools of a server', () => {
  it('is audited and gone through again from its record with no server started, whatever the settings say of it now', { ...verifies('KEL-REPLAY-13'), timeout: TIMEOUT_MS }, async () => {
    const said: string[] = [];
    const { troubles, wasStarted } = await replayedIn(['audit_reconstruction', 'simulation_from_recorded_outputs'], said);
    expect([troubles, wasStarted]).toEqual([[], false]);
    const [shown, audited, simulated] = said;
    expect(shown).toContain('mcp__test__echo');
    expect(audited).toMatch(/^audit_reconstruction 0: [^]*mcp__test__echo was called\./);
    expect(simulated).toMatch(/^simulation_from_recorded_outputs 0: [^]*comes out the same/);
  });
});
