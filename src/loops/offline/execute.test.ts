import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { executeOffline, type OfflineCall } from './execute.ts';

const input = { key: 'execute/1/1', signal: new AbortController().signal, subtask: { context: '{"by":"none","kind":"count_files","path":"src","pattern":"*"}', role_id: 'analyst' }, blockedTargets: [] };

async function asked(changes: object): Promise<readonly OfflineCall[]> {
  const calls: OfflineCall[] = [];
  const callTool = async (_at: unknown, call: OfflineCall): Promise<never> => {
    calls.push(call);
    throw new KeelsonError('tool.failed', { message: 'Not here.', nextStep: 'Look elsewhere.', data: { tool_id: call.name, detail: '' } });
  };
  await executeOffline({ ...input, ...changes } as never, [], { callTool }).catch((error: unknown) => error);
  return calls;
}

describe('work without a model', () => {
  it('has a call held that memory is wary of, and no other', verifies('KEL-MEM-21'), async () => {
    const [plain] = await asked({});
    const wary = (target: string) => asked({ wary: [{ tool: plain?.name, target, entity: `path:${target}` }] });
    expect([plain?.askFirst, (await wary('docs')).map(({ askFirst }) => askFirst), (await wary('src')).map(({ askFirst }) => askFirst)]).toEqual([undefined, [undefined], [expect.stringMatching(/^memory\.caution: .* for src: /)]]);
  });

  it('touches nothing that is blocked', verifies('KEL-MEM-15'), async () => {
    expect(await asked({ blockedTargets: [{ target: 'src', why: 'it led nowhere' }] })).toEqual([]);
  });
});
