import type { ToldFact, WalkedFact } from '../../contracts/index.ts';
import { timestamp, type Clock } from '../../kernel/index.ts';
import { entityKey } from './entity-name.ts';
import { FACTS_OF_RELATION_TOLD_MAX, FACTS_TOLD_MAX, MENTION_WORDS_LOOKED_MAX, MENTION_WORDS_MAX } from './limits.ts';
import type { FactGraph } from './provider.ts';

export interface PlanFactsAsked {
  readonly request: string;
  readonly workspace: string;
}

/**
 * What is known of the things that a request names and of the folder that it is for, the former first. What is known of another
 * folder is told only where the request names what it is about.
 */
export async function factsForPlan({ request, workspace }: PlanFactsAsked, graph: Pick<FactGraph, 'node' | 'walk'>, clock: Clock): Promise<ToldFact[]> {
  const at = timestamp(clock);
  const named = (await Promise.all(mentionsIn(request).map(async (words) => ((await graph.node(words)) === undefined ? [] : [words])))).flat();
  const walks = [...named.map((entity) => ({ entity, hops: 1 })), { entity: workspace, hops: 2 }];
  const found = new Map<string, WalkedFact>();
  for (const { entity, hops } of walks) {
    const facts = (await graph.walk({ entity, hops, at }))?.facts ?? [];
    for (const fact of facts) if (named.includes(entity) || fact.source.workspace === workspace || fact.source.workspace === null) found.set(fact.fact.fact_id, found.get(fact.fact.fact_id) ?? fact);
  }
  return bounded([...found.values()]).map(toldFact);
}

/** Runs of words that may be the name of something; each is looked up, so that they are few. */
function mentionsIn(request: string): string[] {
  const words = request.split(/\s+/).map(withoutMarks).filter((word) => word !== '').slice(0, MENTION_WORDS_LOOKED_MAX);
  const runs = words.flatMap((_word, at) => Array.from({ length: MENTION_WORDS_MAX }, (_, more) => words.slice(at, at + more + 1)).filter((run, more) => run.length === more + 1));
  return [...new Map(runs.map((run) => run.join(' ')).map((name) => [entityKey(name), name])).values()];
}

function withoutMarks(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && MARKS.includes(word[from] ?? '')) from += 1;
  while (to > from && MARKS.includes(word[to - 1] ?? '')) to -= 1;
  return word.slice(from, to);
}

const MARKS = '.,;:!?"\'()[]{}“”‘’«»`';

/** So many of one relation, and so many in all: a list of dependencies must not crowd out the rest. */
function bounded(facts: readonly WalkedFact[]): WalkedFact[] {
  const counts = new Map<string, number>();
  const kept = facts.filter(({ fact: { subject, relation } }) => {
    const key = `${entityKey(subject)} ${relation}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= FACTS_OF_RELATION_TOLD_MAX;
  });
  return kept.slice(0, FACTS_TOLD_MAX);
}

function toldFact({ fact, source, taint_class, is_disputed }: WalkedFact): ToldFact {
  const { subject, relation, object, object_version, valid_from: since } = fact;
  return { subject, relation, object, object_version, since, source: source.label, run_id: source.run_id, taint_class, is_disputed };
}
