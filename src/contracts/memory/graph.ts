import { z } from 'zod';
import { Count, FactId, JsonObject, Name, NonEmptyText, PositiveCount, RunId, StorageRef, TaintClass, Timestamp } from '../core/index.ts';

/** Something that facts are about, as people write it. Two spellings that differ in case or spaces are the same thing. */
export const GraphEntity = NonEmptyText.max(200);
export type GraphEntity = z.infer<typeof GraphEntity>;

/** How one thing stands to another: `uses`, `depends_on`, `has_version`. */
export const GraphRelation = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/, 'expected lower-case letters, digits and underscores, such as depends_on');
export type GraphRelation = z.infer<typeof GraphRelation>;

/**
 * The stream of one thing: its tenant, its matter (`none`, or `in.` and its name) and a digest of what it is called. Names that
 * do not fit stand as `h.` and a digest. No part lets a colon through, so two compartments never share one.
 */
export const GraphStreamId = z.string().regex(/^graph:[a-z0-9][a-z0-9._-]{0,35}:(?:none|in\.[a-z0-9._-]{1,36}):[0-9a-f]{32}$/, 'expected the stream of a thing of the graph');
export type GraphStreamId = z.infer<typeof GraphStreamId>;

/** Where a fact was read, and who made a fact of it. */
export const FactSource = z.strictObject({
  how: z.enum(['rule', 'model', 'person']),
  /** The rule, the prompt with its version, or the person. */
  by: NonEmptyText.max(64),
  run_id: RunId.nullable(),
  /** The call, the words or the block that it stands in; the hash is of the text that was read. */
  ref: StorageRef,
  /** As a person finds it again: a path, or what the words were. */
  label: NonEmptyText.max(300),
  /** The folder that it speaks of; null when it speaks of none. */
  workspace: NonEmptyText.nullable(),
});
export type FactSource = z.infer<typeof FactSource>;

/** Subject, relation, object. Never changed: what turns out otherwise is another fact, and this one ends. */
export const GraphFact = z.strictObject({
  fact_id: FactId,
  subject: GraphEntity,
  relation: GraphRelation,
  object: GraphEntity,
  /** Which of the object it is, where it comes in several: the `20` of Node 20. */
  object_version: NonEmptyText.max(64).nullable(),
  /** When it was seen to be so. */
  valid_from: Timestamp,
});
export type GraphFact = z.infer<typeof GraphFact>;

/** Why a fact holds no more: another took its place, its source says it no more, or a person wanted so. */
export const FactEndCause = z.enum(['replaced', 'gone', 'asked']);
export type FactEndCause = z.infer<typeof FactEndCause>;

/** A fact as it stands. The class is that of the most trusted source: all of them say the same. */
export const GraphEdge = z.strictObject({
  fact: GraphFact,
  valid_to: Timestamp.nullable(),
  ended: z.strictObject({ because: FactEndCause, reason: NonEmptyText }).nullable(),
  /** The latest last; more are counted and not named. */
  sources: z.array(FactSource).min(1),
  seen: PositiveCount,
  last_seen_at: Timestamp,
  taint_class: TaintClass,
});
export type GraphEdge = z.infer<typeof GraphEdge>;

/** Everything that is known of one thing: what it stands to, and what stands to it. */
export const GraphNode = z.strictObject({
  matter: Name.nullable(),
  entity: GraphEntity,
  outgoing: z.array(GraphEdge),
  incoming: z.array(GraphEdge),
  /** Facts that had to make room; they stand in the log. */
  dropped: Count,
  /** How far its stream is folded, so that whoever decides by it can tell whether anything came since. */
  sequence: Count,
});
export type GraphNode = z.infer<typeof GraphNode>;

/** How far and how wide a question to the graph may go. */
export const GRAPH_HOPS_MAX = 4;
export const GRAPH_FACTS_MAX = 200;

/** A fact that was come upon, so many steps from where the question began. */
export const WalkedFact = z.strictObject({
  hop: PositiveCount,
  fact: GraphFact,
  valid_to: Timestamp.nullable(),
  ended: GraphEdge.shape.ended,
  source: FactSource,
  seen: PositiveCount,
  last_seen_at: Timestamp,
  taint_class: TaintClass,
  /** Another fact that cannot hold at the same time does, and neither could end the other. */
  is_disputed: z.boolean(),
});
export type WalkedFact = z.infer<typeof WalkedFact>;

/** What holds around a thing at one time, the nearest first. */
export const GraphWalk = z.strictObject({ entity: GraphEntity, at: Timestamp, hops: PositiveCount.max(GRAPH_HOPS_MAX), facts: z.array(WalkedFact).max(GRAPH_FACTS_MAX), things: PositiveCount, /** Whether more was there than was gone to. */ is_cut: z.boolean() });
export type GraphWalk = z.infer<typeof GraphWalk>;

/** What a model read out of words that it was shown. Names are shortened and checked before anything is kept. */
export const FactsAnswer = z.strictObject({
  facts: z.array(z.strictObject({
    subject: z.string().describe('What it is about, by its usual name'),
    relation: z.string().describe('Lower case with underscores, such as uses, depends_on, is_owned_by, has_deadline'),
    object: z.string().describe('What it stands to, by its usual name and without a version'),
    object_version: z.string().nullable().describe('The version or number of the object where one is said, else null'),
  })).max(40),
  preferences: z.array(z.strictObject({
    text: z.string().describe('What is to be kept to from now on, as one short sentence'),
    said: z.string().describe('The words of the person that say so, copied exactly'),
  })).max(5),
});
export type FactsAnswer = z.infer<typeof FactsAnswer>;

/** A fact as a planner is told it: data with where it stands and how far that may be trusted. */
export const ToldFact = z.strictObject({
  subject: GraphEntity,
  relation: GraphRelation,
  object: GraphEntity,
  object_version: GraphFact.shape.object_version,
  since: Timestamp,
  source: NonEmptyText,
  run_id: RunId.nullable(),
  taint_class: TaintClass,
  is_disputed: z.boolean(),
});
export type ToldFact = z.infer<typeof ToldFact>;

/** What is held of a result that a run read whole: it may stand for its words where those have to make room. */
export const HeldResult = z.strictObject({
  tool_id: NonEmptyText,
  /** What it was asked with, so that the call is recognised in a conversation. */
  arguments: JsonObject,
  label: NonEmptyText,
  /** How long the text is that they were read from. */
  chars: Count,
  facts: z.array(ToldFact).min(1),
});
export type HeldResult = z.infer<typeof HeldResult>;
