import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTextIndex } from '../src/drivers/index.ts';
import { openCollection, rankTexts, searchWords, type Chunk, type TextIndex } from '../src/library/index.ts';
import { DocumentId, ChunkId } from '../src/contracts/index.ts';
import { textIndexInMemory } from '../test/support/text-index-in-memory.ts';
import { rounded, type Benchmark, type BenchGoal, type BenchRow } from './benchmark.ts';

/**
 * How well passages are found, on collections with judged questions in the layout of BEIR (`corpus.jsonl`, `queries.jsonl`,
 * `qrels.tsv`). They are not part of the repository: RETRIEVAL_COLLECTIONS names the folder that holds them. The floor is
 * plain BM25 without stems over the same words, in the same run.
 */
const FOLDER = process.env['RETRIEVAL_COLLECTIONS'] ?? '';
const AT = 10;
const QUICK_QUERIES = 50;
/** Stems and weights may cost a little on one collection; they must not lose to no stems at all. */
const RATIO_MIN = 0.98;

interface Judged {
  readonly documents: readonly { readonly id: string; readonly text: string }[];
  readonly questions: readonly { readonly text: string; readonly relevant: ReadonlyMap<string, number> }[];
}

function lines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter((line) => line.trim() !== '');
}

function readCollection(folder: string): Judged {
  const documents = lines(join(folder, 'corpus.jsonl')).map((line) => JSON.parse(line) as { _id: string; title?: string; text: string });
  const relevant = new Map<string, Map<string, number>>();
  for (const line of lines(join(folder, 'qrels.tsv')).slice(1)) {
    const [question = '', document = '', grade = '0'] = line.split('\t');
    relevant.set(question, (relevant.get(question) ?? new Map<string, number>()).set(document, Number(grade)));
  }
  const questions = lines(join(folder, 'queries.jsonl')).map((line) => JSON.parse(line) as { _id: string; text: string });
  return {
    documents: documents.map(({ _id: id, title, text }) => ({ id, text: `${title ?? ''}\n${text}` })),
    questions: questions.flatMap(({ _id: id, text }) => {
      const judged = relevant.get(id);
      return judged === undefined ? [] : [{ text, relevant: judged }];
    }),
  };
}

function ndcg(found: readonly string[], relevant: ReadonlyMap<string, number>): number {
  const gain = (grade: number, at: number): number => (2 ** grade - 1) / Math.log2(at + 2);
  const ideal = [...relevant.values()].toSorted((one, other) => other - one).slice(0, AT).reduce((sum, grade, at) => sum + gain(grade, at), 0);
  return ideal === 0 ? 0 : found.slice(0, AT).reduce((sum, id, at) => sum + gain(relevant.get(id) ?? 0, at), 0) / ideal;
}

async function measure({ documents, questions }: Judged, index: TextIndex): Promise<{ ndcg: number; indexMs: number; queryMs: number }> {
  const chunks = documents.map(({ text }): Chunk => ({ documentId: DocumentId.parse(`doc_${'0'.repeat(26)}`), chunkId: ChunkId.parse(`chk_${'0'.repeat(26)}`), path: '', sectionPath: [], text, tokens: 1 }));
  const started = performance.now();
  const collection = await openCollection('bench', chunks, index);
  const indexMs = performance.now() - started;
  let sum = 0;
  const asked = performance.now();
  for (const { text, relevant } of questions) {
    const terms = [...new Set(searchWords(text))].map((word) => ({ spellings: [{ phrase: [word], likeness: 1 }] }));
    const ranked = await rankTexts(collection.index, chunks.length, terms, AT);
    sum += ndcg(ranked.map(({ at }) => documents[at]?.id ?? ''), relevant);
  }
  index.close();
  return { ndcg: sum / questions.length, indexMs, queryMs: (performance.now() - asked) / questions.length };
}

const benchmark: Benchmark = {
  name: 'retrieval',
  async run({ quick, only }) {
    if (FOLDER === '' || !existsSync(FOLDER)) return { rows: [{ label: 'nothing measured', figures: { reason: 'RETRIEVAL_COLLECTIONS names no folder' } }], goals: [] };
    const rows: BenchRow[] = [];
    const goals: BenchGoal[] = [];
    for (const name of readdirSync(FOLDER).filter((one) => existsSync(join(FOLDER, one, 'qrels.tsv')) && (only === undefined || only === one))) {
      const whole = readCollection(join(FOLDER, name));
      const judged = quick ? { ...whole, questions: whole.questions.slice(0, QUICK_QUERIES) } : whole;
      const ours = await measure(judged, await openTextIndex());
      const floor = await measure(judged, textIndexInMemory());
      const figures = (one: typeof ours) => ({ 'nDCG@10': rounded(one.ndcg, 4), 'index ms': Math.round(one.indexMs), 'ms a question': rounded(one.queryMs) });
      rows.push({ label: `${name}, FTS5`, figures: figures(ours) }, { label: `${name}, plain BM25`, figures: figures(floor) });
      goals.push({ name: `${name}: nDCG@10 over the floor's`, actual: rounded(ours.ndcg / floor.ndcg, 3), limit: `at least ${RATIO_MIN}`, ok: ours.ndcg >= floor.ndcg * RATIO_MIN });
    }
    return { rows, goals };
  },
};
export default benchmark;
