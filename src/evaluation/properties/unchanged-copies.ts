import { callsOn, type Rule } from '../objections/whole-work.ts';
import { turnedFiles } from './turned-files.ts';

/** Verbs whose work shows in the text: what comes out is never what went in. */
const CHANGING: ReadonlySet<string> = new Set(['redact', 'anonymise', 'anonymize', 'pseudonymise', 'pseudonymize', 'mask', 'censor', 'translate', 'transliterate', 'summarise', 'summarize', 'shorten', 'condense', 'abridge', 'encrypt', 'encode', 'decode', 'paraphrase', 'rephrase', 'rewrite', 'simplify', 'minify', 'reverse', 'correct', 'clean', 'transpose']);

/** A copy is no redaction and no translation, whatever it says of itself. */
export const unchangedCopies: Rule = (work) =>
  turnedFiles(work).flatMap(({ source, target, lower }) => {
    const verb = lower.find((word) => CHANGING.has(word));
    if (verb === undefined || target.now === null || target.now.trim() !== source.now?.trim()) return [];
    return [{ why: `${source.path} was to be ${verb.endsWith('e') ? verb : `${verb}e`}d into ${target.path}, and that is the same word for word.`, calls: callsOn(work, target.path) }];
  });
