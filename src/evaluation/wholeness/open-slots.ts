import { posix } from 'node:path';
import { clausesOf } from '../objections/asked-words.ts';
import { callsOn, changedFiles, quoted, type Rule } from '../objections/whole-work.ts';

const PAGES: ReadonlySet<string> = new Set(['.txt', '.md', '.html', '.htm', '.eml', '.rst', '.adoc']);
/** Things that reach somebody as they are. */
const SENT: ReadonlySet<string> = new Set(['letter', 'letters', 'mail', 'email', 'e-mail', 'invitation', 'invoice', 'announcement', 'certificate', 'obituary', 'postcard', 'apology', 'reminder']);
const WRITING: ReadonlySet<string> = new Set(['write', 'compose', 'send', 'prepare', 'make', 'finish']);
/** How far before it the verb may stand. */
const VERB_WORDS = 4;
const READY = ['goes out', 'ready to send', 'ready to be sent', 'can be sent', 'to fill in', 'be filled in', 'final version', 'as it is'] as const;
/** Words with which somebody asks for a thing with slots. */
const FORMS: ReadonlySet<string> = new Set(['template', 'templates', 'placeholder', 'placeholders', 'form', 'draft', 'boilerplate', 'skeleton', 'mustache', 'variables', 'merge']);
/** What slots are for. */
const SLOTS: ReadonlySet<string> = new Set(['name', 'names', 'date', 'dates', 'day', 'days', 'time', 'address', 'street', 'city', 'amount', 'sum', 'price', 'number', 'recipient', 'sender', 'company', 'title', 'tenant', 'customer', 'client', 'phone', 'email', 'signature', 'your', 'insert', 'place', 'here', 'reason', 'details', 'fill', 'add', 'tbd', 'xx', 'xxx', 'xxxx']);
const BRACKETS = [['[', ']'], ['{{', '}}'], ['<', '>']] as const;
const SLOT_CHARS_MAX = 60;
const LINE_OF_BLANKS = '____';

/** What is to go out has no slots left in it. Whoever wants a form says so. */
export const openSlots: Rule = (work) => {
  const words = clausesOf(work.asked).flatMap(({ lower }) => lower);
  const isSent = words.some((word, at) => SENT.has(word) && words.slice(Math.max(0, at - VERB_WORDS), at).some((one) => WRITING.has(one))) || changedFiles(work).some(({ path }) => SENT.has(posix.basename(path, posix.extname(path)))) || READY.some((mark) => words.join(' ').includes(mark));
  if (!isSent || words.some((word) => FORMS.has(word))) return [];
  return changedFiles(work).filter(({ path }) => PAGES.has(posix.extname(path))).flatMap(({ path, before, now }) => {
    const slot = slotsIn(now ?? '').find((one) => !(before ?? '').includes(one) && !work.asked.includes(one));
    return slot === undefined ? [] : [{ why: `${path} was to go out, and ${quoted(slot)} is still to be filled in.`, calls: callsOn(work, path) }];
  });
};

/** Words in brackets that say what is to stand there; a link, a footnote or a tag is none. */
function slotsIn(all: string): string[] {
  // Commands and code have brackets of their own.
  const text = all.split('\n').filter((line) => !['`', '$ ', ' --'].some((mark) => line.includes(mark))).join('\n');
  const marked = BRACKETS.flatMap(([open, close]) => text.split(open).slice(1).flatMap((rest) => {
    const end = rest.indexOf(close);
    const inside = rest.slice(0, Math.max(0, end));
    const isLink = ['(', '[', ':'].includes(rest.charAt(end + 1)) && open === '[';
    const isSlot = inside.length <= SLOT_CHARS_MAX && /^[\p{L}\s_-]+$/u.test(inside) && inside.split(/[\s_-]/u).some((word) => SLOTS.has(word.toLowerCase()));
    // What has a closing tag is one.
    return end < 1 || isLink || !isSlot || text.includes(`</${inside}>`) ? [] : [`${open}${inside}${close}`];
  }));
  return [...marked, ...(text.includes(LINE_OF_BLANKS) && !text.includes('_____________________') ? [LINE_OF_BLANKS] : [])];
}
