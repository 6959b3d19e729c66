import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criticSays, nobody, sideNamed, workOf } from '../../../test/support/conflict-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { CONFLICT_RESOLUTION_TABLE, ConflictResolutionStrategy, ConflictType } from '../../contracts/index.ts';
import { detectConflicts } from './detect-conflicts.ts';
import { resolveConflict, SEND_BACK, type ConflictPorts } from './resolve-conflict.ts';
import type { ConflictSide, DetectedConflict } from './round-review.ts';

const between = (type: ConflictType, ...sides: readonly [ConflictSide, ...ConflictSide[]]): DetectedConflict => ({ type, sides });
const tied = (type: ConflictType) => between(type, sideNamed('one'), sideNamed('two'));
const coder = sideNamed('coder', { roleId: 'coder', evidenceCount: 3 });
const critic = sideNamed('critic', { roleId: 'critic', stands: 'against', subtaskId: null, risk: 'medium' });
const arbiter = (winner: string | null): Partial<ConflictPorts> => ({ arbiter: async () => ({ winner, rationale: 'the tests show it' }) });
const person = (answer: string): Partial<ConflictPorts> => ({ askPerson: async () => answer });
const short = async (conflict: DetectedConflict, ports: ConflictPorts) => {
  const { strategy, decision, winner } = await resolveConflict(conflict, ports);
  return [strategy, decision, winner?.name];
};

describe('the table', () => {
  it('is gone through in its order, and every conflict that nothing settles is blocked', verifies('MH4-2-10', 'KEL-CONF-05'), async () => {
    const asked: Record<string, string[]> = {};
    for (const type of ConflictType.options) {
      const heard: string[] = [];
      const settled = await resolveConflict(tied(type), nobody(heard), undefined, { ...CONFLICT_RESOLUTION_TABLE, test_vs_review: ['prefer_higher_evidence', 'run_arbiter'] });
      expect([settled.decision, settled.winner]).toEqual(['blocked', undefined]);
      asked[type] = heard;
    }
    expect(asked).toEqual({
      critic_vs_coder: ['arbiter', 'escalate', 'person'],
      low_confidence_output: ['escalate', 'person'],
      competing_proposals: ['arbiter', 'person'],
      evidence_contradiction: ['arbiter'],
      test_vs_review: ['arbiter'],
      retrieval_ambiguity: ['escalate', 'person'],
    });
  });

  it('says of each strategy what it came to', verifies('MH4-2-10', 'KEL-CONF-05'), async () => {
    expect(await resolveConflict(tied('evidence_contradiction'), nobody())).toEqual({
      decision: 'blocked',
      strategy: 'terminate_blocked',
      rationale: 'The run stops here, because it cannot be settled from what is known.',
      sides: [sideNamed('one'), sideNamed('two')],
      tried: [
        { strategy: 'prefer_higher_evidence', came_to: 'Neither side has more to show that may be counted.' },
        { strategy: 'run_arbiter', came_to: 'There is no arbiter to ask.' },
        { strategy: 'terminate_blocked', came_to: 'The run stops here, because it cannot be settled from what is known.' },
      ],
    });
    expect((await resolveConflict(tied('competing_proposals'), nobody())).rationale).toBe('Nothing settled it: prefer_higher_confidence: Neither side has more to show that may be counted. run_arbiter: There is no arbiter to ask. request_user_input: Nobody is there to be asked.');
  });

  it('stops at the first strategy that decides, whatever the table says', verifies('MH4-2-10', 'KEL-CONF-05'), async () => {
    const strategies = fc.uniqueArray(fc.constantFrom(...ConflictResolutionStrategy.options), { minLength: 1 });
    const helpful = fc.record({ arbiter: fc.boolean(), escalate: fc.boolean(), person: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(strategies, helpful, async (order, helps) => {
        const decides: Readonly<Record<ConflictResolutionStrategy, boolean>> = { prefer_higher_confidence: false, prefer_higher_evidence: false, run_arbiter: helps.arbiter, escalate_model: helps.escalate, request_user_input: helps.person, fail_safe: true, terminate_blocked: true };
        const ports = nobody([], { ...(helps.arbiter && arbiter('two')), ...(helps.escalate && { escalate: async () => ({ side: sideNamed('again'), isUsable: true }) }), ...(helps.person && person(SEND_BACK)) });
        const settled = await resolveConflict(tied('critic_vs_coder'), ports, undefined, { ...CONFLICT_RESOLUTION_TABLE, critic_vs_coder: order });
        const at = order.findIndex((strategy) => decides[strategy]);
        expect(settled.tried.map(({ strategy }) => strategy)).toEqual(at < 0 ? order : order.slice(0, at + 1));
        expect(settled.strategy).toBe(at < 0 ? order.at(-1) : order[at]);
        expect(settled.decision === 'blocked').toBe(at < 0 || order[at] === 'terminate_blocked');
      }),
    );
  });
});

describe('preferring', () => {
  it('takes who is surer, or who shows more', verifies('MH4-2-15', 'KEL-CONF-06'), async () => {
    const sides = [sideNamed('sure', { confidence: 0.9 }), sideNamed('shown', { evidenceCount: 4 })] as const;
    expect(await short(between('competing_proposals', ...sides), nobody())).toEqual(['prefer_higher_confidence', 'accepted', 'sure']);
    expect(await short(between('evidence_contradiction', ...sides), nobody())).toEqual(['prefer_higher_evidence', 'accepted', 'shown']);
    expect((await resolveConflict(between('competing_proposals', ...sides), nobody())).rationale).toBe('sure is preferred: sure has 1 pieces of evidence and a confidence of 0.9; shown has 4 pieces of evidence and a confidence of 0.5.');
  });

  it('goes through the order of preference where it ties, and on to the next strategy where that ties too', verifies('MH4-2-15', 'ROLES-15', 'KEL-CONF-06'), async () => {
    const competing = (more: Partial<ConflictSide>) => short(between('competing_proposals', sideNamed('one'), sideNamed('two', more)), nobody([], arbiter('one')));
    expect(await competing({ evidenceCount: 2 })).toEqual(['prefer_higher_confidence', 'accepted', 'two']);
    expect(await competing({ risk: 'medium' })).toEqual(['prefer_higher_confidence', 'accepted', 'one']);
    expect(await competing({ modelCalls: 2 })).toEqual(['prefer_higher_confidence', 'accepted', 'one']);
    expect(await competing({ risk: 'medium', modelCalls: 0 })).toEqual(['prefer_higher_confidence', 'accepted', 'one']);
    expect(await competing({})).toEqual(['run_arbiter', 'accepted', 'one']);
  });

  it('keeps to another order, and to a tie-breaker, where the policy has one', verifies('ROLES-15', 'KEL-CONF-06'), async () => {
    const sides = between('competing_proposals', sideNamed('safe', { modelCalls: 5 }), sideNamed('cheap', { risk: 'medium' }));
    const settled = await resolveConflict(sides, nobody(), { preference_order: ['lower_cost', 'lower_risk'], tie_breaker_role: null });
    expect(settled.winner?.name).toBe('cheap');
    const roles: (string | null)[] = [];
    const asked = nobody([], { arbiter: async (_conflict, as) => (roles.push(as), { winner: 'two', rationale: 'so' }) });
    expect((await resolveConflict(tied('competing_proposals'), asked, { preference_order: ['evidence'], tie_breaker_role: 'critic' })).strategy).toBe('prefer_higher_confidence');
    expect(roles).toEqual(['critic']);
  });

  it('never counts a high risk away', verifies('KEL-CONF-07'), async () => {
    const heard: string[] = [];
    expect(await short(between('test_vs_review', coder, critic), nobody())).toEqual(['prefer_higher_evidence', 'accepted', 'coder']);
    expect(await short(between('test_vs_review', coder, { ...critic, risk: 'high' }), nobody(heard))).toEqual(['fail_safe', 'rejected', 'critic']);
    expect(heard).toEqual(['arbiter']);
    expect(await short(between('test_vs_review', coder, { ...critic, risk: 'high', evidenceCount: 9 }), nobody())).toEqual(['prefer_higher_evidence', 'rejected', 'critic']);
  });
});

describe('an arbiter', () => {
  it('decides for either side', verifies('MH4-2-16', 'KEL-CONF-08'), async () => {
    expect(await short(between('critic_vs_coder', coder, critic), nobody([], arbiter('coder')))).toEqual(['run_arbiter', 'accepted', 'coder']);
    expect(await short(between('critic_vs_coder', coder, critic), nobody([], arbiter('critic')))).toEqual(['run_arbiter', 'rejected', 'critic']);
  });

  it('counts for nothing before what it holds with was checked again', verifies('MH4-2-16', 'KEL-CONF-08'), async () => {
    const heard: string[] = [];
    const settled = await resolveConflict(between('critic_vs_coder', coder, critic), nobody(heard, { ...arbiter('coder'), checkAgain: async () => 'a test fails' }));
    expect([settled.decision, settled.tried[0]?.came_to]).toEqual(['blocked', 'The arbiter holds with coder, which did not hold when it was checked again: a test fails']);
    expect(heard).toEqual(['arbiter', 'check', 'escalate', 'person']);
  });

  it('settles nothing when it holds with nobody or does not answer', verifies('MH4-2-16', 'KEL-CONF-08'), async () => {
    const first = async (ports: Partial<ConflictPorts>) => (await resolveConflict(tied('critic_vs_coder'), nobody([], ports))).tried[0]?.came_to;
    expect(await first(arbiter(null))).toBe('The arbiter holds with nobody: the tests show it');
    expect(await first(arbiter('three'))).toBe('The arbiter holds with nobody: the tests show it');
    expect(await first({ arbiter: async () => ({ unresolved: 'no answer' }) })).toBe('The arbiter did not decide: no answer');
  });
});

describe('a larger model', () => {
  const again = sideNamed('again', { confidence: 0.9, position: 'done\nwell' });

  it('settles it when what it did was checked and held', verifies('MH4-2-16', 'KEL-CONF-08'), async () => {
    const settled = await resolveConflict(between('low_confidence_output', sideNamed('one')), nobody([], { escalate: async () => ({ side: again, isUsable: true }) }));
    expect([settled.strategy, settled.decision, settled.winner, settled.sides.map(({ name }) => name), settled.rationale]).toEqual(['escalate_model', 'accepted', again, ['one', 'again'], 'It was done again by the strongest model there is, and held when it was checked: done well']);
  });

  it('is weighed against the first attempt when it is no surer, and forgotten when it failed', verifies('MH4-2-16', 'KEL-CONF-08'), async () => {
    const tried = (isUsable: boolean) => nobody([], { escalate: async () => ({ side: { ...again, evidenceCount: 2 }, problem: 'still unsure', isUsable }) });
    expect(await short(between('low_confidence_output', sideNamed('one')), tried(true))).toEqual(['prefer_higher_evidence', 'accepted', 'again']);
    const settled = await resolveConflict(between('low_confidence_output', sideNamed('one')), tried(false));
    expect([settled.decision, settled.sides.map(({ name }) => name), settled.tried[0]?.came_to]).toEqual(['blocked', ['one'], 'It was done again by the strongest model there is, and did not hold: still unsure']);
  });
});

describe('a person', () => {
  it('is shown every side, and may send back what nobody stands against', verifies('MH4-2-17', 'KEL-CONF-09'), async () => {
    const shown: (readonly string[])[] = [];
    const ports = nobody([], { askPerson: async (question, options) => (shown.push([question, ...options]), SEND_BACK) });
    expect(await short(between('low_confidence_output', sideNamed('one', { position: 'x'.repeat(300) })), ports)).toEqual(['request_user_input', 'rejected', undefined]);
    await resolveConflict(between('critic_vs_coder', coder, critic), ports);
    expect(shown.map(([, ...options]) => options)).toEqual([[`Hold with one: ${'x'.repeat(200)}…`, SEND_BACK], ['Hold with coder: coder says so', 'Hold with critic: critic says so']]);
  });

  it('is told what was made, what was done and seen for it, and what each answer leads to', verifies('KEL-RAISE-11'), async () => {
    const shown: string[] = [];
    const ports = nobody([], { askPerson: async (question) => (shown.push(question), SEND_BACK) });
    const many = Array.from({ length: 8 }, (_, at) => `read_file: ${at}.txt → ok`);
    await resolveConflict(between('low_confidence_output', sideNamed('analyst', { position: 'The mean is 4.', confidence: 0.4, risk: 'low', evidence: ['write_file: out.md → created'] })), ports);
    await resolveConflict(between('low_confidence_output', sideNamed('analyst', { position: 'The mean is 4.', confidence: 0.4, risk: 'low', evidence: many })), ports);
    await resolveConflict(between('critic_vs_coder', { ...coder, confidence: 0.8, risk: 'low', evidence: [] }, { ...critic, confidence: 0.9, risk: 'medium', evidence: ['To be fixed: close the file'] }), ports);
    expect([shown[0], shown[1]?.split('\n')[2], shown[2]]).toEqual([
      ['This was done, and whoever did it is not sure of it. Shall it be used?', 'analyst (40 % sure, low risk) says: The mean is 4.', '  Done and checked: write_file: out.md → created', 'What you hold with is used as it stands. "Send it back" has the work planned anew.', 'Words of your own go to whoever plans it anew.'].join('\n'),
      `  Done and checked: ${many.slice(0, 6).join('; ')}; and 2 more`,
      ['The critic refuses what was made, and whoever made it stands by it. What shall count?', 'coder (80 % sure, low risk) says: coder says so', '  Done and checked: nothing that a tool shows', 'critic (90 % sure, medium risk) says: critic says so', '  It points to: To be fixed: close the file', 'Holding with the work uses it as it stands. Holding with critic has the work planned anew.', 'Words of your own go to whoever plans it anew.'].join('\n'),
    ]);
  });

  it('decides for a side, or says it in words of their own', verifies('MH4-2-17', 'KEL-CONF-09'), async () => {
    expect(await short(between('critic_vs_coder', coder, critic), nobody([], person('Hold with critic: critic says so')))).toEqual(['request_user_input', 'rejected', 'critic']);
    expect(await short(tied('retrieval_ambiguity'), nobody([], person('Hold with two: two says so')))).toEqual(['request_user_input', 'accepted', 'two']);
    const { decision, words, rationale } = await resolveConflict(between('critic_vs_coder', coder, critic), nobody([], person('Use a parser.')));
    expect([decision, words, rationale]).toEqual(['escalated', 'Use a parser.', 'The person said: Use a parser.']);
  });
});

describe('failing safely', () => {
  it('keeps work in which nobody sees more than a low risk, and sends back all other', verifies('MH4-2-17', 'KEL-CONF-07'), async () => {
    const even = { ...coder, evidenceCount: 1 };
    expect(await short(between('test_vs_review', even, { ...critic, risk: 'low' }), nobody())).toEqual(['fail_safe', 'accepted', 'coder']);
    expect(await short(between('test_vs_review', { ...even, risk: 'medium' }, { ...critic, risk: 'medium' }), nobody())).toEqual(['fail_safe', 'rejected', 'critic']);
    expect(await short(between('test_vs_review', { ...even, evidenceCount: 5 }, { ...critic, risk: 'high' }), nobody())).toEqual(['fail_safe', 'rejected', 'critic']);
  });
});

describe('a failed quorum', () => {
  it('is decided by the table and not by who came first', verifies('MH4-2-19'), async () => {
    const [conflict] = detectConflicts({ works: [workOf(1, { roleId: 'coder', hasPatch: true, testsPassed: false })], critic: criticSays('fail') });
    expect(conflict === undefined ? undefined : await short(conflict, nobody([], arbiter('critic')))).toEqual(['run_arbiter', 'rejected', 'critic']);
  });
});
