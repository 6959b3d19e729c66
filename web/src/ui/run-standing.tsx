import type { ResponseOf } from '../api/operations.ts';
import { words } from './format.ts';

type Listed = ResponseOf<'run.list'>['runs'][number];

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'calm';

/** What a run came to, or how it stands, in a word and the tone of it. */
export function standingOf({ standing, reason, phase }: Pick<Listed, 'standing' | 'reason' | 'phase'>): { readonly tone: Tone; readonly says: string } {
  if (standing === 'running') return { tone: 'busy', says: `${phase}…` };
  if (standing === 'waiting') return { tone: 'warn', says: 'waits' };
  if (standing === 'interrupted') return { tone: 'warn', says: 'interrupted' };
  if (reason === 'success') return { tone: 'good', says: 'success' };
  return { tone: reason === 'user_cancelled' ? 'calm' : 'bad', says: words(reason ?? 'ended') };
}

export function RunStandingTag(props: Pick<Listed, 'standing' | 'reason' | 'phase'>) {
  const { tone, says } = standingOf(props);
  return <span className={`tag ${tone}`}>{says}</span>;
}
