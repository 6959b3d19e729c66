import { describe, expect, it } from 'vitest';
import { mcpRig, program } from '../../../test/support/mcp/mcp-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ToolHands } from '../runner/hands.ts';
import { recordedServerTool } from './recorded-tool.ts';

describe('a tool of a server as a record has it', () => {
  it('is told of and judged like the one of the server, and refuses to be called', verifies('KEL-REPLAY-13'), async () => {
    const rig = await mcpRig(program(['echo']));
    const [real] = await rig.acceptAll();
    if (real === undefined) throw new Error('the server has a tool');
    const tool = recordedServerTool(real.definition);
    const place = { workspace: rig.workspace, home: rig.workspace, platform: 'linux', ownState: [] };
    expect([tool.definition, tool.touches, tool.taint, tool.input, tool.intentions({ words: 'a' }, place)]).toEqual([real.definition, real.touches, real.taint, real.input, real.intentions({ words: 'a' }, place)]);
    const output = await real.perform({ words: 'harbour' }, { signal: new AbortController().signal } as ToolHands);
    expect(tool.show(output)).toBe(real.show(output));
    await expect(tool.perform({ words: 'a' }, {} as ToolHands)).rejects.toMatchObject({ code: 'tool.unavailable', message: 'mcp__test__echo is not called: a replay starts no server.' });
  });
});
