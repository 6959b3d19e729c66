import { checkText } from '../src/redaction/index.ts';
import { rounded, type Benchmark, type BenchGoal, type BenchRow } from './benchmark.ts';

/** One pass of charCodeAt is the least any scanner can do; a megabyte is a million UTF-16 units here. */
const UNITS_PER_MB = 1_000_000;
/** Fifty questions are asked in one pass; measured at 20 to 30 passes' worth, with room for a busy machine. */
const FLOOR_RATIO_MAX = 80;
const LINEARITY_MAX = 1.5;
/** Hostile texts grow eightfold; work that grew with the square would show eight here. */
const HOSTILE_GROWTH_MAX = 3;

/** A page of an ordinary day: prose, code, logs, and now and then something to find. */
const PAGE = [
  'The parties met on 12 March 2024 and agreed to the terms set out in section 4.2 of the draft, subject to review.',
  'const answer = computeTotals(rows.filter((row) => row.kind === "invoice"), { currency: "EUR", rounding: 2 });',
  '2024-03-12T10:15:30.123Z INFO worker-7 finished batch 1029384 in 532 ms (attempt 1 of 3), queue depth 17',
  'Nothing in this paragraph is secret: it is only here so that most of the text is text, as it is in real life.',
  'Contact jane.doe@example.com or +44 20 7946 0958; the server at 203.0.113.7 answered with status 200.',
  '{"id":"3f786850-e387-4550-bdab-836ed7e6dc88","total":1234.56,"items":[1,2,3,5,8,13],"note":"paid in full"}',
  'Der Vertrag wurde geprüft; naïve façade, señor, 東京で会いましょう 🙂 and back to English again without further ado.',
  'commit 3f786850e387550fdab836ed7e6dc881de23001b Author: someone Date: Tue Mar 12 10:15:30 2024 +0100',
].join('\n');

/** Inputs that make a careless scanner look at the same text again and again. */
const HOSTILE: Readonly<Record<string, string>> = {
  'only digits': '4',
  'digits and spaces': '4111 ',
  'single digits': '1 2 ',
  'only at signs': '@',
  'addresses without end': 'a@a.',
  'only base64': 'aB3',
  'token prefixes': 'sk-ant-',
  'web token starts': 'eyJhbGciOiJIUzI1.',
  'key headers': '-----BEGIN PRIVATE KEY-----',
  'assignments': 'token=',
  'colons': 'a:',
  'brackets': '[EMAIL_',
};

function repeatTo(piece: string, units: number): string {
  return piece.repeat(Math.ceil(units / piece.length)).slice(0, units);
}

/** Processor time, not time on the wall: what else the machine does is not ours. */
function timeMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function readOnce(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at)) | 0;
  return sum;
}

/** The least of several rounds: caches and the collector can only make a round slower. */
function msPerMb(text: string, rounds: number, work: (text: string) => unknown): number {
  const times = Array.from({ length: rounds }, () => timeMs(() => work(text)));
  return Math.min(...times) / (text.length / UNITS_PER_MB);
}

function atMost(name: string, actual: number, limit: number): BenchGoal {
  return { name, actual, limit: `≤ ${limit}`, ok: actual <= limit };
}

const benchmark: Benchmark = {
  name: 'redaction',
  async run({ quick }) {
    const sizes = quick ? [1, 5, 10] : [1, 10, 50];
    const rounds = quick ? 3 : 5;
    const rows: BenchRow[] = [];
    const goals: BenchGoal[] = [];
    // The first passes are interpreted; they say nothing about long texts.
    for (let round = 0; round < 3; round += 1) checkText(repeatTo(PAGE, UNITS_PER_MB));
    const costs = sizes.map((size) => {
      const text = repeatTo(PAGE, size * UNITS_PER_MB);
      const floor = msPerMb(text, 3 * rounds, readOnce);
      const cost = msPerMb(text, size < 5 ? 3 * rounds : size > 10 ? 3 : rounds, checkText);
      const ratio = rounded(cost / floor, 1);
      rows.push({ label: `mixed text, ${size} MB`, figures: { 'MB/s': rounded(1000 / cost, 1), 'ratio to one pass': ratio } });
      goals.push(atMost(`${size} MB against one pass over the text`, ratio, FLOOR_RATIO_MAX));
      return cost;
    });
    goals.push(atMost(`time per MB, largest against smallest`, rounded((costs.at(-1) ?? 0) / (costs[0] ?? 1)), LINEARITY_MAX));
    const hostileSizes = quick ? [0.125, 1] : [0.5, 4];
    for (const [label, piece] of Object.entries(HOSTILE)) {
      const [small = 1, large = 1] = hostileSizes.map((size) => msPerMb(repeatTo(piece, size * UNITS_PER_MB), 3, checkText));
      const growth = rounded(large / small);
      rows.push({ label: `hostile: ${label}`, figures: { 'MB/s': rounded(1000 / large, 1), growth } });
      goals.push(atMost(`${label}: time per MB, large against small`, growth, HOSTILE_GROWTH_MAX));
    }
    return { rows, goals };
  },
};

export default benchmark;
