import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { geteuid } from 'node:process';
import { bubblewrapArguments } from '../src/drivers/sandbox/bubblewrap-arguments.ts';
import { bubblewrapDriver } from '../src/drivers/sandbox/bubblewrap.ts';
import { planOnDisk } from '../src/drivers/sandbox/path-facts.ts';
import { readProcCovers, readSystemRoot } from '../src/drivers/sandbox/system-root.ts';
import { unshareDriver } from '../src/drivers/sandbox/unshare.ts';
import { invariant, systemClock } from '../src/kernel/index.ts';
import { DEVELOPER_LIMITS, environmentFor, type ProcessRequest, type Sandbox, type SandboxDriver, type SandboxProfile } from '../src/tools/index.ts';
import { median, rounded, type Benchmark, type BenchGoal } from './benchmark.ts';

/** One command through our driver may take at most this many times as long as a bare bubblewrap with the same mounts. */
const BUBBLEWRAP_LIMIT = 2;
/** Plain namespaces are put together by a dozen of the system's programs instead of one. */
const UNSHARE_LIMIT = 3;

function createWorkspace(root: string): SandboxProfile {
  const [workspace, scratch] = [join(root, 'workspace'), join(root, 'scratch')];
  // Nothing protected is missing, so that both sides mount the same.
  for (const folder of [workspace, scratch, join(workspace, '.git'), join(workspace, '.git/hooks'), join(workspace, '.vscode'), join(workspace, '.mcp.json')]) mkdirSync(folder);
  writeFileSync(join(workspace, '.git/config'), '');
  writeFileSync(join(workspace, '.env'), 'A=b');
  const inside = (path: string): string => join(workspace, path);
  return {
    workspace,
    workspaceAccess: 'read_write',
    scratch,
    protectedPaths: ['.git/hooks', '.git/config', '.vscode', '.mcp.json'].map(inside),
    hiddenPaths: [inside('.env')],
    readablePaths: [],
    network: 'off',
    limits: DEVELOPER_LIMITS,
  };
}

function bareMs(program: string, args: readonly string[]): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    spawn(program, args, { stdio: 'ignore', env: { PATH: '/usr/bin:/bin' } })
      .once('error', reject)
      .once('close', (code) => {
        invariant(code === 0, `${program} ends with 0, not with ${code}`);
        resolve(performance.now() - started);
      });
  });
}

async function drivenMs(sandbox: Sandbox, request: ProcessRequest, profile: SandboxProfile, signal: AbortSignal): Promise<number> {
  const started = performance.now();
  const { ending, exitCode } = await sandbox.run(request, profile, { timeoutMs: 30_000, outputBytesMax: 4_096, signal });
  invariant(ending === 'exited' && exitCode === 0, `a command in ${sandbox.backend} ends with 0, not with ${ending} ${exitCode}`);
  return performance.now() - started;
}

const benchmark: Benchmark = {
  name: 'sandbox',
  async run({ quick }) {
    const rounds = quick ? 21 : 101;
    const { signal } = new AbortController();
    let names = 0;
    const options = { clock: systemClock, nameOf: () => `keelson-bench-${process.pid}-${(names += 1)}` };
    const drivers: SandboxDriver[] = [bubblewrapDriver(options), unshareDriver(options)];
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-bench-')));
    try {
      const profile = createWorkspace(root);
      const request: ProcessRequest = { argv: ['/bin/true'], currentFolder: profile.workspace, environment: environmentFor({ profile, inherited: {} }) };
      const plan = await planOnDisk(profile);
      const bare = [...bubblewrapArguments({ request, plan, system: readSystemRoot(), proc: readProcCovers(geteuid?.() === 0), seccompFd: null, alsoBound: [] }), '--', '/bin/true'];
      const measured = new Map<string, () => Promise<number>>([['bare bwrap, same mounts', () => bareMs('bwrap', bare)]]);
      for (const driver of drivers) {
        const { isUsable, detail } = await driver.probe(signal);
        if (!isUsable) return { rows: [{ label: driver.backend, figures: { skipped: detail } }], goals: [] };
        const sandbox = driver.create();
        measured.set(`${driver.backend} driver`, () => drivenMs(sandbox, request, profile, signal));
      }
      const times = new Map([...measured.keys()].map((label): [string, number[]] => [label, []]));
      // Interleaved, so that a slow moment of the machine falls on all of them alike.
      for (let round = 0; round < rounds; round += 1) for (const [label, measure] of measured) times.get(label)?.push(await measure());
      const floor = median(times.get('bare bwrap, same mounts') ?? []);
      const ratio = (label: string): number => rounded(median(times.get(label) ?? []) / floor);
      const goal = (label: string, limit: number): BenchGoal => ({ name: `${label} against a bare bwrap`, actual: ratio(label), limit: `≤ ${limit}`, ok: ratio(label) <= limit });
      return {
        rows: [...measured.keys()].map((label) => ({ label, figures: { 'median ms': rounded(median(times.get(label) ?? []), 1), ratio: ratio(label) } })),
        goals: [goal('bubblewrap driver', BUBBLEWRAP_LIMIT), goal('unshare driver', UNSHARE_LIMIT)],
      };
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

export default benchmark;
