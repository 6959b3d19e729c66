import { describe, expect, it } from 'vitest';
import { artifactSamples } from '../../../test/support/artifact-samples.ts';
import { artifactIdOf } from '../../../test/support/conflict-samples.ts';
import { JOURNAL_RUN, journalFixture } from '../../../test/support/journal-fixture.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ToolCatalog, ToolPatch, type MadeTool } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import { takeTool } from './take-tool.ts';
import type { TaskWork } from './task-ports.ts';

const SOURCE = 'export const one = () => 1;\n';
const TOOL: MadeTool = { tool_id: 'made__one', description: 'Gives one.', function_name: 'one', source: SOURCE, source_sha256: sha256Hex(SOURCE), input_schema: { type: 'object' }, examples: [{ input: {}, output: 1 }] };
const handedIn = (status = 'completed') => ({ decision: { tool_id: 'register_tool' }, outcome: { status, output: { tool: TOOL } } }) as unknown as ToolCallResult;
const kept = (type: string, content: unknown) => ({ reference: { artifact_id: artifactIdOf(1), type, hash: sha256Hex(type) }, content });
const PATCH = kept('CodePatch', artifactSamples.CodePatch);
const TESTS = kept('TestResults', artifactSamples.TestResults);

async function taken(calls: readonly ToolCallResult[], artifacts: readonly ReturnType<typeof kept>[]) {
  const { log, writer } = await journalFixture();
  const work = { runId: JOURNAL_RUN, ports: { writer } } as unknown as TaskWork;
  const tool = await takeTool(work, 'execute/1/1', calls, artifacts);
  const again = await takeTool(work, 'execute/1/1', calls, artifacts);
  expect(again).toEqual(tool);
  const made = (await log.readAll()).filter(({ event }) => event.type === 'tool.made').map(({ event }) => [event.aggregate_id, event.payload]);
  return { tool, made };
}

describe('a tool that was handed in', () => {
  it('is in the catalogue once its tests passed on what was changed, and is told of as registered by whoever did it', verifies('ROLES-52', 'KEL-ROLE2-05'), async () => {
    const { tool, made } = await taken([handedIn()], [PATCH, TESTS]);
    expect(tool).toEqual({ patch: { tool_id: 'made__one', patch: artifactSamples.CodePatch, tests: artifactSamples.TestResults }, catalog: { tools: [{ tool_id: 'made__one', description: 'Gives one.', is_registered: true }] } });
    expect([ToolPatch.safeParse(tool?.patch).success, ToolCatalog.safeParse(tool?.catalog).success]).toEqual([true, true]);
    expect(made).toEqual([['made__one', { tool: TOOL, run_id: JOURNAL_RUN }]]);
  });

  it.each([
    ['nothing was handed in', [], [PATCH, TESTS]],
    ['it was refused', [handedIn('failed')], [PATCH, TESTS]],
    ['nothing was changed', [handedIn()], [TESTS]],
    ['no test ran', [handedIn()], [PATCH]],
    ['its tests failed', [handedIn()], [PATCH, kept('TestResults', { ...artifactSamples.TestResults, exit_code: 1 })]],
    ['there was no test in its tests', [handedIn()], [PATCH, kept('TestResults', { ...artifactSamples.TestResults, counts: { run: 0, passed: 0, failed: 0, skipped: 0 } })]],
  ])('is not where %s', verifies('ROLES-52', 'KEL-ROLE2-05'), async (_why, calls, artifacts) => {
    expect(await taken(calls, artifacts)).toEqual({ tool: undefined, made: [] });
  });
});
