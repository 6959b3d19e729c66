import { PREFERENCES_CHARS_MAX, type PreferenceDecision, type PreferenceProposal } from '../contracts/index.ts';
import { withoutSecrets } from '../redaction/index.ts';
import { PREFERENCES_TITLE } from './preference-log.ts';

const ABOUT_PROPOSALS = '<!-- Taken from what you said. Keep a line, changed as you like, to have it kept to; delete it to decline. -->';
const MARK = '- [proposed ';
const LINE_CHARS_MAX = 1_000;

/** What a person edits: the file as it is, and behind it what waits for their word. */
export function preferenceDraft(content: string | undefined, proposals: readonly PreferenceProposal[]): string {
  const before = content ?? `${PREFERENCES_TITLE}\n\n`;
  if (proposals.length === 0) return before;
  return [before.endsWith('\n') || before === '' ? before : `${before}\n`, `${ABOUT_PROPOSALS}\n`, ...proposals.map(({ preference_id: id, text }) => `${MARK}${id}] ${text}\n`)].join('');
}

export interface SettledDraft {
  readonly content: string;
  readonly decisions: readonly { readonly proposal: PreferenceProposal; readonly decision: PreferenceDecision; readonly text: string }[];
}

/** The file that comes of a draft: a proposal that was kept is a line like any other, and one that was shown and is gone is declined. */
export function settleDraft(text: string, proposals: readonly PreferenceProposal[], shown: readonly string[]): SettledDraft {
  const kept = new Map<string, string>();
  const lines = text.replaceAll('\r\n', '\n').split('\n').flatMap((line) => {
    if (line.trim() === ABOUT_PROPOSALS) return [];
    const end = line.indexOf(']');
    const id = line.startsWith(MARK) && end !== -1 ? line.slice(MARK.length, end) : undefined;
    if (id === undefined) return [line];
    const words = line.slice(end + 1).trim();
    if (words === '') return [];
    kept.set(id, words);
    return [`- ${words}`];
  });
  const decisions = proposals.flatMap((proposal): SettledDraft['decisions'][number][] => {
    const words = kept.get(proposal.preference_id);
    if (words !== undefined) return [{ proposal, decision: 'accepted', text: words }];
    return shown.includes(proposal.preference_id) ? [{ proposal, decision: 'declined', text: proposal.text }] : [];
  });
  return { content: lines.join('\n'), decisions };
}

/** What speaks against a text as the preferences of a folder, line by line. */
export function preferenceProblems(content: string): { readonly path: string; readonly message: string }[] {
  if (content.length > PREFERENCES_CHARS_MAX) return [{ path: 'text', message: `has ${content.length} characters; ${PREFERENCES_CHARS_MAX} are told to a run at most` }];
  return content.split('\n').flatMap((line, at) => {
    const say = (message: string) => [{ path: `line ${at + 1}`, message }];
    if ([...line].some((sign) => sign < ' ' && sign !== '\t')) return say('has a character that does not print');
    if (line.length > LINE_CHARS_MAX) return say(`has ${line.length} characters; say it in ${LINE_CHARS_MAX}`);
    if (line.toLowerCase().includes('keelson:material')) return say('has words that frame what others wrote; say it in other words');
    return withoutSecrets(line) === line ? [] : say('holds a key or a password; whoever works here would be told it');
  });
}

/** The lines that came and those that went; blank ones and their order do not count. */
export function changedLines(before: string, after: string): { readonly added: string[]; readonly removed: string[] } {
  const [old, now] = [before, after].map((text) => text.split('\n').map((line) => line.trim()).filter((line) => line !== '')) as [string[], string[]];
  return { added: now.filter((line) => !old.includes(line)), removed: old.filter((line) => !now.includes(line)) };
}
