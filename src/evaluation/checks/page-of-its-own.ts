import { posix } from 'node:path';
import { isFileName } from '../objections/asked-words.ts';
import { headingsIn } from '../support/quoted-places.ts';
import { namesIn } from '../support/untold-names.ts';
import { wordsIn } from '../support/words.ts';
import { everyCall, type CheckedWork } from '../work.ts';
import type { CheckPorts } from './check-ports.ts';

/** Neighbours of a source that are opened; the run itself came across them. */
const NEIGHBOURS_MAX = 20;

/**
 * `How deep is the harbour of Westkapp?`, answered from a page that never says Westkapp, while a page with that title lies beside
 * it and was come across: whose page is whose is told by their titles. Says which page it is, and undefined where there is none.
 */
export async function pageOfItsOwn(claim: string, sources: readonly { readonly name: string; readonly text: string }[], work: CheckedWork, ports: CheckPorts): Promise<{ name: string; page: string } | undefined> {
  const known = new Set(sources.flatMap(({ name, text }) => [...stemsOf(text), ...stemsOf(name)]));
  const claimed = stemsOf(claim);
  const missing = namesIn(wordsIn(work.asked ?? '')).filter(({ stem }) => claimed.has(stem) && !known.has(stem));
  if (missing.length === 0) return undefined;
  for (const page of neighboursOf(sources.map(({ name }) => name), work)) {
    const [title = ''] = headingsIn((await ports.readFile(page).catch(() => undefined)) ?? '');
    const name = missing.find(({ stem }) => stemsOf(title).has(stem));
    if (name !== undefined) return { name: name.raw, page };
  }
  return undefined;
}

/** Other files of the same folders whose names a call of the run showed. */
function neighboursOf(names: readonly string[], work: CheckedWork): string[] {
  const folders = new Set(names.map((name) => posix.dirname(name)));
  const shown = everyCall(work).flatMap(({ outcome }) => outcome.shown.text.split(/[\s:|,"'`()]+/u)).map((word) => posix.normalize(word));
  return [...new Set(shown)].filter((word) => isFileName(word) && folders.has(posix.dirname(word)) && !names.includes(word)).slice(0, NEIGHBOURS_MAX);
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text).map(({ stem }) => stem));
}
