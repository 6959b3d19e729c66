import { posix } from 'node:path';
import { callsOn, type Rule } from '../objections/whole-work.ts';
import { turnedFiles } from './turned-files.ts';

/** Verbs whose work shows in the text: what comes out is never what went in. */
const CHANGING: ReadonlySet<string> = new Set(['redact', 'anonymise', 'anonymize', 'pseudonymise', 'pseudonymize', 'mask', 'censor', 'translate', 'transliterate', 'summarise', 'summarize', 'shorten', 'condense', 'abridge', 'encrypt', 'encode', 'decode', 'paraphrase', 'rephrase', 'rewrite', 'simplify', 'minify', 'reverse', 'correct', 'clean', 'transpose']);

/** Kinds of files that are written in ways of their own, so that what is right in one is wrong in every other. */
const KINDS: ReadonlySet<string> = new Set(['.csv', '.tsv', '.json', '.jsonl', '.xml', '.yaml', '.toml', '.ini', '.html', '.md', '.vcf', '.ics', '.sql', '.svg', '.tex', '.rst', '.py', '.js', '.geojson', '.bib', '.env', '.properties']);
/** What is moved or copied is meant to stay as it is. */
const KEEPING: ReadonlySet<string> = new Set(['copy', 'move', 'rename', 'save', 'duplicate', 'back', 'backup']);

/** A copy under another name is no other kind of file. */
export const renamedKinds: Rule = (work) =>
  turnedFiles(work).flatMap(({ source, target, lower }) => {
    const [one, other] = [posix.extname(source.path), posix.extname(target.path)];
    const isCopy = target.now !== null && target.now.trim() !== '' && target.now.trim() === source.now?.trim();
    return !isCopy || one === other || !KINDS.has(one) || !KINDS.has(other) || lower.some((word) => KEEPING.has(word)) ? [] : [{ why: `${target.path} was to be made from ${source.path}, and it is the same word for word, under another name.`, calls: callsOn(work, target.path) }];
  });

/** A copy is no redaction and no translation, whatever it says of itself. */
export const unchangedCopies: Rule = (work) =>
  turnedFiles(work).flatMap(({ source, target, lower }) => {
    const verb = lower.find((word) => CHANGING.has(word));
    if (verb === undefined || target.now === null || target.now.trim() !== source.now?.trim()) return [];
    return [{ why: `${source.path} was to be ${verb.endsWith('e') ? verb : `${verb}e`}d into ${target.path}, and that is the same word for word.`, calls: callsOn(work, target.path) }];
  });
