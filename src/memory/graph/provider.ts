import type { FactSource, GraphEntity, GraphNode, GraphRelation, GraphWalk, TaintClass, Timestamp } from '../../contracts/index.ts';
import type { GraphScope } from './scope.ts';

/** A fact that somebody read, before it is known whether it is new. */
export interface NewFact {
  readonly subject: GraphEntity;
  readonly relation: GraphRelation;
  readonly object: GraphEntity;
  readonly objectVersion: string | null;
  /** When it was seen to be so. */
  readonly seenAt: Timestamp;
  readonly source: FactSource;
  readonly taintClass: TaintClass;
}

/** What a source lists completely: what it no longer lists has gone. */
export interface WholeList {
  readonly subject: GraphEntity;
  readonly relation: GraphRelation;
  readonly seenAt: Timestamp;
  readonly source: FactSource;
  readonly taintClass: TaintClass;
}

export interface Statement {
  /** The same for the same statement, so that it is kept once however often it is made. */
  readonly key: string;
  readonly facts: readonly NewFact[];
  readonly whole?: readonly WholeList[];
}

/** What became of a statement. What was said before by the same source counts as nothing. */
export interface StatedFacts {
  readonly stated: number;
  readonly seen: number;
  readonly ended: number;
}

export interface WalkQuestion {
  readonly entity: string;
  readonly hops: number;
  readonly at: Timestamp;
  /** Facts that ended before are told too, where the question began. */
  readonly withEnded?: boolean;
}

/** The facts of one compartment. */
export interface FactGraph {
  /**
   * Takes facts in. A newer one ends an older one that cannot hold at the same time, unless its source is not to be trusted
   * and that of the older one is; one that comes late ends where the newer one began. Resolves when it is durable.
   */
  state(statement: Statement): Promise<StatedFacts>;
  /** Everything that is known of one thing; undefined when nothing is. */
  node(entity: string): Promise<GraphNode | undefined>;
  /** What held around a thing at one time, over so many steps; undefined when the thing is not known. Bounded, and says when it was cut. */
  walk(question: WalkQuestion): Promise<GraphWalk | undefined>;
  /** Things whose names are near to these words, the nearest first. */
  near(words: string): Promise<readonly GraphEntity[]>;
}

/** An engine that keeps facts. Every engine is held to the same suite of tests; nothing else in the program knows which it is. */
export interface GraphProvider {
  readonly name: string;
  open(scope: GraphScope): FactGraph;
}
