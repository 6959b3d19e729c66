import { TaintClass, type GraphEdge, type GraphNode, type HeldResult, type RunId, type Timestamp, type ToldFact } from '../../contracts/index.ts';
import { timestamp, type Clock } from '../../kernel/index.ts';
import { holdsAt } from '../graph/decide-facts.ts';
import { entityKey } from '../graph/entity-name.ts';
import { factsOfText, type FactsRead } from '../graph/extract/read-text.ts';
import { HELD_NEIGHBOURS_MAX } from '../graph/limits.ts';
import type { FactGraph, NewFact } from '../graph/provider.ts';
import { saysTheSame, slotOf } from '../graph/relations.ts';
import { readRun, type ReadRunPorts, type RunText } from './read-run.ts';

export interface HeldPorts {
  readonly ledger: ReadRunPorts;
  /** One that can be written to. */
  readonly graph: FactGraph;
  readonly clock: Clock;
}

/** Takes the facts of one text in; the same text of the same run is taken in once, whoever does it first. */
export async function stateText(runId: RunId, nth: number, read: FactsRead, graph: Pick<FactGraph, 'state'>): Promise<number> {
  return read.facts.length === 0 ? 0 : (await graph.state({ key: `${runId}:text-${nth}`, ...read })).stated;
}

/**
 * What the graph holds of the texts that a run read whole in the calls below a key, the latest last: their facts as they hold now,
 * and those one step further that the same folder vouches for. A text is left out when the graph holds less than it says.
 */
export async function heldResults({ runId, below }: { readonly runId: RunId; readonly below: string }, { ledger, graph, clock }: HeldPorts): Promise<HeldResult[]> {
  const { texts } = await readRun(runId, ledger);
  const read = texts.map((text, nth) => ({ text, nth, of: text.call.startsWith(`${below}/`) ? factsOfText(text) : { facts: [], whole: [] } })).filter(({ of }) => of.facts.length > 0);
  for (const { nth, of } of read) await stateText(runId, nth, of, graph);
  const at = timestamp(clock);
  // What was written or read last is what a file says.
  const latest = new Map(read.map(({ text, of }) => [text.path, of.facts]));
  const asked = new Map(read.filter(({ text }) => !WRITES.has(text.asked.tool)).map(({ text }) => [text.path, text]));
  const told = new Set<string>();
  const held: HeldResult[] = [];
  for (const text of asked.values()) {
    // A fact that two files say is told once, below the first that says it.
    const facts = ((await edgesOf(text, latest.get(text.path) ?? [], at, graph)) ?? []).filter((fact) => !told.has(keyOf(fact)) && told.add(keyOf(fact)));
    if (facts.length > 0) held.push({ tool_id: text.asked.tool, arguments: text.asked.arguments, label: text.path, chars: text.text.length, facts });
  }
  return held;
}

/** What was written stands in the call itself, and its result says nothing of it. */
const WRITES: ReadonlySet<string> = new Set(['write_file']);

async function edgesOf({ path, workspace }: RunText, facts: readonly NewFact[], at: Timestamp, graph: Pick<FactGraph, 'node'>): Promise<ToldFact[] | undefined> {
  const subjects = [...new Map(facts.map(({ subject }) => [entityKey(subject), subject])).values()];
  const nodes = (await Promise.all(subjects.map((subject) => graph.node(subject)))).filter((node) => node !== undefined);
  const isHere = ({ sources }: GraphEdge): boolean => sources.some((source) => source.label === path && source.workspace === workspace);
  const own = nodes.flatMap((node) => node.outgoing.filter((edge) => holdsAt(edge, at) && isHere(edge)).map((edge) => ({ edge, node })));
  const isHeld = (fact: NewFact): boolean => own.some(({ edge }) => entityKey(edge.fact.subject) === entityKey(fact.subject) && saysTheSame(edge.fact, { ...fact, object_version: fact.objectVersion }));
  if (!facts.every(isHeld)) return undefined;
  const objects = [...new Set(own.map(({ edge }) => edge.fact.object))].filter((name) => !subjects.some((subject) => entityKey(subject) === entityKey(name))).slice(0, HELD_NEIGHBOURS_MAX);
  const further = (await Promise.all(objects.map((name) => graph.node(name)))).filter((node) => node !== undefined);
  const isVouchedFor = ({ sources, taint_class: taint }: GraphEdge): boolean => TaintClass.options.indexOf(taint) < TaintClass.options.indexOf('external_untrusted') && sources.some((source) => source.workspace === workspace);
  return [...own, ...further.flatMap((node) => node.outgoing.filter((edge) => holdsAt(edge, at) && isVouchedFor(edge)).map((edge) => ({ edge, node })))].map(({ edge, node }) => toldEdge(edge, node, at));
}

function toldEdge({ fact, sources, taint_class }: GraphEdge, { outgoing }: GraphNode, at: Timestamp): ToldFact {
  const { subject, relation, object, object_version, valid_from: since } = fact;
  const slot = slotOf(fact);
  const isDisputed = slot !== undefined && outgoing.some((other) => other.fact.fact_id !== fact.fact_id && holdsAt(other, at) && slotOf(other.fact) === slot && !saysTheSame(other.fact, fact));
  const source = sources.at(-1);
  return { subject, relation, object, object_version, since, source: source?.label ?? 'unknown', run_id: source?.run_id ?? null, taint_class, is_disputed: isDisputed };
}

function keyOf({ subject, relation, object, object_version: version }: ToldFact): string {
  return JSON.stringify([entityKey(subject), relation, entityKey(object), version]);
}
