import type { z } from 'zod';
import type {
  ArbiterAnswer,
  CodePatch,
  CorrectionSignal,
  Criterion,
  CriticReport,
  ExecutionResult,
  HeldResult,
  ModelId,
  OfferedTool,
  PartialResultAnswer,
  Plan,
  PlanCalibration,
  PlanDirective,
  PolicyVerdict,
  RoleAci,
  RoleId,
  RunEngine,
  RunId,
  SteeringMessage,
  Subtask,
  SubtaskId,
  SubtaskJudgement,
  SubtaskOutcome,
  SummaryAnswer,
  TaintClass,
  TaskId,
  TaskJudgement,
  TaskSpec,
  TestResults,
  ToldFact,
  ToolCallEvidence,
  TurnTaken,
  WorkReport,
} from '../contracts/index.ts';
import type { CompactedView, KeptSection, WrittenWords } from '../context/index.ts';
import type { DeskAnswer } from '../models/index.ts';
import type { ToolCallResult } from '../tools/index.ts';
import type { TurnRequest } from './executor/turn-request.ts';
import type { ToAskAbout } from './planner/calibration.ts';
import type { Arbitration } from './prompts/arbiter/v1.ts';
import type { ToBeSummarised } from './prompts/summariser/v1.ts';

/** Where in a run something happens, and what stops it. Everything that enters below is recorded under this key. */
export interface At {
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A pair of what a person asked before and what came of it. */
export interface Exchange {
  readonly input: string;
  readonly summary: string;
  /** Of what it was made from; unclassified where nobody kept it. */
  readonly taintClass?: TaintClass;
  /** How many exchanges it stands for, when it is what is left of those before the last ones. */
  readonly standsFor?: number;
}

export interface ToPerceive extends At {
  readonly taskId: TaskId;
  readonly request: string;
  /** The last five, the oldest first, and before them one for everything earlier. */
  readonly history: readonly Exchange[];
}

export interface ToPlan extends At {
  readonly runId: RunId;
  readonly task: TaskSpec;
  /** The worker roles that may be given work. */
  readonly roles: readonly RoleAci[];
  /** The names of the tools that each of them has. */
  readonly toolsOf: ReadonlyMap<RoleId, readonly string[]>;
  /** What the person said since, in answer to questions or by steering. */
  readonly said: readonly string[];
  /** What the composer chose to tell about the place: project knowledge, earlier artifacts. */
  readonly context: string;
  readonly calibration: readonly PlanCalibration[];
  /** Calls that memory is wary of are held until the person said yes. In runs of before that, whoever works is told to ask. */
  readonly holdsWary?: boolean;
  /** What is known of what the task names and of the folder; data, with where each stands. */
  readonly facts?: readonly ToldFact[];
  /** Absent in the first round. */
  readonly directive?: PlanDirective;
  readonly previous?: { readonly plan: Plan; readonly outcomes: readonly SubtaskOutcome[] };
  mintSubtask(nth: number): Promise<SubtaskId>;
}

/** An engine without a model knows one way to do a thing: told what was wrong, it would do the same again. */
export function hasOneWay({ kind }: { readonly kind: RunEngine }): boolean {
  return kind !== 'model';
}

export type PlanOutcome =
  | { readonly decision: 'plan'; readonly plan: Plan; readonly why: string }
  | { readonly decision: 'needs_input'; readonly questions: readonly string[] }
  | { readonly decision: 'impossible'; readonly reason: string; readonly can?: readonly string[]; /** True when a model could do it. */ readonly needsModel?: boolean };

/** Something that has led nowhere: in this run, or, where it is said why, in others. */
export interface BlockedTarget {
  readonly target: string;
  readonly why?: string;
}

export interface ToExecute extends At {
  readonly runId: RunId;
  readonly subtask: Subtask;
  readonly role: RoleAci;
  readonly attempt: number;
  /** What the composer put together for exactly this attempt. */
  readonly packet: string;
  /** How much the model must take in for which the packet was made. */
  readonly contextTokens?: number;
  /** The one that is to be tried first comes first. */
  readonly tools: readonly OfferedTool[];
  /** What no call may be aimed at. */
  readonly blockedTargets: readonly BlockedTarget[];
  /** What no call may use until the person said yes; nothing when left out. */
  readonly wary?: readonly ToAskAbout[];
  /** What the validator wants otherwise, and what was tried before; absent at the first attempt. */
  readonly correction?: { readonly signal: CorrectionSignal; readonly tried: readonly ToolCallEvidence[] };
  /** Ask a larger model than usual. */
  readonly escalate?: boolean;
  /** Turns that the attempt may take, the last one among them; as many as every loop when left out. */
  readonly turnsMax?: number;
}

/** What came back of one attempt. The report is the executor's own words; the calls are what really happened. */
export interface Execution {
  readonly result: ExecutionResult;
  readonly report: WorkReport;
  readonly calls: readonly ToolCallResult[];
  readonly modelCalls: number;
  /** Why each turn was taken, and how many were left after it; absent where nothing works in turns. */
  readonly turns?: readonly TurnTaken[];
  /** Set when it did not end by itself. */
  readonly cutShort?: 'turns' | 'tokens' | 'repetition' | 'stopped';
}

export interface ToJudgeSubtask extends At {
  readonly subtask: Subtask;
  readonly result: ExecutionResult;
  /** Only those that no check could settle. */
  readonly criteria: readonly Criterion[];
}

export interface ToJudgeTask extends At {
  readonly task: TaskSpec;
  readonly criteria: readonly Criterion[];
  readonly outcomes: readonly { readonly subtask: Subtask; readonly outcome: SubtaskOutcome }[];
  readonly mergedOutput: string;
}

/** All code that one round changed, for a critic. */
export interface ToReviewCode extends At {
  readonly task: TaskSpec;
  readonly criteria: readonly Criterion[];
  readonly patches: readonly CodePatch[];
  readonly tests: readonly TestResults[];
  /** What a review without a judge found already. */
  readonly findings: readonly string[];
}

export interface ToGiveUp extends At {
  readonly task: TaskSpec;
  readonly reached: readonly SubtaskOutcome[];
  readonly unmet: readonly Criterion[];
  readonly why: string;
}

export interface ToArbitrate extends At, Arbitration {
  /** Which role judges; the meta-validator where none is named. */
  readonly as?: RoleId;
  /** Ask a larger model than usual. */
  readonly escalate?: boolean;
}

/** Words that do not fit where they are wanted. */
export interface ToSummarise extends At, ToBeSummarised {}

export interface WrittenSummary {
  readonly summary: SummaryAnswer;
  readonly modelId: ModelId;
}

/** A search that did not bring enough. */
export interface ToRewriteQuery extends At {
  readonly roleId: RoleId;
  readonly query: string;
}

/** The judge did not answer, or not so that it could be read: the criteria stay open. */
export interface Unjudged {
  readonly unresolved: string;
}

/**
 * Who does the thinking of a run. Two kinds exist, one with models and one without; whoever runs a task does not know
 * which it has. Nothing here writes to the log or the memory: what it comes to is committed by whoever asked.
 */
export interface Engine {
  readonly kind: RunEngine;
  perceive(input: ToPerceive): Promise<TaskSpec>;
  plan(input: ToPlan): Promise<PlanOutcome>;
  execute(input: ToExecute): Promise<Execution>;
  judgeSubtask(input: ToJudgeSubtask): Promise<SubtaskJudgement | Unjudged>;
  judgeTask(input: ToJudgeTask): Promise<TaskJudgement | Unjudged>;
  /** A critic's word on code; an engine without it has nobody who can read code. */
  reviewCode?(input: ToReviewCode): Promise<CriticReport | Unjudged>;
  /** Which side of a conflict the evidence holds with; an engine without it has no arbiter. */
  arbitrate?(input: ToArbitrate): Promise<ArbiterAnswer | Unjudged>;
  /** Fewer words for what does not fit; an engine without it leaves that to whoever composes. */
  summarise?(input: ToSummarise): Promise<WrittenSummary | undefined>;
  /** The question in words that its sources may use; undefined when no model had any. An engine without it has nobody to say it otherwise. */
  rewriteQuery?(input: ToRewriteQuery): Promise<string | undefined>;
  /** What to leave the person with; undefined when the engine has nothing better than the facts. */
  giveUp(input: ToGiveUp): Promise<PartialResultAnswer | undefined>;
}

/** One question of a role that is answered by one structured value. */
export interface RoleQuestion<Answer> extends At {
  readonly roleId: RoleId;
  /** Never changes between questions of this kind: it can be reused by providers. */
  readonly head: string;
  readonly body: string;
  readonly answer: { readonly name: string; readonly schema: z.ZodType<Answer> };
  readonly work: 'intent' | 'summary' | 'repair' | 'main' | 'coding';
  /** The model must be able to reason at least as well as the one that this role was given. */
  readonly noWeakerThan?: RoleId;
  /** Ask a larger model than usual. */
  readonly escalate?: boolean;
}

/**
 * Where roles ask models. Answers that do not fit their schema are shown to the model again a bounded number of times;
 * then it rejects with `model.output_undecodable`. Every other failure of models is rejected with its own code.
 */
export interface RoleDesk {
  ask<Answer>(question: RoleQuestion<Answer>): Promise<{ readonly answer: Answer; readonly modelId: ModelId }>;
}

/** What an executor that thinks with a model needs beside questions; made for one attempt at one subtask. */
export interface ExecutorPorts {
  askTurn(turn: number, request: TurnRequest): Promise<Pick<DeskAnswer, 'response' | 'calls' | 'exchange'>>;
  /** Rejects with the refusal when the call is not made. */
  callTool(turn: number, nth: number, call: { readonly name: string; readonly arguments: ToolCallResult['decision']['arguments'] }): Promise<ToolCallResult>;
  takeSteering(turn: number): Promise<readonly SteeringMessage[]>;
  judgeAnswer(turn: number, text: string): Promise<PolicyVerdict>;
  /** Whether calls of this tool change nothing, so that several may be under way at once. */
  isReadOnly(toolId: string): boolean;
  /** Whether calls of it may be under way beside others; those that only read may when it is left out. */
  mayShareTurn?(toolId: string): boolean;
  isStopping(): boolean;
  /**
   * What this attempt may still use of the run's tokens, the last turn's share left aside. Recorded for each turn. Rejects before
   * the first turn when less is left than it needs at least: a last turn without any work before it is of no use.
   */
  tokensLeft(turn: number, needed: number): Promise<number>;
  /** How much the model takes in at once. */
  readonly contextTokens: number;
  /** What the folder says to whoever has come where these calls went, each once; nothing is told where it is left out. */
  instructions?(turn: number, made: readonly ToolCallResult[]): Promise<readonly string[]>;
  /** How a conversation that fills the window is gone on with; it is only ever added to where this is left out. */
  readonly compaction?: CompactionPort;
}

/** What a conversation has beside its turns when they are given up. */
export interface StandingBeside {
  /** What stays word for word beside what the executor was told itself: the mode, what is still to be done. */
  readonly kept: readonly KeptSection[];
  /** What the graph holds of results of this conversation. */
  readonly held: readonly HeldResult[];
}

/** Where older turns of a conversation are given up for fewer words. Everything that it answers is the same in a resumed run. */
export interface CompactionPort {
  standing(turn: number): Promise<StandingBeside>;
  /** Fills the template; undefined when no model answers. */
  write?(turn: number, input: { readonly text: string; readonly tokensMax: number }): Promise<WrittenWords | undefined>;
  /** Writes the record of a new view; before that is done nobody goes on with it. */
  commit(turn: number, record: CompactedView['record'], block: string | undefined): Promise<void>;
}

