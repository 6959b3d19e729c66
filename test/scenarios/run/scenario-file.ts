import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  ActionDirective,
  ConflictResolution,
  ConflictResolutionStrategy,
  ConflictType,
  Count,
  JsonObject,
  NonEmptyText,
  PositiveCount,
  RunEngine,
  ScenarioTurn,
  SuggestedAction,
  TerminationReason,
  TokenPrices,
} from '../../../src/contracts/index.ts';

/** Who of a run asks the model; what tells them apart is the schema of the answer, and for a worker the tool `finish`. */
export const SCHEMA_BY_SPEAKER = {
  perceiver: 'PerceiverAnswer',
  planner: 'PlannerAnswer',
  subtask_judge: 'SubtaskJudgement',
  task_judge: 'TaskJudgement',
  partial_result: 'PartialResultAnswer',
  arbiter: 'ArbiterAnswer',
  summary: 'SummaryAnswer',
  query_rewriter: 'QueryRewriteAnswer',
  critic: 'CriticReport',
  compactor: 'CompactedWords',
} as const;
export const Speaker = z.enum(['executor', ...(Object.keys(SCHEMA_BY_SPEAKER) as (keyof typeof SCHEMA_BY_SPEAKER)[])]);
export type Speaker = z.infer<typeof Speaker>;

/** A turn of the scripted model in the words of a run. It answers once, unless it says how often. */
export const ScriptedRoleTurn = z.strictObject({
  comment: z.string().optional(),
  as: Speaker,
  /** The answer is one that no contract allows, and is meant to be. */
  malformed: z.boolean().default(false),
  /** Words of what was asked, where several of one role ask at once. */
  about: NonEmptyText.optional(),
  /** Words of the result of a tool that came back just before. */
  after: NonEmptyText.optional(),
  /** Only when this tool is among those offered. */
  offered: NonEmptyText.optional(),
  /** Only when this model is asked. */
  model: NonEmptyText.optional(),
  times: z.union([PositiveCount, z.literal('any')]).default(1),
  /** The structured answer. */
  says: JsonObject.optional(),
  calls: z.array(z.strictObject({ name: NonEmptyText, arguments: JsonObject })).optional(),
  /** The arguments of `finish`. */
  finish: JsonObject.optional(),
  text: z.string().optional(),
  /** The model's own words of why it will not do it. */
  refuses: NonEmptyText.optional(),
  usage: ScenarioTurn.shape.usage,
  faults: ScenarioTurn.shape.faults,
});
export type ScriptedRoleTurn = z.infer<typeof ScriptedRoleTurn>;

/** What a person waits for before they do something. */
export const Moment = z.union([
  z.strictObject({ event: NonEmptyText, holding: NonEmptyText.optional() }),
  z.strictObject({ asked: Speaker, nth: PositiveCount.default(1) }),
  z.strictObject({ file: NonEmptyText }),
  z.strictObject({ approval: z.literal(true) }),
  z.strictObject({ question: z.literal(true) }),
  z.strictObject({ ended: z.literal(true) }),
]);
export type Moment = z.infer<typeof Moment>;

/** `{run}`, `{approval}`, `{question}` and `{session}` in words stand for the latest of each. */
export const Deed = z.union([
  z.strictObject({ keelson: z.array(NonEmptyText).min(1), status: Count.default(0), shows: z.array(NonEmptyText).default([]), input: z.string().default('') }),
  z.strictObject({ signal: z.enum(['SIGINT', 'SIGKILL']) }),
  /** The run goes on, or another begins: from here on this process is the one that is judged. */
  z.strictObject({ start: z.array(NonEmptyText).min(1) }),
  z.strictObject({ write: NonEmptyText, content: z.string() }),
  /** One letter of these words is changed where they stand in the ledger. */
  z.strictObject({ damage: NonEmptyText }),
  /** Sections of the configuration that hold from here on. */
  z.strictObject({ configure: JsonObject }),
]);
export type Deed = z.infer<typeof Deed>;

const Bounds = z.strictObject({ exactly: Count.optional(), max: Count.optional(), min: Count.optional() });

export const Expected = z.strictObject({
  exit_code: z.int(),
  /** Null when the last command may not come to a run at all. */
  reason: TerminationReason.nullable(),
  engine: RunEngine.optional(),
  /** How the solver ended it. */
  directive: z.enum(['accept', 'success', 'abandon']).optional(),
  /** The orders to plan again, in their order. */
  directives: z.array(ActionDirective).optional(),
  rounds: Count.optional(),
  corrections: Count.optional(),
  prompts: Count.optional(),
  events: z.strictObject({ contains: z.array(NonEmptyText).default([]), lacks: z.array(NonEmptyText).default([]), counts: z.record(NonEmptyText, Count).default({}), in_order: z.array(NonEmptyText).default([]) }).optional(),
  /** Words that one event of a type holds somewhere. */
  events_hold: z.array(z.strictObject({ type: NonEmptyText, text: NonEmptyText })).optional(),
  criteria: z.array(z.strictObject({ criterion: NonEmptyText, verdict: z.enum(['pass', 'fail', 'unresolved']) })).optional(),
  unmet: z.array(NonEmptyText).optional(),
  files: z.record(NonEmptyText, z.union([z.strictObject({ exact: z.string() }), z.strictObject({ contains: NonEmptyText }), z.strictObject({ lacks: NonEmptyText }), z.strictObject({ absent: z.literal(true) })])).optional(),
  model_calls: Bounds.optional(),
  tool_calls: Bounds.optional(),
  total_tokens: Bounds.optional(),
  answer_contains: z.array(NonEmptyText).optional(),
  answer_lacks: z.array(NonEmptyText).optional(),
  output_lacks: z.array(NonEmptyText).optional(),
  /** On either stream: an error of a command is told on the one or the other. */
  output_contains: z.array(NonEmptyText).optional(),
  conflicts: z.array(z.strictObject({ type: ConflictType, strategy: ConflictResolutionStrategy.optional(), decision: ConflictResolution.shape.final_decision.optional() })).optional(),
  artifacts: z.array(NonEmptyText).optional(),
  details_contains: NonEmptyText.optional(),
  factors_contain: z.array(NonEmptyText).optional(),
  suggested_action: z.union([SuggestedAction, z.array(SuggestedAction)]).nullable().optional(),
  can_retry: z.boolean().optional(),
  /** How often each was asked, from the first process to the last. */
  asks: z.partialRecord(Speaker, Count).optional(),
  /** What the nth request of a role held, offered, or did not. */
  asked: z.array(z.strictObject({ as: Speaker, nth: PositiveCount, contains: z.array(NonEmptyText).default([]), lacks: z.array(NonEmptyText).default([]), offers: z.array(NonEmptyText).default([]), withholds: z.array(NonEmptyText).default([]) })).optional(),
});
export type Expected = z.infer<typeof Expected>;

/** One promise of `keelson run`, as somebody would try it who has not seen the code. */
export const RunScenario = z.strictObject({
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  promise: NonEmptyText,
  workspace: z.record(NonEmptyText, z.string()),
  /** The folder is a repository, and all of it is committed. */
  repository: z.boolean().default(false),
  settings: z.strictObject({ context_tokens: PositiveCount.optional(), prices: TokenPrices.optional(), larger_model: z.boolean().default(false), sections: JsonObject.default({}) }).prefault({}),
  command: z.array(NonEmptyText).min(1),
  /** Null when there is no model to ask. */
  model: z.strictObject({ turns: z.array(ScriptedRoleTurn) }).nullable(),
  /** Questions are left without an answer on purpose. */
  silent: z.boolean().default(false),
  person: z.array(z.strictObject({ when: Moment, do: Deed })).default([]),
  expect: Expected,
});
export type RunScenario = z.infer<typeof RunScenario>;

/** Every scenario of this folder, checked, in the order of their names. */
export function readScenarios(): RunScenario[] {
  const folder = new URL('./', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const scenario = RunScenario.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
      if (scenario.name !== basename(file, '.json')) throw new Error(`${fileURLToPath(folder)}${file} calls itself ${scenario.name}`);
      return scenario;
    });
}
