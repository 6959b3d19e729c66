import { array, assert, asyncProperty, constantFrom, record, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JOURNAL_RUN, journalFixture, type JournalFixture } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { documentKey, GateReceipt, Phase, PHASE_TRANSITIONS, RunState, type GateCheck, type PhaseExit } from '../../contracts/index.ts';
import { createIds, hasCode, seededRandom } from '../../kernel/index.ts';
import { BUILTIN_SETUP, createDocuments, type NewEvent } from '../../ledger/index.ts';
import { openPhases, type PhaseKeeper } from './phase-keeper.ts';

const OPEN: GateCheck = { gate_id: 'looked_at', result: 'passed', detail: 'it is there', refs: [] };
const WAIVED: GateCheck = { gate_id: 'artifact:TestResults', result: 'waived', detail: 'there are no tests', refs: [] };
const CLOSED: GateCheck = { gate_id: 'artifact:CodePatch', result: 'failed', detail: 'there is no CodePatch', refs: [] };

const EXITS: Readonly<Record<PhaseExit['exit'], PhaseExit>> = {
  success: { exit: 'success', reason: 'Done.' },
  needs_repair: { exit: 'needs_repair', reason: 'Not yet.' },
  needs_approval: { exit: 'needs_approval', reason: 'It asks.', approval_id: sample.approvalId },
  needs_input: { exit: 'needs_input', reason: 'It is unclear.', questions: ['Which?'] },
  fail: { exit: 'fail', reason: 'It broke.' },
};
type Way = keyof typeof EXITS;
const WAYS = Object.keys(EXITS) as Way[];

/** How a run comes to stand in each phase. */
const WAY_TO: Readonly<Record<Phase, readonly Way[]>> = {
  plan: [],
  execute: ['success'],
  review: ['success', 'success'],
  repair: ['success', 'success', 'needs_repair'],
  approve: ['success', 'success', 'success'],
  finalize: ['fail'],
  terminate: ['fail', 'success'],
};

const EVERY_WAY = Phase.options.flatMap((phase) => WAYS.map((way) => ({ phase, way, next: PHASE_TRANSITIONS[phase][way] })));
const ALLOWED = EVERY_WAY.filter(({ next }) => next !== undefined);
const REFUSED = EVERY_WAY.filter(({ next }) => next === undefined);

async function keeperOver(fixture: JournalFixture): Promise<PhaseKeeper> {
  return openPhases({ runId: JOURNAL_RUN, journal: await fixture.open(), clock: fixture.clock, ids: createIds({ clock: fixture.clock, random: seededRandom(9) }) });
}

async function standingIn(phase: Phase): Promise<{ readonly fixture: JournalFixture; readonly keeper: PhaseKeeper }> {
  const fixture = await journalFixture();
  const keeper = await keeperOver(fixture);
  for (const way of WAY_TO[phase]) await keeper.leave(EXITS[way], [OPEN]);
  return { fixture, keeper };
}

/** The receipts that are durable, in order. */
async function receipts(fixture: JournalFixture): Promise<GateReceipt[]> {
  return (await fixture.events()).flatMap(({ type, payload }) => (type === 'run.phase_exited' ? [GateReceipt.parse(payload?.['gate'])] : []));
}

async function phaseInDocument({ store }: JournalFixture): Promise<Phase> {
  return RunState.parse((await createDocuments(store, BUILTIN_SETUP.projections).get(documentKey.run(JOURNAL_RUN)))?.body).phase;
}

describe('a phase is left', () => {
  it.each(ALLOWED)('from $phase by $way to $next, with the receipt of what was looked at', verifies('KEL-RUN-01'), async ({ phase, way, next }) => {
    const { fixture, keeper } = await standingIn(phase);
    expect([keeper.current(), await keeper.leave(EXITS[way], [OPEN, WAIVED]), keeper.current(), keeper.visits()]).toEqual([phase, next, next, WAY_TO[phase].length + 1]);
    const left = await receipts(fixture);
    expect(left.at(-1)).toEqual({ receipt_id: left.at(-1)?.receipt_id, run_id: JOURNAL_RUN, phase, exit: EXITS[way], next, checks: [OPEN, WAIVED], evaluated_by: 'mother', evaluated_at: '2027-01-15T08:00:00.000Z' });
    expect([left.length, await phaseInDocument(fixture)]).toEqual([WAY_TO[phase].length + 1, next]);
  });

  it.each(REFUSED)('never from $phase by $way', verifies('KEL-RUN-01'), async ({ phase, way }) => {
    const { fixture, keeper } = await standingIn(phase);
    expect(await refusalOf(keeper.leave(EXITS[way], [OPEN]))).toMatchObject({ code: 'invariant.broken', message: expect.stringContaining(`${phase} cannot be left as ${way}`) });
    expect([keeper.current(), (await receipts(fixture)).length, await phaseInDocument(fixture)]).toEqual([phase, WAY_TO[phase].length, phase]);
  });

  it('never as a success while a gate is closed, or while nothing was looked at', verifies('KEL-RUN-02', 'ACI-26'), async () => {
    for (const phase of ['plan', 'execute', 'review', 'repair', 'approve', 'finalize'] as const) {
      const { fixture, keeper } = await standingIn(phase);
      const before = await receipts(fixture);
      expect(await refusalOf(keeper.leave(EXITS.success, [OPEN, CLOSED]))).toMatchObject({ code: 'phase.gate_closed', message: `The phase ${phase} cannot be left: artifact:CodePatch: there is no CodePatch.`, data: { phase, gates: ['artifact:CodePatch'] } });
      expect(await refusalOf(keeper.leave(EXITS.success, []))).toMatchObject({ code: 'phase.gate_closed', message: `Nothing was looked at before ${phase} was to be left.`, data: { phase, gates: [] } });
      expect([keeper.current(), keeper.visits(), await receipts(fixture)]).toEqual([phase, before.length, before]);
      await keeper.leave(EXITS.success, [OPEN]);
      expect((await receipts(fixture)).length).toBe(before.length + 1);
    }
  });

  it('by a run that is gone on with as it was before, and no receipt is written twice', verifies('KEL-RUN-01'), async () => {
    const { fixture } = await standingIn('approve');
    const before = await receipts(fixture);
    const again = await keeperOver(fixture);
    for (const way of WAY_TO.approve) await again.leave(EXITS[way], [OPEN]);
    expect([again.current(), again.visits(), await receipts(fixture)]).toEqual(['approve', 3, before]);
  });
});

describe('whatever a run tries', () => {
  const attempt = record({ way: constantFrom(...WAYS), checks: subarray([OPEN, WAIVED, CLOSED]) });

  it('it comes into another phase only with a durable receipt that leads there', verifies('KEL-RUN-01', 'KEL-RUN-02'), async () => {
    await assert(
      asyncProperty(array(attempt, { maxLength: 12 }), async (attempts) => {
        const fixture = await journalFixture();
        const keeper = await keeperOver(fixture);
        for (const { way, checks } of attempts) {
          const [phase, before] = [keeper.current(), (await receipts(fixture)).length];
          const next = await keeper.leave(EXITS[way], checks).catch((error: unknown) => error);
          const left = await receipts(fixture);
          if (next instanceof Error) {
            expect([hasCode(next, 'phase.gate_closed') || hasCode(next, 'invariant.broken'), keeper.current(), left.length]).toEqual([true, phase, before]);
            // A refusal by the table of phases is a defect, after which nobody goes on.
            if (!hasCode(next, 'phase.gate_closed')) break;
            continue;
          }
          expect(left.slice(before).map(({ phase: from, next: to }) => [from, to])).toEqual([[phase, PHASE_TRANSITIONS[phase][way]]]);
          expect(next).toBe(PHASE_TRANSITIONS[phase][way]);
        }
        const left = await receipts(fixture);
        expect(left.map(({ phase }) => phase)).toEqual(['plan', ...left.slice(0, -1).map(({ next }) => next)].slice(0, left.length));
        expect([await phaseInDocument(fixture), left.filter(({ exit, checks }) => exit.exit === 'success' && (checks.length === 0 || checks.some(({ result }) => result === 'failed')))]).toEqual([keeper.current(), []]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the write boundary', () => {
  const CODE = 'validation.lifecycle_transition_without_receipt';
  const receipt = (changes: Partial<GateReceipt> = {}): GateReceipt => ({ receipt_id: 'rcp_01JCQZ9Y5D0000000000000001' as GateReceipt['receipt_id'], run_id: JOURNAL_RUN, phase: 'plan', exit: EXITS.success, next: 'execute', checks: [OPEN], evaluated_by: 'mother', evaluated_at: sample.time, ...changes });
  const exited = (gate: GateReceipt | null, phase: Phase = gate?.phase ?? 'plan'): NewEvent => ({ type: 'run.phase_exited', streamId: JOURNAL_RUN, payload: { run_id: JOURNAL_RUN, phase, exit: gate?.exit ?? EXITS.success, gate } });

  async function written(event: NewEvent, { actor = 'mother', before = [] as readonly NewEvent[] } = {}): Promise<unknown> {
    const { writer, log } = await journalFixture();
    for (const [at, one] of before.entries()) await writer.append({ key: `before-${at}`, events: [one] });
    return (await refusalOf(log.writerFor({ ...writer.author, actor }).append({ key: 'mine', events: [event] }))).data['findings'];
  }

  const stuck = [{ code: CODE, type: 'run.phase_exited', detail: `this receipt is no way on from where ${JOURNAL_RUN} stands` }];

  it('takes the receipt of the phase in which the run stands', verifies('KEL-RUN-03'), async () => {
    const { writer } = await journalFixture();
    expect((await writer.append({ key: 'mine', events: [exited(receipt())] })).events).toHaveLength(1);
  });

  it('refuses a receipt of another phase, of another run, or for another phase than it is used for', verifies('KEL-RUN-03', 'ACI-26'), async () => {
    expect(await written(exited(receipt({ phase: 'execute', next: 'review' })))).toEqual(stuck);
    expect(await written(exited(receipt({ run_id: sample.otherRunId })))).toEqual(stuck);
    expect(await written(exited(receipt(), 'execute'))).toEqual(stuck);
  });

  it('refuses a receipt for a run that nobody started', verifies('KEL-RUN-03'), async () => {
    const { writer } = await journalFixture();
    const event = { type: 'run.phase_exited', streamId: sample.otherRunId, payload: { run_id: sample.otherRunId, phase: 'plan', exit: EXITS.success, gate: receipt({ run_id: sample.otherRunId }) } };
    expect((await refusalOf(writer.append({ key: 'mine', events: [event] }))).data['findings']).toEqual([{ ...stuck[0], detail: `this receipt is no way on from where ${sample.otherRunId} stands` }]);
  });

  it('refuses a receipt that was used before, also where the phase leads to itself', verifies('KEL-RUN-03', 'ACI-26'), async () => {
    expect(await written(exited(receipt()), { before: [exited(receipt())] })).toEqual(stuck);
    const asking = exited(receipt({ exit: EXITS.needs_input, next: 'plan' }));
    expect(await written(asking, { before: [asking] })).toEqual(stuck);
  });

  it('refuses a phase that is left without a receipt', verifies('KEL-RUN-03', 'ACI-26'), async () => {
    expect(await written(exited(null))).toContainEqual(stuck[0]);
  });

  it.each(['solver', 'planner', 'agent_validator', 'meta_validator', 'coder'])('refuses %s, for a role cannot end its own phase', verifies('KEL-RUN-03', 'ROLES-01'), async (actor) => {
    expect(await written(exited(receipt()), { actor })).toEqual([{ code: CODE, type: 'run.phase_exited', detail: `run.phase_exited is written by mother alone, not by ${actor}` }]);
  });
});
