import type { MegramState, MemoryPlaceState, ModelId, RecalledEpisode, RuleKind, TaintClass, Timestamp } from '../../contracts/index.ts';

/** What happened in one place, from which a rule is distilled. All of it is data: some of it may be the words of strangers. */
export interface Cluster {
  readonly space: string;
  readonly entity: string;
  readonly kind: RuleKind;
  readonly count: number;
  readonly states: Readonly<Partial<Record<MegramState, number>>>;
  readonly first_at: Timestamp;
  readonly last_at: Timestamp;
  /** The latest, the oldest first. */
  readonly episodes: readonly Pick<RecalledEpisode, 'at' | 'state' | 'content' | 'sigma'>[];
  /** The least trusted class of anything in it. */
  readonly taintClass: TaintClass;
}

/** Has a model put a cluster into words. It may fail: then the records speak for themselves. */
export type Distil = (cluster: Cluster, signal: AbortSignal) => Promise<{ readonly text: string; readonly modelId: ModelId }>;

export function clusterOf(place: MemoryPlaceState, kind: RuleKind): Cluster {
  const { space, entity, written, sops, states, first_at, last_at, latest, taint_class } = place;
  const { consolidated: _rules, ...others } = states;
  const episodes = latest.map(({ megram: { created_at: at, state, content, sigma } }) => ({ at, state, content, sigma }));
  return { space, entity, kind, count: written - sops.length, states: others, first_at, last_at, episodes, taintClass: taint_class };
}

const DATE_CHARS = 'YYYY-MM-DD'.length;

/** A rule made of the records alone. It says so, and its last words are those of the latest episode that points its way. */
export function ruleOfRecords({ kind, count, first_at, last_at, episodes }: Cluster): string {
  const isFor = kind === 'best_practice';
  const last = episodes.findLast(({ sigma }) => (isFor ? sigma > 0 : sigma < 0));
  const days = [...new Set([first_at.slice(0, DATE_CHARS), last_at.slice(0, DATE_CHARS)])].join(' to ');
  return `${isFor ? 'It worked' : 'It went wrong'} again and again (${count} records, ${days}; put together without a model).${last === undefined ? '' : ` Last: ${last.content}`}`;
}
