import { memoryRunRead, RunId, runTerminated, type FactsAnswer, type FactSource, type Timestamp, type TaintClass } from '../../contracts/index.ts';
import { sha256Hex, type Clock, type Ids } from '../../kernel/index.ts';
import type { Ledger, LogWriter } from '../../ledger/index.ts';
import { versionedName } from '../graph/entity-name.ts';
import { factOf, factsOfText } from '../graph/extract/read-text.ts';
import type { FactGraph, NewFact } from '../graph/provider.ts';
import type { GraphScope } from '../graph/scope.ts';
import { stateText } from './held-results.ts';
import { preferencesSaid } from './persons-words.ts';
import { proposePreferences, type Heard } from './propose-preferences.ts';
import { readRun, type RunRead } from './read-run.ts';

/** Takes facts out of words that no rule can read. Answers with why when no model did. */
export interface FactReader {
  /** The prompt with its version. */
  readonly name: string;
  read(words: { readonly runId: RunId; readonly text: string; /** Only of the person's own words are preferences asked. */ readonly isOwner: boolean }, signal: AbortSignal): Promise<FactsAnswer | { readonly unanswered: string }>;
}

export interface LearnPorts {
  readonly ledger: Pick<Ledger, 'log' | 'blobs' | 'documents' | 'bus'>;
  readonly graph: FactGraph;
  readonly scope: GraphScope;
  /** Memory's own. */
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Asked of runs that a model worked on; absent where none is to be asked. */
  readonly model?: FactReader;
}

export interface LearntFromRuns {
  readonly runs: number;
  readonly facts: number;
  readonly preferences: number;
}

const CURSOR = 'memory.learning';
const PAGE = 500;

/** What a model is shown of one run at most. */
const SHOWN_CHARS_MAX = 24_000;

/**
 * Goes on through the log from where the last look ended, and takes facts and preferences from every run that has ended since.
 * Nobody waits for it; what is broken off goes on there, and nothing is learnt twice.
 */
export async function learnFromRuns(ports: LearnPorts, signal: AbortSignal): Promise<LearntFromRuns> {
  const { bus, log } = ports.ledger;
  const learnt = { runs: 0, facts: 0, preferences: 0 };
  for (let after = await bus.cursor(CURSOR); !signal.aborted; ) {
    const page = await log.readAll({ after, limit: PAGE });
    for (const { event, position } of page) {
      if (signal.aborted) break;
      const runId = event.type === runTerminated.type ? RunId.safeParse(event.aggregate_id).data : undefined;
      if (runId !== undefined) {
        const { facts, preferences } = await learnFromRun(runId, ports, signal);
        learnt.runs += 1;
        learnt.facts += facts;
        learnt.preferences += preferences;
      }
      after = position;
    }
    if (page.length > 0) await bus.advance(CURSOR, after);
    if (page.length < PAGE) break;
  }
  return learnt;
}

async function learnFromRun(runId: RunId, ports: LearnPorts, signal: AbortSignal): Promise<{ readonly facts: number; readonly preferences: number }> {
  const key = `memory.run_read:${runId}`;
  if ((await ports.ledger.log.appended(key)).length > 0) return { facts: 0, preferences: 0 };
  const run = await readRun(runId, ports.ledger);
  let facts = 0;
  for (const [nth, text] of run.texts.entries()) facts += await stateText(runId, nth, factsOfText(text), ports.graph);
  const asked = ports.model === undefined || !run.isOfModel ? undefined : await askModel(run, ports.model, signal);
  if (asked !== undefined && asked.facts.length > 0) facts += (await ports.graph.state({ key: `${runId}:model`, facts: asked.facts })).stated;
  const words = run.said.map(({ text }) => text);
  const heard: Heard[] = [...preferencesSaid(run.said).map((one) => ({ ...one, by: 'rule' as const })), ...(asked?.preferences ?? [])];
  const preferences = run.workspace === null ? 0 : await proposePreferences(heard, words, { runId, workspace: run.workspace, scope: ports.scope }, { ...ports, documents: ports.ledger.documents });
  const payload = { run_id: runId, by: asked === undefined ? 'rules' : 'model', sources: run.texts.length, facts, preferences, unanswered: asked?.unanswered ?? null };
  await ports.writer.append({ key, events: [{ type: memoryRunRead.type, streamId: runId, payload }] });
  return { facts, preferences };
}

interface AskedOfModel {
  readonly facts: readonly NewFact[];
  readonly preferences: readonly Heard[];
  readonly unanswered: string | null;
}

/**
 * The person's words are asked about by themselves: nothing that a tool read stands beside them, so that nobody else can speak
 * for the person. What stood for earlier turns is asked about apart, and its facts carry its class.
 */
async function askModel(run: RunRead, model: FactReader, signal: AbortSignal): Promise<AskedOfModel> {
  const { runId, said, blocks } = run;
  const parts: { readonly text: string; readonly isOwner: boolean; readonly label: string; readonly at: Timestamp; readonly taintClass: TaintClass; readonly ref: string }[] = [
    ...(said[0] === undefined ? [] : [{ text: said.map(({ text }) => text).join('\n'), isOwner: true, label: 'what the person said', at: said[0].at, taintClass: 'owner_typed' as const, ref: `${runId}/said` }]),
    ...blocks.slice(-1).map(({ text, at, taintClass, call }) => ({ text, isOwner: false, label: 'earlier turns, compacted', at, taintClass, ref: `${runId}/${call}` })),
  ];
  const facts: NewFact[] = [];
  const preferences: Heard[] = [];
  let unanswered: string | null = null;
  for (const { text, isOwner, label, at, taintClass, ref } of parts) {
    const answer = await model.read({ runId, text: text.slice(0, SHOWN_CHARS_MAX), isOwner }, signal);
    if ('unanswered' in answer) {
      unanswered ??= answer.unanswered;
      continue;
    }
    const source: FactSource = { how: 'model', by: model.name, run_id: runId, ref: { kind: 'event', key: ref.slice(0, REF_CHARS_MAX), sha256: sha256Hex(text) }, label, workspace: run.workspace };
    facts.push(...answer.facts.flatMap(({ subject, relation, object, object_version: said }) => {
      const { name, version } = said === null ? versionedName(object) : { name: object, version: said };
      return factOf([subject, relation.trim().toLowerCase().replaceAll(' ', '_'), name, version ?? undefined], { seenAt: at, source, taintClass });
    }));
    if (isOwner) preferences.push(...answer.preferences.map((one) => ({ ...one, by: 'model' as const })));
  }
  return { facts, preferences, unanswered };
}

const REF_CHARS_MAX = 512;
