import { createHash, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  ActionDirective,
  ArbiterAnswer,
  CompactedWords,
  ConflictType,
  CriticReport,
  PartialResultAnswer,
  PerceiverAnswer,
  PlannerAnswer,
  QueryRewriteAnswer,
  SubtaskJudgement,
  SummaryAnswer,
  TaskJudgement,
  TerminationReason,
  WorkReport,
} from '../../../src/contracts/index.ts';
import { verifies } from '../../requirements/verifies.ts';
import { faultsOf } from '../../support/schema-faults.ts';
import { gateFor } from './at-once.ts';
import { AWAITED } from './awaited.ts';
import { EXIT_CODE_BY_REASON, shortfalls } from './expectations.ts';
import { traceOf } from './played.ts';
import { REPLAYED } from './replayed.ts';
import { readScenarios, type ScriptedRoleTurn } from './scenario-file.ts';
import { play, replayHere } from './scenario-runner.ts';
import { PATIENCE } from '../../support/traced.ts';

const scenarios = readScenarios();
const AT_ONCE_MAX = 4;
/** All of them take minutes; each test run plays another sample, and `SCENARIOS=all` plays every one. Names or parts of them, with commas between, play those. */
const SAMPLE = 20;
const asked = process.env['SCENARIOS'] ?? '';
const seed = Number(process.env['SCENARIO_SEED'] ?? randomInt(1_000_000));
/** Longer than a scenario may take and wait for its turn. */
const TIMEOUT_MS = 300_000 * PATIENCE;

const ANSWERS = {
  perceiver: PerceiverAnswer,
  planner: PlannerAnswer,
  subtask_judge: SubtaskJudgement,
  task_judge: TaskJudgement,
  partial_result: PartialResultAnswer,
  arbiter: ArbiterAnswer,
  summary: SummaryAnswer,
  query_rewriter: QueryRewriteAnswer,
  critic: CriticReport,
  compactor: CompactedWords,
  executor: WorkReport,
} as const;

function faultsOfTurn({ as, malformed, says, finish }: ScriptedRoleTurn): string[] {
  if (malformed) return [];
  return [...(says === undefined ? [] : faultsOf(ANSWERS[as], says)), ...(finish === undefined ? [] : faultsOf(WorkReport, finish))];
}

describe('the scenarios', () => {
  it('are many, and together meet every reason, conflict and state of the solver', verifies('MH4-CHK-01', 'MH4-CHK-02'), () => {
    const expected = scenarios.map((scenario) => scenario.expect);
    expect(scenarios.length).toBeGreaterThanOrEqual(55);
    expect(new Set(expected.map(({ reason }) => reason).filter((reason) => reason !== null))).toEqual(new Set(TerminationReason.options));
    expect(new Set(expected.flatMap(({ conflicts = [] }) => conflicts.map(({ type }) => type)))).toEqual(new Set(ConflictType.options));
    expect(new Set(expected.flatMap(({ directives = [] }) => directives))).toEqual(new Set(ActionDirective.options));
    expect(new Set(expected.flatMap(({ directive }) => directive ?? []))).toEqual(new Set(['accept', 'success', 'abandon']));
  });

  it('let a model say only what the contracts allow, unless they mean it', () => {
    const faults = scenarios.flatMap(({ name, model }) => (model?.turns ?? []).flatMap(faultsOfTurn).map((fault) => `${name}: ${fault}`));
    expect(faults).toEqual([]);
  });

  it('expect the exit code that their reason has', () => {
    const other = scenarios.filter(({ expect: { reason, exit_code: code } }) => reason !== null && EXIT_CODE_BY_REASON[reason] !== code);
    expect(other.map(({ name }) => name)).toEqual([]);
  });

  it('are awaited and replayed only under names that there are', () => {
    const names = new Set(scenarios.map(({ name }) => name));
    expect([...AWAITED, ...REPLAYED].filter((name) => !names.has(name))).toEqual([]);
  });
});

const inTurn = gateFor(AT_ONCE_MAX);

function sampleOf(all: typeof scenarios): typeof scenarios {
  if (asked !== '') return asked === 'all' ? all : all.filter(({ name }) => asked.split(',').some((part) => name.includes(part)));
  console.log(`scenarios: ${SAMPLE} of ${all.length}, SCENARIO_SEED=${seed} plays the same again`);
  const rank = ({ name }: { readonly name: string }): string => createHash('sha256').update(`${seed}:${name}`).digest('hex');
  return all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, SAMPLE);
}

describe.concurrent('keelson run', () => {
  for (const scenario of sampleOf(scenarios)) {
    it(`${scenario.name}: ${scenario.promise}`, { timeout: TIMEOUT_MS }, () =>
      inTurn(async () => {
        const played = await play(scenario, REPLAYED.has(scenario.name) ? { thenReplays: replayHere } : {});
        const missing = shortfalls(scenario.expect, played);
        if (!AWAITED.has(scenario.name) && missing.length > 0) throw new Error(`${scenario.name}\n${missing.map((one) => `- ${one}`).join('\n')}\n${traceOf(played)}`);
        if (AWAITED.has(scenario.name) && missing.length === 0) throw new Error(`${scenario.name} passes: take it off the list in awaited.ts`);
      }),
    );
  }
});
