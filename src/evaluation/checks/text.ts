import { callsThatShow } from '../evidence/grounding.ts';
import { refsOf } from '../work.ts';
import type { Look } from './check-ports.ts';
import { met, unmet } from './finding.ts';
import { subjectOf } from './subject.ts';

/** Enough to recognise what was looked for. */
const TEXT_SHOWN_CHARS_MAX = 80;

function shown(text: string): string {
  return JSON.stringify(text.length > TEXT_SHOWN_CHARS_MAX ? `${text.slice(0, TEXT_SHOWN_CHARS_MAX)}…` : text);
}

/**
 * A text in a file is there to be seen. A text in the output is the executor's own: it can repeat its task, or say what it
 * was told to find. So it counts only when a call shows it too (what counts as showing: `evidence/grounding.ts`).
 */
export const textContains: Look<'text_contains'> = async ({ subject: of, text }, work, ports) => {
  const subject = await subjectOf(of, work, ports);
  if ('finding' in subject) return subject.finding;
  if (!subject.text.includes(text)) return unmet(`${shown(text)} does not occur in ${subject.name}.`, 'logical', refsOf(subject.calls));
  if (of.of === 'file') return met(`${shown(text)} occurs in ${subject.name}.`, refsOf(subject.calls));
  const calls = callsThatShow(text, work);
  if (calls.length === 0) return unmet(`${shown(text)} occurs in the output, but no call of this run shows it: only the executor's own words say so.`, 'logical');
  return met(`${shown(text)} occurs in the output, and ${calls.at(-1)?.decision.tool_id} shows it.`, refsOf(calls));
};

/** Anything lacks a text that nobody looked at; so a file must have been touched and an output must rest on a call. */
export const textLacks: Look<'text_lacks'> = async ({ subject: of, text }, work, ports) => {
  const subject = await subjectOf(of, work, ports);
  if ('finding' in subject) return subject.finding;
  if (subject.text.includes(text)) return unmet(`${shown(text)} still occurs in ${subject.name}.`, 'logical', refsOf(subject.calls));
  return met(`${shown(text)} does not occur in ${subject.name}.`, refsOf(subject.calls));
};
