import { isNegation } from './negations.ts';
import { stemOf, wordsIn } from './words.ts';

/** How people say that one thing made another. */
const CAUSING: ReadonlySet<string> = new Set(['cause', 'because', 'due', 'thanks', 'owing', 'responsible', 'prevents', 'reduces', 'increases', 'lowers', 'raises', 'improves', 'protects', 'makes', 'leads', 'led', 'effect', 'keeps', 'helps'].map(stemOf));
/** How a source says that it found two things together and no more. */
const DISCLAIMING = ['cannot tell', 'can not tell', 'cannot say', 'cannot show', 'cannot prove', 'cannot conclude', 'cannot be told', 'cannot be separated', 'cannot establish', 'does not prove', 'does not show', 'do not show', 'do not prove', 'does not mean', 'not prove', 'no proof', 'not been shown', 'not establish', 'not known whether', 'not known why', 'unknown whether', 'unclear whether', 'unclear why', 'correlation', 'no causal', 'not causal', 'coincidence', 'confounded', 'other explanations', 'observational'] as const;
/** Whoever says one of these claims no cause. */
const HEDGING: ReadonlySet<string> = new Set(['may', 'might', 'could', 'perhaps', 'possibly', 'probably', 'whether', 'if', 'unknown', 'unclear', 'open', 'associated', 'association', 'correlated', 'correlation', 'linked', 'together', 'suggests', 'believed', 'thought', 'suspected', 'would', 'should', 'likely']);

/** What a source says of not knowing the cause, where a claim has one that is not in what it quotes. */
export function unknownCause(claim: string, quotes: readonly string[], text: string): string | undefined {
  const said = wordsIn(claim);
  const quoted = new Set(quotes.flatMap((quote) => wordsIn(quote).map(({ stem }) => stem)));
  const isCause = said.some(({ stem }) => CAUSING.has(stem) && !quoted.has(stem));
  if (!isCause || said.some(({ raw }) => isNegation(raw.toLowerCase()) || HEDGING.has(raw.toLowerCase()))) return undefined;
  const doubt = text.split(/\n\s*\n/u).filter((paragraph) => quotes.some((quote) => even(paragraph).includes(even(quote)))).flatMap(sentencesIn).find(isDisclaiming);
  return doubt === undefined ? undefined : `its source does not say why: ${JSON.stringify(doubt)}`;
}

function isDisclaiming(sentence: string): boolean {
  const lower = ` ${wordsIn(sentence).map(({ raw }) => raw.toLowerCase()).join(' ')} `;
  return DISCLAIMING.some((phrase) => lower.includes(` ${phrase} `));
}

function sentencesIn(paragraph: string): string[] {
  return even(paragraph).split('. ').filter((sentence) => sentence !== '');
}

function even(text: string): string {
  return text.split(/\s/u).filter((word) => word !== '').join(' ');
}
