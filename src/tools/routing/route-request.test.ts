import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RunId, runToolRouted, ToolRouteDecision } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { createCatalogue } from '../registry/catalogue.ts';
import { defineTool, type ToolDeclaration } from '../registry/define-tool.ts';
import type { Tool } from '../registry/tool.ts';
import { ROUTABLE_REQUEST_CHARS_MAX } from './limits.ts';
import { nextAfterFailure, stepAfter } from './next-after-failure.ts';
import { withRequestPatterns } from './phrases/request-patterns.ts';
import { routedEvent } from './routed-event.ts';
import { routeRequest, type RoutingSurroundings } from './route-request.ts';

const Arguments = z.strictObject({ repo_path: z.string(), test_command: z.enum(['pytest', 'npm test']).optional() });

function tool(declared: Partial<ToolDeclaration<z.infer<typeof Arguments>, string>> & { tool_id: string }): Tool {
  return defineTool({
    tool_name: declared.tool_id,
    category: 'validation',
    side_effects: 'read_only',
    handles_patterns: ['\\btests?\\b', 'pytest'],
    keywords: ['suite', 'Unit'],
    priority: 50,
    timeout_ms: 1000,
    allowed_roles: ['coder', 'critic'],
    input: Arguments,
    output: z.string(),
    touches: ['programs'],
    taint: 'user_trusted_bounded',
    intentions: () => [],
    perform: async () => '',
    show: (output) => output,
    ...declared,
  }) as Tool;
}

const runTests = tool({ tool_id: 'run_tests', priority: 100 });
/** Reads requests by itself, as a tool from elsewhere does. */
const otherRunner = tool({ tool_id: 'mcp__ci__run', priority: 60, allowed_roles: ['critic'], readRequest: (request) => (request.endsWith('tests') ? { repo_path: 'ci' } : null) });
const mute = tool({ tool_id: 'explain_tests', priority: 80 });

function around(tools: readonly Tool[], more: Partial<RoutingSurroundings> = {}): RoutingSurroundings {
  return { catalogue: createCatalogue(tools), availability: async () => ({ isAvailable: true }), allowFallbackToLlm: true, ...more };
}

const outcomes = ({ proposals }: ToolRouteDecision): string[] => proposals.map(({ tool_id, outcome }) => `${tool_id} ${outcome}`);

describe('routing a request', () => {
  it('chooses the tool whose call the request means, from the highest priority down', verifies('MH4-4-12', 'MH4-4-14', 'KEL-ROUTE-07'), async () => {
    expect(await routeRequest('run the tests', around([otherRunner, mute, runTests]))).toEqual(
      ToolRouteDecision.parse({
        request_hash: sha256Hex('run the tests'),
        proposals: [{ tool_id: 'run_tests', proposed_by: 'pattern', outcome: 'chosen', detail: 'The whole request means this call.' }],
        chosen: { tool_id: 'run_tests', role_id: 'coder', arguments: { repo_path: '.' } },
        allow_fallback_to_llm: true,
      }),
    );
  });

  it('runs nothing for words that only occur', verifies('MH4-4-14', 'KEL-ROUTE-07'), async () => {
    expect(await routeRequest('fix pytest', around([runTests, mute]))).toEqual({
      request_hash: sha256Hex('fix pytest'),
      proposals: [
        { tool_id: 'run_tests', proposed_by: 'pattern', outcome: 'not_asked_for', detail: 'Its words occur, but the request as a whole is not a call of it.' },
        { tool_id: 'explain_tests', proposed_by: 'pattern', outcome: 'not_asked_for', detail: 'Its words occur, but the request as a whole is not a call of it.' },
      ],
      chosen: null,
      allow_fallback_to_llm: true,
    });
  });

  it('tries tools of the same priority in the order of their names', verifies('MH4-4-12'), async () => {
    const named = (toolId: string): Tool => tool({ tool_id: toolId, readRequest: () => ({ repo_path: toolId }) });
    expect((await routeRequest('run the tests', around([named('b'), named('a'), named('c')]))).chosen?.tool_id).toBe('a');
  });

  it('passes over tools that the role may not use', verifies('MH4-4-12', 'MH4-4-14', 'KEL-ROUTE-07'), async () => {
    const decision = await routeRequest('run the tests', around([tool({ tool_id: 'run_tests', allowed_roles: ['coder'] }), otherRunner], { roleId: 'critic' }));
    expect([decision.chosen, outcomes(decision), decision.proposals[1]?.detail]).toEqual([
      { tool_id: 'mcp__ci__run', role_id: 'critic', arguments: { repo_path: 'ci' } },
      ['mcp__ci__run chosen'],
      undefined,
    ]);
    const refused = await routeRequest('run the tests', around([runTests], { roleId: 'vision' }));
    expect(refused.proposals).toEqual([{ tool_id: 'run_tests', proposed_by: 'pattern', outcome: 'role_not_allowed', detail: 'It is open only to coder, critic.' }]);
  });

  it.each([
    ['Run the TESTS', ['run_tests']],
    ['the UNIT of the suite', ['run_tests']],
    ['a suite in a hotel, a suite at home', []],
    ['the united suites', []],
    ['the latest news', []],
    ['unit and suite', ['run_tests']],
    ['a subunit of the en-suite: presuite', []],
    ['a subunit, then a unit, of one suite', ['run_tests']],
  ])('is thought of by a pattern or two keywords that occur as words: %s', verifies('MH4-4-13'), async (request, proposed) => {
    const { proposals } = await routeRequest(request, around([runTests]));
    expect(proposals.map(({ tool_id }) => tool_id)).toEqual(proposed);
  });

  it('says by what a tool was proposed', verifies('MH4-4-13'), async () => {
    const { proposals } = await routeRequest('the unit suite', around([runTests]));
    expect(proposals).toEqual([{ tool_id: 'run_tests', proposed_by: 'keywords', outcome: 'not_asked_for', detail: 'Its words occur, but the request as a whole is not a call of it.' }]);
  });

  it('refuses arguments that its contract does not take, without repeating them', verifies('MH4-4-14', 'KEL-ROUTE-07'), async () => {
    const { proposals, chosen } = await routeRequest('run pytest --token=hunter2', around([runTests]));
    expect([chosen, proposals]).toEqual([null, [{ tool_id: 'run_tests', proposed_by: 'pattern', outcome: 'arguments_unfit', detail: 'Its arguments do not fit: /test_command must be equal to one of the allowed values: "pytest", "npm test".' }]]);
  });

  it('says when arguments are missing', verifies('MH4-4-14', 'KEL-ROUTE-07'), async () => {
    const { proposals } = await routeRequest('run the tests with', around([runTests]));
    expect(proposals.map(({ outcome, detail }) => [outcome, detail])).toEqual([['arguments_missing', 'The request ends before it says all that the tool needs.']]);
  });

  it('asks only the tool it would choose whether it is there, and goes on when it is not', verifies('KEL-ROUTE-07', 'MH4-4-14'), async () => {
    const asked: string[] = [];
    const availability: RoutingSurroundings['availability'] = async ({ definition }) => {
      asked.push(definition.tool_id);
      return definition.tool_id === 'run_tests' ? { isAvailable: false, reason: 'There is no sandbox.' } : { isAvailable: true };
    };
    const decision = await routeRequest('run the tests', around([runTests, mute, otherRunner], { availability }));
    expect([asked, outcomes(decision), decision.proposals[0]?.detail]).toEqual([['run_tests', 'mcp__ci__run'], ['run_tests unavailable', 'explain_tests not_asked_for', 'mcp__ci__run chosen'], 'There is no sandbox.']);
  });

  it('does not look at a request that is too long', verifies('KEL-ROUTE-02'), async () => {
    const request = `run the tests ${' '.repeat(ROUTABLE_REQUEST_CHARS_MAX)}`;
    expect(outcomes(await routeRequest(request, around([runTests])))).toEqual([]);
    expect(outcomes(await routeRequest(request.slice(0, ROUTABLE_REQUEST_CHARS_MAX), around([runTests])))).toEqual(['run_tests chosen']);
  });

  it('refuses a pattern that cannot be matched in linear time when the tool is registered', verifies('MH4-4-19'), () => {
    expect(() => createCatalogue([tool({ tool_id: 'run_tests', handles_patterns: ['(\\w+) \\1'] })])).toThrow(expect.objectContaining({ code: 'tool.definition_invalid' }));
  });
});

describe('a chosen tool that fails', () => {
  it('is recorded, the next one is tried, and a model takes over only where that is allowed', verifies('MH4-4-15', 'MH4-4-14', 'KEL-ROUTE-07'), async () => {
    const surroundings = around([runTests, otherRunner], { allowFallbackToLlm: false });
    const first = await routeRequest('run the tests', surroundings);
    const second = await nextAfterFailure('run the tests', first, 'tool.timeout', surroundings);
    expect([stepAfter(first), second.chosen?.tool_id, second.proposals]).toEqual([
      'tool',
      'mcp__ci__run',
      [
        { tool_id: 'run_tests', proposed_by: 'pattern', outcome: 'failed', detail: 'It was tried and failed with tool.timeout.' },
        { tool_id: 'mcp__ci__run', proposed_by: 'pattern', outcome: 'chosen', detail: 'The whole request means this call.' },
      ],
    ]);
    const third = await nextAfterFailure('run the tests', second, 'tool.failed', surroundings);
    expect([stepAfter(third), third.proposals.map(({ detail }) => detail)]).toEqual(['nobody', ['It was tried and failed with tool.timeout.', 'It was tried and failed with tool.failed.']]);
    expect(stepAfter({ ...third, allow_fallback_to_llm: true })).toBe('model');
  });

  it('was chosen before', async () => {
    const surroundings = around([runTests]);
    await expect(nextAfterFailure('fix pytest', await routeRequest('fix pytest', surroundings), 'tool.failed', surroundings)).rejects.toMatchObject({ code: 'invariant.broken' });
  });
});

describe('what is kept and what is offered', () => {
  it('keeps the decision as an event of the run', verifies('KEL-ROUTE-08'), async () => {
    const decision = await routeRequest('run the tests', around([runTests]));
    const runId = RunId.parse('run_01ARZ3NDEKTSV4RRFFQ69G5FAV');
    const event = routedEvent(runId, 'route', decision);
    expect(event).toEqual({ type: 'run.tool_routed', streamId: runId, payload: { run_id: runId, call: 'route', decision } });
    expect(runToolRouted.payload.safeParse(event.payload).success).toBe(true);
  });

  it('adds the words of requests to the patterns of a tool, each once', () => {
    const own = tool({ tool_id: 'run_tests', handles_patterns: ['pytest', '\\btests?\\b'] });
    expect(withRequestPatterns(withRequestPatterns(own)).definition.handles_patterns).toEqual(['pytest', '\\btests?\\b', '\\b(pytest|unittest|vitest|jest|mocha|testsuite)\\b', '\\b(npm t|make check)\\b']);
    expect(withRequestPatterns(mute).definition).toEqual(mute.definition);
  });
});
