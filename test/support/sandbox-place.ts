import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { STRICT_LIMITS, type ProcessRequest, type ProcessResult, type Sandbox, type SandboxProfile } from '../../src/tools/index.ts';

/** A workspace with everything that must be kept from a program, for one test. */
export interface SandboxPlace {
  readonly root: string;
  readonly workspace: string;
  readonly profile: SandboxProfile;
  /** Writes a file below the root, for the user of the sandbox. */
  write(path: string, text: string): string;
  remove(): void;
}

export const HOOK = '#!/bin/sh\necho original\n';

export function createPlace(ownerId: number | null): SandboxPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-sandbox-')));
  const give = (path: string): void => (ownerId === null ? undefined : chownSync(path, ownerId, ownerId));
  const folder = (path: string): string => {
    mkdirSync(join(root, path));
    give(join(root, path));
    return join(root, path);
  };
  const write = (path: string, text: string): string => {
    if (!existsSync(dirname(join(root, path)))) folder(dirname(path));
    writeFileSync(join(root, path), text);
    give(join(root, path));
    return join(root, path);
  };
  give(root);
  const workspace = folder('workspace');
  const scratch = folder('scratch');
  folder('sibling');
  folder('state');
  folder('workspace/.git');
  write('workspace/.git/hooks/pre-commit', HOOK);
  write('workspace/.git/config', '[core]\n');
  write('workspace/.env', 'TOKEN=in-the-env-file\n');
  write('workspace/keys/id_ed25519', 'a private key\n');
  write('workspace/packages/.env', 'TOKEN=in-the-package\n');
  write('workspace/readme.txt', 'hello\n');
  write('sibling/file.txt', 'outside\n');
  write('state/ledger.db', 'own state\n');
  const inside = (path: string): string => join(workspace, path);
  return {
    root,
    workspace,
    write,
    profile: {
      workspace,
      workspaceAccess: 'read_write',
      scratch,
      protectedPaths: ['.git/hooks', '.git/config', '.vscode', '.mcp.json'].map(inside),
      hiddenPaths: [inside('.env'), inside('keys'), inside('packages/.env'), join(root, 'state')],
      readablePaths: [],
      network: 'off',
      limits: { ...STRICT_LIMITS, memory_bytes: 512 * 1024 * 1024 },
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export interface ScriptOptions {
  readonly profile?: Partial<SandboxProfile>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly input?: string;
  readonly outputBytesMax?: number;
}

export interface ScriptResult extends Omit<ProcessResult, 'stdout' | 'stderr'> {
  readonly out: string;
  readonly err: string;
}

export const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

export function scriptRequest(place: SandboxPlace, script: string, options: ScriptOptions = {}): ProcessRequest {
  const environment = options.environment ?? { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: place.profile.scratch, PLACE: place.root };
  return { argv: ['/bin/sh', '-c', script], currentFolder: place.workspace, environment, ...(options.input !== undefined && { input: options.input }) };
}

/** Runs a shell script in the workspace. */
export async function runScript(sandbox: Sandbox, place: SandboxPlace, script: string, options: ScriptOptions = {}): Promise<ScriptResult> {
  const { stdout, stderr, ...rest } = await sandbox.run(scriptRequest(place, script, options), { ...place.profile, ...options.profile }, {
    timeoutMs: options.timeoutMs ?? 20_000,
    outputBytesMax: options.outputBytesMax ?? 64 * 1024,
    signal: options.signal ?? new AbortController().signal,
  });
  return { ...rest, out: text(stdout.head) + text(stdout.tail), err: text(stderr.head) + text(stderr.tail) };
}

/** The processes of the whole machine whose words hold a text that nothing else has. */
export function processesWith(mark: string): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}
