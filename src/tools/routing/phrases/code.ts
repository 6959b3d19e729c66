import type { Phrase } from '../grammar/phrase-reader.ts';

const SOURCE = '[the] [file|code|code in|module|source file] <path:source> [file]';
const SYMBOL = '(functions|classes|methods|symbols|definitions|exports|types|interfaces|declarations|top-level symbols|top-level functions)';
const SYMBOLS = `(${SYMBOL}|${SYMBOL} and ${SYMBOL}|${SYMBOL} , ${SYMBOL} [,] and ${SYMBOL})`;

export const outlineCodePhrases: readonly Phrase[] = [
  { says: `outline ${SOURCE}` },
  { says: `({show}|create|make|generate|produce|list|print|{what_is}) [a|an|the] [code|file|quick|short|brief] (outline|structure|symbols|code structure) (of|for|in) ${SOURCE}` },
  { says: `(list|{show}|{what_is}|find|enumerate) [all] [of] {the} ${SYMBOLS} (in|of|defined in|declared in|inside|from) ${SOURCE}` },
  { says: `(what|which) ${SYMBOLS} (are|are there|exist|are defined|are declared) (in|inside) ${SOURCE}` },
  { says: `(what|which) ${SYMBOLS} (does|do) ${SOURCE} (define|contain|declare|have)` },
];
