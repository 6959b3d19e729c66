import { quotes } from '../evidence/quotes.ts';
import { isFileName } from '../objections/asked-words.ts';
import { unsupported } from '../support/claim-support.ts';
import type { CheckedWork } from '../work.ts';
import type { CheckPorts, Look, QuotedSource } from './check-ports.ts';
import { met, unmet } from './finding.ts';
import { pageOfItsOwn } from './page-of-its-own.ts';

/**
 * Each citation must quote what was really retrieved, and what is said with citations must not say more or else than its
 * sources. The same words of the same place count once, however often they are given.
 */
export const citationsResolve: Look<'citations_resolve'> = async ({ min }, work, ports) => {
  const all = ports.citations();
  const cited = [...new Map(all.map((one) => [`${one.ref.key}\n${one.quote}`, one])).values()];
  const unfounded = cited.find(({ quote, chunkText }) => !quotes(quote, chunkText));
  if (unfounded !== undefined) return unmet(`The quote ${JSON.stringify(unfounded.quote)} does not stand in what it cites.`, 'logical', [unfounded.ref]);
  const wholes = await wholeSources(all, ports);
  const overstated = firstUnsupported(all, wholes) ?? (await firstOfAnother(all, wholes, work, ports));
  if (overstated !== undefined) return overstated;
  if (cited.length < min) return unmet(`There are ${cited.length} different citations; at least ${min} are wanted.`, 'logical', cited.map(({ ref }) => ref));
  return met(`All ${cited.length} citations quote what was retrieved.`, cited.map(({ ref }) => ref));
};

/** Files that are looked up for what stands around a quotation. */
const SOURCES_MAX = 20;

/** What each cited file says in all; one that cannot be opened is known only by what was read of it. */
async function wholeSources(cited: readonly QuotedSource[], ports: CheckPorts): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(cited.flatMap(({ source, backs }) => (source !== undefined && backs !== undefined && isFileName(source) ? [source] : [])))].slice(0, SOURCES_MAX);
  const texts = new Map<string, string>();
  for (const name of names) {
    const text = await ports.readFile(name).catch(() => undefined);
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
}

/** A claim about one thing that rests on the page of another. */
async function firstOfAnother(cited: readonly QuotedSource[], wholes: ReadonlyMap<string, string>, work: CheckedWork, ports: CheckPorts): Promise<ReturnType<typeof unmet> | undefined> {
  for (const [claim, sources] of Map.groupBy(cited, ({ backs }) => backs?.claim)) {
    const opened = sources.flatMap(({ source }) => (source !== undefined && wholes.has(source) ? [{ name: source, text: wholes.get(source) ?? '' }] : []));
    if (claim === undefined || opened.length < sources.length) continue;
    const own = await pageOfItsOwn(claim, opened, work, ports);
    if (own !== undefined) return unmet(`The claim ${JSON.stringify(claim)} rests on what says nothing of ${own.name}; ${own.page} is about it.`, 'logical', sources.map(({ ref }) => ref));
  }
  return undefined;
}

/** A claim may rest on several sources together. */
function firstUnsupported(cited: readonly QuotedSource[], wholes: ReadonlyMap<string, string>): ReturnType<typeof unmet> | undefined {
  for (const [claim, sources] of Map.groupBy(cited, ({ backs }) => backs?.claim)) {
    if (claim === undefined) continue;
    const whole = sources.map(({ source, backs }) => wholes.get(source ?? '') ?? backs?.sourceText ?? '').join('\n');
    const why = unsupported({ claim, whole, texts: sources.map(({ backs }) => backs?.sourceText ?? ''), quotes: sources.map(({ quote }) => quote), context: sources.map(({ backs }) => backs?.context ?? '').join('\n') });
    if (why !== undefined) return unmet(`The claim ${JSON.stringify(claim)} is not borne out by what it cites: ${why}.`, 'logical', sources.map(({ ref }) => ref));
  }
  return undefined;
}
