import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { canonicalJson, sha256Hex } from '../src/kernel/index.ts';
import { checkUrl, createJudges, type ToolPlace } from '../src/tools/index.ts';
import { rounded, type Benchmark, type BenchGoal, type BenchRow } from './benchmark.ts';

/** Every input has this many characters, or as many as its kind allows. */
const CHARS = 4_096;
/** A decision is made before every call, so it must not be felt. */
const P99_MS_MAX = 5;
const FLOOR_EVERY = 20;

const repeatTo = (piece: string, chars = CHARS): string => piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);
const nested = (open: string, close: string, depth: number, inner = 'ls'): string => `${open.repeat(depth)}${inner}${close.repeat(depth)}`;

/** What people and models write, and what somebody writes who wants the judge to take long. */
const COMMANDS: Readonly<Record<string, string>> = {
  'ordinary lines': repeatTo('npm test -- --run && git status --short; grep -rn "needle" src | head -20\n').trimEnd(),
  'one long argument': `git commit -m '${repeatTo('a word and another ', CHARS - 20)}'`,
  'here-document': `cat > notes.md <<'END'\n${repeatTo('Some text with $dollars and `ticks`.\n', CHARS - 40)}\nEND`,
  'long pipe': repeatTo('cat a | ').slice(0, -3),
  'many short commands': repeatTo('ls;'),
  'nested substitutions': repeatTo(`${nested('$(echo ', ')', 30)} `),
  'nested subshells': repeatTo(`${nested('( ', ' )', 39)}; `),
  'deeper than is followed': nested('$(', ')', 1_300),
  'shells in shells': repeatTo(`bash -c "sh -c 'eval ls'"; `),
  'wrappers on wrappers': `${repeatTo('env A=1 nice timeout 5 ')} ls`,
  'braces': `echo ${repeatTo('{a,b}{c,d} ')}`,
  'braces that multiply': `echo ${repeatTo('{a,b}')}`,
  'variables that double': repeatTo('a=$a$a;'),
  'quotes and escapes': repeatTo(`e"c"'h'\\o $'\\x6c\\x73' `),
  'open quotes': repeatTo(`'"`),
  'only parentheses': repeatTo('('),
  'functions and loops': repeatTo('f(){ for i in 1 2 3; do g $i; done; }; f; '),
  'removals': repeatTo('rm -rf build/* dist ../x; '),
  'globs': `ls ${repeatTo('*?[a-z]**/')}`,
};

const URLS: Readonly<Record<string, Parameters<typeof checkUrl>[0]>> = {
  'ordinary': 'https://example.com/docs/page?a=1',
  'long query': `https://example.com/?q=${repeatTo('a%20b&')}`,
  'long host': `http://${repeatTo('a.')}com/`,
  'long user': `http://${repeatTo('a@')}127.0.0.1/`,
  'numbers as host': `http://${repeatTo('0x7f.')}1/`,
  'long IPv6': `http://[${repeatTo('::1:')}]/`,
  'no address': repeatTo('http:/\\'),
  'redirects and look-ups': {
    url: 'http://a.example/',
    redirects: Array.from({ length: 5 }, (_, at) => `http://r${at}.example/${repeatTo('x', 700)}`),
    dns: Object.fromEntries(['a', 'r0', 'r1', 'r2', 'r3', 'r4'].map((name) => [`${name}.example`, [Array.from({ length: 20 }, (_, at) => `93.184.216.${at}`)]])),
  },
};

/** A workspace with a deep tree, a long chain of links, and a file with two names. */
function pathsIn(workspace: string): Readonly<Record<string, string>> {
  const deep = Array.from({ length: 100 }, (_, at) => `d${at}`).join('/');
  mkdirSync(join(workspace, deep), { recursive: true });
  writeFileSync(join(workspace, deep, 'file.txt'), '');
  symlinkSync('d0', join(workspace, 'link0'));
  for (let at = 1; at < 39; at += 1) symlinkSync(`link${at - 1}`, join(workspace, `link${at}`));
  symlinkSync('round', join(workspace, 'round'));
  return {
    'ordinary': 'd0/d1/file.txt',
    'deep': `${deep}/file.txt`,
    'through 39 links': 'link38/d1/file.txt',
    'links that go round': 'round/file.txt',
    'up and down': `${repeatTo('d0/../')}d0`,
    'dots': repeatTo('./'),
    'long missing path': repeatTo('missing-folder/'),
    'one long name': repeatTo('n'),
  };
}

/** Times of one work, in arrays that exist before it begins: what a measurement leaves behind would be collected during the next. */
class Times {
  readonly #wallMs: Float64Array;
  readonly #ownMs: Float64Array;
  #count = 0;

  constructor(roundsMax: number) {
    this.#wallMs = new Float64Array(roundsMax);
    this.#ownMs = new Float64Array(roundsMax);
  }

  /**
   * Time on the wall counts what else the machine does, processor time what threads of Node do beside us; the lesser of
   * the two is nearer to what the decision itself took.
   */
  async take(work: () => unknown): Promise<void> {
    // Decisions are made one by one in real life; thousands without a pause would make the collector wait, then take long.
    await nextTurn();
    const before = process.cpuUsage();
    const started = performance.now();
    const pending = work();
    if (pending instanceof Promise) await pending;
    const wallMs = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    this.#wallMs[this.#count] = wallMs;
    this.#ownMs[this.#count] = Math.min(wallMs, (user + system) / 1_000);
    this.#count += 1;
  }

  wallAt = (share: number): number => percentile(this.#wallMs.subarray(0, this.#count), share);
  ownAt = (share: number): number => percentile(this.#ownMs.subarray(0, this.#count), share);
}

function percentile(values: Float64Array, share: number): number {
  return values.toSorted()[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

const collectGarbage = ((): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

const benchmark: Benchmark = {
  name: 'policy',
  async run({ quick, only }) {
    const rounds = quick ? 200 : 1_000;
    const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-bench-')));
    try {
      const place: ToolPlace = { workspace, home: '/home/ada', platform: process.platform, ownState: [join(workspace, '.keelson')] };
      const judges = createJudges();
      const shell = { currentFolder: workspace, environment: {} };
      const all = new Map<string, () => unknown>([
        ...Object.entries(COMMANDS).map(([label, script]): [string, () => unknown] => [`command: ${label}`, () => judges.script(script, { argv: ['sh', '-c', script], ...shell }, place)]),
        ...Object.entries(pathsIn(workspace)).map(([label, path]): [string, () => unknown] => [`path: ${label}`, () => judges.path({ op: 'write', path }, place)]),
        ...Object.entries(URLS).map(([label, input]): [string, () => unknown] => [`url: ${label}`, () => checkUrl(input)]),
      ]);
      const measured = [...all].filter(([label]) => only === undefined || label.startsWith(only));
      const text = repeatTo('An ordinary text. ');
      const floorWork = (): string => sha256Hex(canonicalJson({ text }));
      const samples = new Map(measured.map(([label]): [string, Times] => [label, new Times(rounds)]));
      const floor = new Times(measured.length * rounds);
      // The first rounds are interpreted; a program that judges runs longer than that.
      const warm = new Times(measured.length * rounds);
      for (let round = 0; round < rounds / 5; round += 1) for (const [, work] of measured) await warm.take(work);
      // One after the other with a clean heap, so that what one input leaves to be collected is not counted against the next.
      for (const [label, work] of measured) {
        collectGarbage();
        for (let round = 0; round < rounds; round += 1) {
          if (round % FLOOR_EVERY === 0) await floor.take(floorWork);
          await samples.get(label)?.take(work);
        }
      }
      const floorMs = floor.wallAt(0.5);
      const rows: BenchRow[] = [{ label: 'floor: canonical JSON and SHA-256 of 4 kB', figures: { 'p50 ms': rounded(floorMs, 3), ratio: 1 } }];
      const goals: BenchGoal[] = [];
      for (const [label, times] of samples) {
        const p99 = rounded(times.ownAt(0.99));
        rows.push({ label, figures: { 'p50 ms': rounded(times.wallAt(0.5), 3), ratio: rounded(times.wallAt(0.5) / floorMs, 1), 'p99 ms': rounded(times.wallAt(0.99)), 'p99 own ms': p99 } });
        goals.push({ name: `${label}: p99 of one decision in ms`, actual: p99, limit: `≤ ${P99_MS_MAX}`, ok: p99 <= P99_MS_MAX });
      }
      return { rows, goals };
    } finally {
      rmSync(workspace, { recursive: true, force: true });
    }
  },
};

export default benchmark;
