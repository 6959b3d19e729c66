import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { judgeListedTools, sideEffectsOf } from './listed-tool.ts';

const tool = (name: string, rest: object = {}) => ({ name, inputSchema: { type: 'object' }, ...rest });
const reasons = (raw: readonly unknown[], allow: string[] = ['*']) => judgeListedTools('git', raw, allow).map((one) => (one.isUsable ? one.toolId : `${one.name}: ${one.reason}`));

describe('a tool that a server lists', () => {
  it('is called by its server and its own name', verifies('KEL-MCP-07'), () => {
    expect(judgeListedTools('git', [tool('createIssue', { icons: [], description: 'Makes one.' })], ['*'])).toEqual([{ isUsable: true, toolId: 'mcp__git__createIssue', listed: { name: 'createIssue', description: 'Makes one.', inputSchema: { type: 'object' } } }]);
  });

  it('is left out with the reason when its name does not fit, or is there twice', verifies('KEL-MCP-07'), () => {
    const refused = 'its name has characters or a length that models refuse';
    expect(reasons([tool('a.b'), tool('a/b'), tool(''), tool('x'.repeat(120)), tool('twice'), tool('once'), tool('twice')])).toEqual([
      `a.b: ${refused}`,
      `a/b: ${refused}`,
      `(no name): ${refused}`,
      `${'x'.repeat(120)}: ${refused}`,
      'twice: the server lists more than one tool of this name',
      'mcp__git__once',
      'twice: the server lists more than one tool of this name',
    ]);
    expect(reasons([7, { name: 'x\u202e' }, { name: 'y'.repeat(200) }])).toEqual(['(no name): its definition has not the agreed shape', '(a name that cannot be shown): its definition has not the agreed shape', `${'y'.repeat(128)}: its definition has not the agreed shape`]);
  });

  it('is left out when the configuration does not name it', verifies('KEL-MCP-07'), () => {
    expect(reasons([tool('read'), tool('write')], ['read'])).toEqual(['mcp__git__read', 'write: the configuration does not allow it']);
    expect(reasons([tool('read')], [])).toEqual(['read: the configuration does not allow it']);
  });

  it('is left out when what it says of itself hides something, is too long or cannot be used', verifies('KEL-MCP-06'), () => {
    expect(
      reasons([
        tool('hides', { description: 'Adds.\u{e0041}' }),
        tool('deep', { inputSchema: { type: 'object', properties: { a: { description: 'x\u202e' } } } }),
        tool('wordy', { description: 'x'.repeat(16_385) }),
        tool('task', { execution: { taskSupport: 'required' } }),
        tool('list', { inputSchema: { type: 'array' } }),
        tool('input', { inputSchema: { type: 'object', properties: { a: { type: 'sting' } } } }),
        tool('output', { outputSchema: { $ref: 'https://example.org/schema.json' } }),
        tool('fine', { description: 'x'.repeat(16_384), execution: { taskSupport: 'optional' } }),
      ]).map((one) => one.slice(0, 76)),
    ).toEqual([
      'hides: its definition holds a tag character, which can hide words',
      'deep: its definition holds a character that changes the direction of writing',
      'wordy: its description has more than 16384 characters',
      'task: it only works as a task, which is not supported',
      'list: its input is not described as an object',
      'input: the schema of its input cannot be used: The JSON Schema cannot be use',
      'output: the schema of its output cannot be used: The JSON Schema cannot be u',
      'mcp__git__fine',
    ]);
  });

  it('is dangerous unless a server that a person trusts says otherwise', verifies('KEL-MCP-09'), () => {
    const judge = (annotations: object | undefined, isTrusted: boolean) => sideEffectsOf({ ...tool('x'), annotations } as never, isTrusted);
    expect([judge({ readOnlyHint: true }, true), judge({ readOnlyHint: true }, false), judge(undefined, true), judge({}, true)]).toEqual(['read_only', 'destructive', 'destructive', 'destructive']);
    expect([judge({ idempotentHint: true, destructiveHint: false }, true), judge({ idempotentHint: true }, true), judge({ destructiveHint: false }, true), judge({ idempotentHint: true, destructiveHint: false }, false)]).toEqual(['idempotent_write', 'destructive', 'destructive', 'destructive']);
  });
});
