import type { MegramState, RecalledEpisode, RecalledPlace } from '../../contracts/index.ts';

const STATE_WORDS: Readonly<Record<MegramState, string>> = {
  abandon: 'given up',
  accept: 'done in full',
  change_approach: 'the wrong approach',
  success: 'done well enough',
  break_symmetry: 'the way out when stuck',
  change_path: 'a dead end',
  refine: 'nearly right',
  correction: 'put right by a person',
  consolidated: 'a rule',
};

/** Enough to know what happened; the memory has it whole. */
const QUOTED_CHARS_MAX = 160;
const RUNS_NAMED_MAX = 3;
const RUN_END_CHARS = 6;
const DATE_CHARS = 'YYYY-MM-DD'.length;

/** Why memory says what it says, for a planner and for the person alike: how often, what, when last, and in which runs. */
export function recallReason({ sops, written, states, last_at: lastAt, latest }: Pick<RecalledPlace, 'sops' | 'written' | 'states' | 'last_at' | 'latest'>): string {
  const rules = sops.map(({ kind, content }) => `${kind === 'constraint' ? 'a rule against it' : 'a rule for it'} holds: ${quoted(content)}`);
  // One word of a person is kept as many times as it takes to outweigh what was there.
  const what = Object.entries(states).filter(([state]) => state !== 'consolidated').map(([state, count]) => `${wordsOf(state as MegramState, latest)}${count === 1 || state === 'correction' ? '' : ` ${count} times`}`);
  const last = latest.at(-1);
  const runs = [...new Set(latest.flatMap(runOf))].slice(-RUNS_NAMED_MAX);
  const episodes = what.length === 0 ? [] : [`${written - (states.consolidated ?? 0) === 1 ? 'once before' : 'earlier'} ${what.join(', ')}, last on ${lastAt.slice(0, DATE_CHARS)}${runs.length === 0 ? '' : ` in ${runs.length === 1 ? 'run' : 'runs'} ${runs.join(', ')}`}${last === undefined ? '' : `: ${quoted(last.content)}`}`];
  return [...rules, ...episodes].join('; ') || 'it is remembered';
}

/** A turn to another way speaks for what came after it, and against what came before. */
function wordsOf(state: MegramState, latest: readonly RecalledEpisode[]): string {
  const last = latest.findLast((episode) => episode.state === state);
  return state === 'break_symmetry' && last !== undefined && last.sigma < 0 ? 'got stuck' : STATE_WORDS[state];
}

function runOf({ from }: RecalledEpisode): string[] {
  return from.from === 'experience' ? [from.run_id.slice(-RUN_END_CHARS)] : [];
}

/** On one line and without its full stop, because it stands inside a sentence. */
function quoted(text: string): string {
  const line = text.split(/\s+/u).filter((word) => word !== '').join(' ');
  const short = line.length <= QUOTED_CHARS_MAX ? line : `${line.slice(0, QUOTED_CHARS_MAX - 1).toWellFormed()}…`;
  return short.endsWith('.') ? short.slice(0, -1) : short;
}
