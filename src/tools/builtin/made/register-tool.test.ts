import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { documentKey, type JsonObject, type MadeTool } from '../../../contracts/index.ts';
import { sha256Hex } from '../../../kernel/index.ts';
import { readMadeTools } from './read-made-tools.ts';
import { registerToolTool } from './register-tool.ts';

const SOURCE = "const SPACE = /\\s+/;\nexport function countWords({ text }) {\n  return { words: text.split(SPACE).filter((word) => word !== '').length };\n}\n";
const SCHEMA: JsonObject = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const asked = (more: JsonObject = {}) => ({ name: 'count_words', description: 'Counts words.', path: 'count.js', function_name: 'countWords', input_schema: SCHEMA, examples: [{ input: { text: 'one two' }, output: { words: 2 } }], ...more });

async function handingIn(source = SOURCE) {
  const rig = await toolRig();
  await rig.write('count.js', source);
  return rig;
}

describe('a tool that is handed in', () => {
  it('is run on its examples where it can reach nothing, and told with its source and hash', verifies('ROLES-52', 'KEL-ROLE2-05'), async () => {
    const rig = await handingIn();
    const { tool } = (await rig.call(registerToolTool, asked())) as { tool: MadeTool };
    expect(tool).toEqual({ tool_id: 'made__count_words', description: 'Counts words.', function_name: 'countWords', source: SOURCE, source_sha256: sha256Hex(SOURCE), input_schema: SCHEMA, examples: [{ input: { text: 'one two' }, output: { words: 2 } }] });
  });

  it('is refused when it does not give what its examples say, or an example does not fit its schema', verifies('ROLES-52', 'KEL-ROLE2-05'), async () => {
    const rig = await handingIn();
    expect(await rig.failure(registerToolTool, asked({ examples: [{ input: { text: 'one two' }, output: { words: 3 } }] }))).toMatchObject({ code: 'tool.failed', message: 'For example 1 the tool gives {"words":2}, and {"words":3} is expected.' });
    expect(await rig.failure(registerToolTool, asked({ examples: [{ input: { text: 7 }, output: { words: 0 } }] }))).toMatchObject({ code: 'tool.failed', message: expect.stringContaining('Example 1 does not fit the input schema') });
  });

  it.each(["import fs from 'node:fs';\n", 'export default 1;\n', "export * from './other.js';\n"])('stands by itself: %j is refused', verifies('KEL-ROLE2-05'), async (line) => {
    const rig = await handingIn(`${line}${SOURCE}`);
    expect(await rig.failure(registerToolTool, asked())).toMatchObject({ code: 'tool.failed', message: expect.stringContaining('A tool stands by itself') });
  });

  it('reaches nothing of the machine', verifies('KEL-ROLE2-05'), async () => {
    const rig = await handingIn('export function countWords() {\n  return typeof process + typeof fetch + typeof require;\n}\n');
    const { tool } = (await rig.call(registerToolTool, asked({ examples: [{ input: { text: '' }, output: 'undefinedundefinedundefined' }] }))) as { tool: MadeTool };
    expect(tool.tool_id).toBe('made__count_words');
  });
});

describe('a made tool', () => {
  it('is called like any other, by whoever may evaluate', verifies('ROLES-52', 'KEL-ROLE2-05'), async () => {
    const rig = await handingIn();
    const { tool } = (await rig.call(registerToolTool, asked())) as { tool: MadeTool };
    const [made] = await readMadeTools({ get: async (key: string) => (key === documentKey.madeTools() ? { body: { tools: [tool] } } : undefined) } as never);
    if (made === undefined) throw new Error('it is not there');
    expect(await rig.call(made, { text: 'a b c' })).toEqual({ result: { words: 3 } });
    expect([made.definition.allowed_roles, made.definition.side_effects, made.definition.entrypoint, made.show({ result: { words: 3 } })]).toEqual([['analyst', 'coder', 'critic', 'research', 'toolsmith'], 'read_only', `made/${sha256Hex(SOURCE)}`, '{"words":3}']);
    expect(await readMadeTools({ get: async () => undefined } as never)).toEqual([]);
  });
});
