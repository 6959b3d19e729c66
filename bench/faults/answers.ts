/** Every answer a ledger gives about itself, to be compared with those it gave before it was damaged. */
import { blobRefsOf } from '../../src/ledger/decide/blob-refs.ts';
import type { LedgerStore, RecordSpace } from '../../src/ledger/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import { allEntries } from '../../test/contract-suites/ledger-samples.ts';

const SPACES: readonly RecordSpace[] = ['document', 'lease', 'work', 'cursor', 'projection'];
const WORDS: readonly (readonly string[])[] = [['word1'], ['run', 'says'], ['group 2'], ['nowhere'], ['WORD3', 'of']];
const ROWS_MAX = 100_000;

/** What can be asked, by name; derived once, from the sound ledger. */
export type Questions = ReadonlyMap<string, (store: LedgerStore) => Promise<unknown>>;

export async function questionsAbout(sound: LedgerStore): Promise<Questions> {
  const rows = await allEntries(sound, 1_000);
  const questions = new Map<string, (store: LedgerStore) => Promise<unknown>>([
    ['head', (store) => store.head()],
    ['entries', (store) => store.entries({ after: 0, limit: ROWS_MAX })],
    ['counts', async (store) => ({ ...(await store.counts()), bytes: 0 })],
  ]);
  for (const stream of new Set(rows.map((row) => row.stream))) questions.set(`stream ${stream}`, (store) => store.entries({ stream, after: 0, limit: ROWS_MAX }));
  for (const { append } of rows) if (append !== null) questions.set(`key ${append.key}`, (store) => store.appended(append.key));
  for (const space of SPACES) {
    questions.set(`records ${space}`, (store) => store.records({ space, prefix: '', after: '', limit: ROWS_MAX }));
    for (const { key } of await sound.records({ space, prefix: '', after: '', limit: ROWS_MAX })) questions.set(`record ${space} ${key}`, (store) => store.record({ space, key }));
  }
  for (const sha256 of new Set(rows.flatMap(({ payload }) => (payload === null ? [] : blobRefsOf(payload))))) questions.set(`blob ${sha256}`, (store) => store.blob(sha256));
  const scope = rows.find(({ stream }) => stream.startsWith('session/'))?.stream.slice('session/'.length);
  for (const terms of WORDS) {
    questions.set(`words ${terms.join(' ')}`, (store) => store.search({ terms, limit: ROWS_MAX }));
    if (scope !== undefined) questions.set(`words ${terms.join(' ')} in ${scope}`, (store) => store.search({ scope, terms, limit: ROWS_MAX }));
  }
  return questions;
}

export interface Answers {
  readonly given: ReadonlyMap<string, string>;
  /** Codes of refusals: the ledger noticed by itself. */
  readonly refusals: readonly string[];
  /** Failures without a code, which nobody could act on. */
  readonly uncoded: readonly string[];
}

export async function answersOf(store: LedgerStore, questions: Questions): Promise<Answers> {
  const given = new Map<string, string>();
  const refusals: string[] = [];
  const uncoded: string[] = [];
  for (const [name, ask] of questions) {
    try {
      given.set(name, JSON.stringify(await ask(store), (_key, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value)) ?? 'nothing');
    } catch (error) {
      if (error instanceof KeelsonError && error.code !== 'internal.unexpected' && error.code !== 'invariant.broken') refusals.push(error.code);
      else uncoded.push(`${name}: ${String(error)}`);
    }
  }
  return { given, refusals, uncoded };
}
