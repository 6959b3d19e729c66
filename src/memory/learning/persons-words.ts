import { PREFERENCE_CHARS_MAX, type Timestamp } from '../../contracts/index.ts';

export interface Said {
  readonly text: string;
  readonly at: Timestamp;
}

/** How the body of a skill begins: its front matter, with the name of the skill in it. */
const FRONT_MATTER = '---\n';

/**
 * The window from which a person's memory is updated. Words that were primed with the body of a skill are left out: they are
 * the skill's, whoever sent them.
 */
export function withoutPrimed(said: readonly Said[]): Said[] {
  return said.filter(({ text }) => !holdsSkill(text.replaceAll('\r\n', '\n')));
}

function holdsSkill(text: string): boolean {
  if (text.includes('SKILL.md')) return true;
  for (let at = text.indexOf(FRONT_MATTER); at !== -1; at = text.indexOf(FRONT_MATTER, at + FRONT_MATTER.length)) {
    const end = text.indexOf('\n---', at + FRONT_MATTER.length);
    const head = text.slice(at + FRONT_MATTER.length, end === -1 ? undefined : end).split('\n');
    if (end !== -1 && head.some((line) => line.startsWith('name:')) && head.some((line) => line.startsWith('description:'))) return true;
  }
  return false;
}

/** How people begin when they want something kept to. What they say in other ways only a model hears. */
const BEGINNINGS = ['always ', 'never ', 'prefer ', 'from now on', 'in future', 'in the future', 'do not use ', "don't use ", 'i prefer ', 'we prefer ', 'i always want ', 'we always ', 'we never ', 'stop using '];
const BEFORE_IT = ['please ', 'and ', 'but ', 'no, ', 'also ', 'remember: ', 'remember to '];

/** What a person says is to be kept to, in their own words; nothing is made of what they did not say. */
export function preferencesSaid(said: readonly Said[]): { readonly text: string; readonly said: string }[] {
  return said.flatMap(({ text }) => sentencesOf(text).filter(isPreference).map((sentence) => ({ text: sentence, said: sentence })));
}

function isPreference(sentence: string): boolean {
  let words = sentence.toLowerCase();
  for (let skipped = true; skipped; ) {
    const before = BEFORE_IT.find((one) => words.startsWith(one));
    skipped = before !== undefined;
    words = words.slice(before?.length ?? 0);
  }
  const isMeant = BEGINNINGS.some((one) => words.startsWith(one)) || (words.startsWith('use ') && words.includes(' instead of '));
  return isMeant && !words.startsWith('never mind') && sentence.length <= PREFERENCE_CHARS_MAX;
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  const take = (to: number): void => {
    const sentence = text.slice(from, to).split(/\s+/).filter((word) => word !== '').join(' ');
    if (sentence !== '') sentences.push(sentence);
    from = to + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const isEnd = text[at] === '\n' || ('.!?;'.includes(text[at] ?? '') && (at + 1 === text.length || text[at + 1] === ' ' || text[at + 1] === '\n'));
    // What is asked is no wish that something be kept to.
    if (isEnd && text[at] === '?') from = at + 1;
    else if (isEnd) take(at);
  }
  take(text.length);
  return sentences;
}
