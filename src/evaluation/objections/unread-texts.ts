import { posix } from 'node:path';
import { hasCompleted } from '../evidence/call-end.ts';
import { clausesOf, isFileName } from './asked-words.ts';
import { fileAt, type Rule } from './whole-work.ts';

/** What nobody does to a text without having it before them. */
const READING: ReadonlySet<string> = new Set(['proofread', 'summarise', 'summarize', 'translate', 'paraphrase', 'critique', 'annotate']);
/** Files whose lines are shown as they stand. */
const PAGES: ReadonlySet<string> = new Set(['.txt', '.md', '.rst', '.adoc']);
/** How far behind its verb the file stands. */
const REACH = 4;

/** A text that was to be read has to have been shown by some call: how long it is, and that it is there, says nothing of what it says. */
export const unreadTexts: Rule = (work) =>
  clausesOf(work.asked).flatMap(({ words, lower, isQuestion }) => {
    const at = lower.findIndex((word) => READING.has(word));
    const path = at === -1 || isQuestion ? undefined : words.slice(at + 1, at + 1 + REACH).find((word) => isFileName(word) && PAGES.has(posix.extname(word)));
    const text = path === undefined ? undefined : fileAt(work, path)?.before;
    const lines = (text ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '' && line.length > 3);
    if (path === undefined || lines.length === 0) return [];
    const isShown = work.calls.some((call) => hasCompleted(call) && lines.some((line) => call.outcome.shown.text.includes(line) || JSON.stringify(call.outcome.output ?? '').includes(line)));
    return isShown ? [] : [{ why: `${path} was to be read, and no call of this run showed a line of it.`, calls: [] }];
  });
