import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { faultRows, faultTurn } from '../../../test/support/fault-turns.ts';
import { askPlainly } from '../../../test/support/plain-http.ts';
import { PATHS } from '../../../test/support/scripted-steps.ts';
import { ScenarioCallFault, ScenarioFault, WireFormat, type ScenarioTurn } from '../../contracts/index.ts';
import { startScriptedServer, type ScriptedServer } from './server.ts';

const rows = faultRows();
const turns = rows.flatMap(({ id, input }) => {
  const turn = faultTurn(input);
  return turn === 'refused' ? [] : [{ id, turn: turn as ScenarioTurn }];
});

/** More than this of an answer without end is not worth reading. */
const ENOUGH_BYTES = 10_000;
const hasNoEnd = (turn: ScenarioTurn): boolean => turn.faults.some((fault) => fault.kind === 'endless' || (fault.kind === 'comments_only' && fault.count === undefined));
const isStuck = (turn: ScenarioTurn): boolean => turn.faults.some((fault) => fault.kind === 'stall' && fault.ms === undefined);

describe('the list of faults', () => {
  it('names each once and has at least sixty', verifies('KEL-MOCK-04'), () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(60);
  });

  it('shows every kind of fault and everything that can be wrong with a call', verifies('KEL-MOCK-04'), () => {
    const faults = turns.flatMap(({ turn }) => turn.faults);
    const kinds = ScenarioFault.options.map((option) => option.shape.kind.value);
    // Bytes as given are for whoever has recorded some, and a stream nobody asked for needs a request for a whole answer.
    expect(kinds.filter((kind) => !faults.some((fault) => fault.kind === kind))).toEqual(['raw', 'stream_for_whole']);
    expect(ScenarioCallFault.options.filter((how) => !faults.some((fault) => fault.kind === 'tool_call' && fault.how === how))).toEqual([]);
  });
});

describe('every fault of the list', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    // A wait is over at once, but one turn of the event loop later, so that a reader can leave.
    const pause = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
    server = await startScriptedServer({ scenario: { turns: turns.map(({ id, turn }) => ({ ...turn, when: { model: id } })) }, pause });
  });
  afterAll(() => server.close());

  it.each(WireFormat.options)('can be shown in %s, and leaves no socket open', verifies('KEL-MOCK-04', 'KEL-MOCK-09'), async (format) => {
    const agent = new Agent({ keepAlive: true });
    for (const { id, turn } of turns.filter((one) => !isStuck(one.turn))) {
      for (const stream of [true, false]) {
        const body = { model: id, stream, messages: [{ role: 'user', content: 'hello' }], input: 'hello' };
        const { status, ended } = await askPlainly({ url: `${server.url}${PATHS[format]}`, body, agent, ...(hasNoEnd(turn) && { leaveAfterBytes: ENOUGH_BYTES }) });
        expect.soft({ id, isEnded: ended !== '', hasStatus: status !== undefined || ended === 'ECONNRESET' }).toEqual({ id, isEnded: true, hasStatus: true });
      }
    }
    agent.destroy();
    while (server.openSockets() > 0) await new Promise((resolve) => void setImmediate(resolve));
  });
});
