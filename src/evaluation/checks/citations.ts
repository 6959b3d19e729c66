import { quotes } from '../evidence/quotes.ts';
import type { Look } from './check-ports.ts';
import { met, unmet } from './finding.ts';

/** Each citation must quote what was really retrieved. The same words of the same place count once, however often they are given. */
export const citationsResolve: Look<'citations_resolve'> = async ({ min }, _work, ports) => {
  const cited = [...new Map(ports.citations().map((one) => [`${one.ref.key}\n${one.quote}`, one])).values()];
  const unfounded = cited.find(({ quote, chunkText }) => !quotes(quote, chunkText));
  if (unfounded !== undefined) return unmet(`The quote ${JSON.stringify(unfounded.quote)} does not stand in what it cites.`, 'logical', [unfounded.ref]);
  if (cited.length < min) return unmet(`There are ${cited.length} different citations; at least ${min} are wanted.`, 'logical', cited.map(({ ref }) => ref));
  return met(`All ${cited.length} citations quote what was retrieved.`, cited.map(({ ref }) => ref));
};
