import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOf, fail, needed, open, outcomeOf, pass, planOf, solverParts, subtaskOf, wished } from '../../../test/support/loop-samples.ts';
import { inputOf, refusedWith } from '../../../test/support/solver-rounds.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { FinalResult, PlanDirective, type Criterion, type CriterionVerdict, type PassVerdict, type SubtaskOutcome } from '../../contracts/index.ts';
import { judgeOutcomes, type TaskDecision } from '../validators/meta-validator.ts';
import type { Decision } from './decide-round.ts';
import type { PastRound, RoundInput } from './round-input.ts';
import { createSolver } from './solver.ts';

/** Random plans, random verdicts, random pace: what must hold of every history that can come about. */

interface Played {
  readonly judgements: readonly string[];
  readonly earlierScores: readonly number[];
  readonly calls: readonly { readonly tool: string; readonly path: string; readonly outcome: 'completed' | 'failed' | 'interrupted' | 'truncated' }[];
  readonly tookMs: number;
}

const judgement = fc.constantFrom('pass', 'logical', 'environmental', 'open');
const call = fc.record({ tool: fc.constantFrom('seek', 'count', 'draw'), path: fc.constantFrom('a', 'b', 'c', 'd'), outcome: fc.constantFrom('completed', 'failed', 'interrupted', 'truncated') });
const round = fc.record({
  judgements: fc.array(judgement, { minLength: 5, maxLength: 5 }),
  earlierScores: fc.array(fc.constantFrom(0, 0.5, 1), { maxLength: 2 }),
  calls: fc.array(call, { maxLength: 4 }),
  tookMs: fc.integer({ min: 0, max: 700_000 }),
});
const rounds: fc.Arbitrary<Played[]> = fc.array(round, { minLength: 6, maxLength: 6 });

const criteria = [needed('a'), wished('b'), needed('c')];
const [first, second] = [subtaskOf(1, criteria.slice(0, 2)), subtaskOf(2, criteria.slice(2))];
const taskCriteria = [needed('whole'), wished('nice')];
const plan = planOf([first, second], taskCriteria);

function said(criterion: Criterion, how: string | undefined): CriterionVerdict {
  if (how === 'pass') return pass(criterion);
  return how === 'open' ? open(criterion) : fail(criterion, how === 'logical' ? 'logical' : 'environmental');
}

async function cameOf({ judgements, earlierScores, calls }: Played, replans: number): Promise<{ outcomes: SubtaskOutcome[]; judged: TaskDecision }> {
  const evidence = calls.map(({ tool, path, outcome }, at) => callOf(at, tool, { path }, outcome));
  const outcomes = [
    outcomeOf(first, { verdicts: first.success_criteria.map((criterion, at) => said(criterion, judgements[at])), earlierScores, calls: evidence }),
    outcomeOf(second, { verdicts: second.success_criteria.map((criterion) => said(criterion, judgements[2])) }),
  ];
  const verdicts = taskCriteria.map((criterion, at) => said(criterion, judgements[3 + at]));
  const judged = await judgeOutcomes({ task: inputOf({ outcomes, judged: refusedWith(outcomes) }).task, plan, outcomes, replans }, { check: async (all) => ({ settled: [], open: all }), judge: async () => ({ verdicts }) });
  return { outcomes, judged };
}

/** Until the solver ends it or the rounds are over. */
async function play(all: readonly Played[]): Promise<{ inputs: RoundInput[]; decisions: Decision[] }> {
  const solver = createSolver(solverParts());
  const [inputs, decisions, history]: [RoundInput[], Decision[], PastRound[]] = [[], [], []];
  let activeElapsedMs = 0;
  for (const one of all) {
    activeElapsedMs += one.tookMs;
    const input = inputOf({ plan, ...(await cameOf(one, history.length)), history: [...history], activeElapsedMs });
    const decision = solver.round(input);
    inputs.push(input);
    decisions.push(decision);
    if (decision.kind === 'result' || 'accepted' in input.judged) break;
    history.push({ directive: decision.directive, request: input.judged.replan });
  }
  return { inputs, decisions };
}

function everyVerdict({ outcomes, judged }: RoundInput): readonly CriterionVerdict[] {
  const ofTask: readonly (CriterionVerdict | PassVerdict)[] = 'accepted' in judged ? judged.accepted.criteria_verdicts : judged.replan.criteria_verdicts;
  return [...outcomes.flatMap((outcome) => outcome.criteria_verdicts), ...ofTask];
}

describe('every history', () => {
  it('ends after at most four rounds, with exactly one result that fits its contract', verifies('ART-LAW-2', 'ART-R4B-07', 'ART-INV-13'), async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const { decisions } = await play(all);
        expect(decisions.length).toBeLessThanOrEqual(4);
        expect(decisions.map(({ kind }) => kind)).toEqual([...decisions.slice(1).map(() => 'directive'), 'result']);
        for (const decision of decisions) expect(decision.kind === 'result' ? FinalResult.parse(decision.result) : PlanDirective.parse(decision.directive)).toBeDefined();
      }),
    );
  });

  it('delivers nothing while something required is unmet, and accepts only what is met altogether', verifies('ART-INV-11', 'ART-R7-09', 'ART-R7-NOT-4'), async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const { inputs, decisions } = await play(all);
        const [input, end] = [inputs.at(-1), decisions.at(-1)];
        if (input === undefined || end?.kind !== 'result' || end.result.directive === 'abandon') return;
        const unmet = everyVerdict(input).filter(({ verdict }) => verdict !== 'pass');
        expect(unmet.filter(({ required }) => required)).toEqual([]);
        expect(new Set(end.result.unmet_criteria.map(({ criterion }) => criterion))).toEqual(new Set(unmet.map(({ criterion }) => criterion)));
        expect(end.result.directive === 'accept').toBe(unmet.length === 0);
      }),
    );
  });

  it('only adds to what is blocked', verifies('ART-INV-12'), async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const { decisions } = await play(all);
        const blocked = decisions.flatMap((decision) => (decision.kind === 'directive' ? [decision.directive.blocked_targets] : []));
        blocked.forEach((targets, at) => expect(targets.slice(0, blocked[at - 1]?.length ?? 0)).toEqual(blocked[at - 1] ?? []));
        for (const targets of blocked) expect(new Set(targets).size).toBe(targets.length);
      }),
    );
  });

  it('is decided by what is given alone: again, by another solver, the same; and nothing given is changed', verifies('KEL-CTRL-11', 'ART-R7-NOT-1'), async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const { inputs, decisions } = await play(all);
        const last = inputs.at(-1);
        const before = JSON.stringify(last);
        const bare = ({ receipts: _receipts, ...decision }: Decision) => decision;
        expect(last && bare(createSolver(solverParts()).round(last))).toEqual(decisions.at(-1) && bare(decisions.at(-1) as Decision));
        expect(JSON.stringify(last)).toBe(before);
      }),
    );
  });

  it('does not hang on what single calls gave back', verifies('ART-R7-NOT-2'), async () => {
    await fc.assert(
      fc.asyncProperty(rounds, fc.string({ maxLength: 20 }), async (all, words) => {
        const { inputs, decisions } = await play(all);
        const last = inputs.at(-1) as RoundInput;
        const outcomes = last.outcomes.map((outcome) => ({ ...outcome, tool_calls: outcome.tool_calls.map((one) => ({ ...one, output_excerpt: words, journal_ref: { kind: 'blob' as const, key: 'x' } })) }));
        const { receipts: _one, ...again } = createSolver(solverParts()).round({ ...last, outcomes });
        const { receipts: _other, ...first } = decisions.at(-1) as Decision;
        expect(again).toEqual(first);
      }),
    );
  });
});
