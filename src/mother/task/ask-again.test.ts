import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JOURNAL_RUN, journalFixture } from '../../../test/support/journal-fixture.ts';
import { repositoryRoles } from '../../../test/support/repository-roles.ts';
import { runRetryTaken, type GateCheck, type OnExceed, type RoleAci } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { runSettings } from '../budgets/budget-settings.ts';
import { endingOfError } from '../termination/ending-of-error.ts';
import { askAgain, retriesOf } from './ask-again.ts';
import type { Delivered } from './round.ts';
import type { TaskWork } from './task-ports.ts';

const CLOSED: GateCheck = { gate_id: 'artifact:TestResults', result: 'failed', detail: 'No tests were run.', refs: [] };
const OPEN: GateCheck = { ...CLOSED, result: 'passed', detail: 'Tests were run.' };
const OWED = 'artifact:TestResults: No tests were run.';
const given = (gate: GateCheck): Delivered => ({ artifacts: [], gates: [gate], facts: [], waivers: [], envelope: undefined as never });

interface Case {
  readonly onExceed: OnExceed;
  readonly retries?: number;
  /** What the phase allows here. */
  readonly allowed?: number;
  /** In which asking the role gives what it owes; never when left out. */
  readonly mendedAt?: number;
  readonly answer?: string;
  readonly larger?: Error;
}

async function played({ onExceed, retries = 1, allowed = 5, mendedAt, answer, larger }: Case) {
  const coder = (await repositoryRoles()).contracts().find(({ role_id }) => role_id === 'coder') as RoleAci;
  const role = { ...coder, phase_exit_criteria: [{ phase: 'execute' as const, exit_when: ['code_changed'], max_retries: retries, on_exceed: onExceed }] };
  const fixture = await journalFixture();
  const journal = await fixture.open();
  const asked: { nth: number; owed: string; onLargerModel: boolean }[] = [];
  const questions: string[] = [];
  const ask = async ({ question }: { question: string }): Promise<string> => (questions.push(question), answer ?? '');
  const work = {
    runId: JOURNAL_RUN,
    journal,
    engine: { kind: 'model' },
    budget: { whileWaiting: (wait: () => Promise<unknown>) => wait() },
    overseers: answer === undefined ? {} : { ask },
    ports: { writer: fixture.writer, clock: fixture.clock, runSettings: runSettings({ phases: { execute: { max_retries: allowed } } }) },
  } as unknown as TaskWork;
  const handBack = async (nth: number, owed: string, onLargerModel: boolean): Promise<Delivered> => {
    asked.push({ nth, owed, onLargerModel });
    if (onLargerModel && larger !== undefined) throw larger;
    return given(nth === mendedAt ? OPEN : CLOSED);
  };
  const came = askAgain(work, { role, base: 'execute/1/1' }, given(CLOSED), handBack, new AbortController().signal);
  const refusal = await came.then(() => undefined, (error: unknown) => error);
  const told = (await fixture.log.readAll({ limit: 100 })).flatMap(({ event }) => (event.type === runRetryTaken.type ? [runRetryTaken.payload.parse(event.payload)] : []));
  return { asked, questions, told: told.map(({ remaining, why }) => ({ remaining, why })), gates: refusal === undefined ? (await came).gates : undefined, ending: refusal === undefined ? undefined : endingOfError(refusal), refusal };
}

describe('the retries of a phase', () => {
  it('are counted down one by one, each with its reason, until nothing is owed', verifies('ACI-27', 'ROLES-05'), async () => {
    const { asked, told, gates } = await played({ onExceed: 'terminate', retries: 3, mendedAt: 2 });
    expect([asked, told, gates]).toEqual([
      [{ nth: 1, owed: OWED, onLargerModel: false }, { nth: 2, owed: OWED, onLargerModel: false }],
      [{ remaining: 2, why: OWED }, { remaining: 1, why: OWED }],
      [OPEN],
    ]);
  });

  it('are never more than the configuration allows the phase', verifies('ACI-27'), async () => {
    const { phases } = runSettings({ phases: { execute: { max_retries: 2 } } });
    const contract = (retries: number) => ({ phase_exit_criteria: [{ phase: 'execute' as const, exit_when: ['code_changed'], max_retries: retries, on_exceed: 'blocked' as const }] });
    expect([retriesOf(contract(1), phases('execute')), retriesOf(contract(5), phases('execute')), retriesOf({ phase_exit_criteria: [] }, phases('execute'))]).toEqual([{ retries: 1, onExceed: 'blocked' }, { retries: 2, onExceed: 'blocked' }, { retries: 2, onExceed: 'terminate' }]);
    expect((await played({ onExceed: 'terminate', retries: 3, allowed: 0 })).asked).toEqual([]);
  });

  it('end the run when none is left and the contract says terminate', verifies('ACI-27'), async () => {
    const { asked, ending } = await played({ onExceed: 'terminate' });
    expect([asked.length, ending]).toMatchObject([1, { reason: 'retries_exhausted', details: expect.stringContaining('The work of coder may not leave its phase') }]);
  });

  it('give one larger model a try when the contract says escalate, and then end the run', verifies('ACI-27'), async () => {
    const mended = await played({ onExceed: 'escalate', mendedAt: 2 });
    expect([mended.asked.map(({ onLargerModel }) => onLargerModel), mended.told.at(-1), mended.gates]).toEqual([[false, true], { remaining: 0, why: `${OWED} Its retries are used up; a larger model is asked once.` }, [OPEN]]);
    const still = await played({ onExceed: 'escalate' });
    expect([still.asked.length, still.ending]).toMatchObject([2, { reason: 'retries_exhausted', suggestedAction: 'escalate_model' }]);
    const none = await played({ onExceed: 'escalate', larger: new KeelsonError('model.route_refused', { message: 'None.', nextStep: 'Add one.', data: {} as never }) });
    expect(none.ending).toMatchObject({ reason: 'retries_exhausted' });
    expect((await played({ onExceed: 'escalate', larger: new RangeError('odd') })).refusal).toBeInstanceOf(RangeError);
  });

  it('ask a person when the contract says so, who lets it pass or does not', verifies('ACI-27'), async () => {
    const passed = await played({ onExceed: 'approval_required', answer: 'Let it leave the phase without' });
    expect([passed.questions, passed.gates]).toEqual([[`The work of coder was asked for again as often as its contract allows, and still owes: ${OWED} May it go on without?`], [{ ...CLOSED, result: 'waived', detail: 'No tests were run. A person let it pass.' }]]);
    expect((await played({ onExceed: 'approval_required', answer: 'End the run here' })).ending).toMatchObject({ reason: 'approval_denied', suggestedAction: 'user_input' });
    expect((await played({ onExceed: 'approval_required' })).ending).toMatchObject({ reason: 'blocked', factors: ['run.input_needed'] });
  });

  it('leave the run blocked when the contract says so', verifies('ACI-27'), async () => {
    expect((await played({ onExceed: 'blocked' })).ending).toMatchObject({ reason: 'blocked', suggestedAction: 'user_input' });
  });
});
