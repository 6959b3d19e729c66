import { quotes } from '../evidence/quotes.ts';
import { unsupported } from '../support/claim-support.ts';
import type { Look, QuotedSource } from './check-ports.ts';
import { met, unmet } from './finding.ts';

/**
 * Each citation must quote what was really retrieved, and what is said with citations must not say more or else than its
 * sources. The same words of the same place count once, however often they are given.
 */
export const citationsResolve: Look<'citations_resolve'> = async ({ min }, _work, ports) => {
  const all = ports.citations();
  const cited = [...new Map(all.map((one) => [`${one.ref.key}\n${one.quote}`, one])).values()];
  const unfounded = cited.find(({ quote, chunkText }) => !quotes(quote, chunkText));
  if (unfounded !== undefined) return unmet(`The quote ${JSON.stringify(unfounded.quote)} does not stand in what it cites.`, 'logical', [unfounded.ref]);
  const overstated = firstUnsupported(all);
  if (overstated !== undefined) return overstated;
  if (cited.length < min) return unmet(`There are ${cited.length} different citations; at least ${min} are wanted.`, 'logical', cited.map(({ ref }) => ref));
  return met(`All ${cited.length} citations quote what was retrieved.`, cited.map(({ ref }) => ref));
};

/** A claim may rest on several sources together. */
function firstUnsupported(cited: readonly QuotedSource[]): ReturnType<typeof unmet> | undefined {
  for (const [claim, sources] of Map.groupBy(cited, ({ backs }) => backs?.claim)) {
    if (claim === undefined) continue;
    const why = unsupported({ claim, texts: sources.map(({ backs }) => backs?.sourceText ?? ''), quotes: sources.map(({ quote }) => quote), context: sources.map(({ backs }) => backs?.context ?? '').join('\n') });
    if (why !== undefined) return unmet(`The claim ${JSON.stringify(claim)} is not borne out by what it cites: ${why}.`, 'logical', sources.map(({ ref }) => ref));
  }
  return undefined;
}
