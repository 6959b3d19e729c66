import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalHash } from '../../src/kernel/index.ts';

/** Who does the same work, by the name in the table, with the file that does it. */
export const PEERS: Readonly<Record<string, string>> = {
  ai: 'ai.mjs',
  '@openai/agents': 'agents.mjs',
  '@langchain/langgraph': 'langgraph.mjs',
  'langgraph + SQLite': 'langgraph-sqlite.mjs',
};

const VERSIONS: Readonly<Record<string, string>> = {
  ai: '7.0.169',
  '@ai-sdk/openai-compatible': '3.0.90',
  '@openai/agents': '0.20.0',
  openai: '7.53.0',
  '@langchain/langgraph': '1.4.18',
  '@langchain/langgraph-checkpoint-sqlite': '1.0.4',
  '@langchain/core': '1.2.13',
  '@langchain/openai': '1.6.0',
  zod: '4.6.7',
};

/** What a peer asks for in a range whose newest version asks for one of another package that was never published. */
const OVERRIDES: Readonly<Record<string, string>> = { '@langchain/langgraph-sdk': '1.12.4' };

const INSTALL_TIMEOUT_MS = 300_000;
const SOURCES = new URL('peers/', import.meta.url);

/**
 * Installs the peers outside the repository, once for each set of versions, and copies there what runs them: packages are
 * looked for from where a file lies. Answers the reason where they cannot be had.
 */
export function installPeers(): { readonly folder: string } | { readonly why: string } {
  const folder = join(tmpdir(), `keelson-bench-peers-${canonicalHash({ VERSIONS, OVERRIDES }).slice(0, 12)}`);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(SOURCES)) copyFileSync(new URL(file, SOURCES), join(folder, file));
  const installed = join(folder, 'installed');
  if (existsSync(installed)) return { folder };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'bench-peers', private: true, type: 'module', dependencies: VERSIONS, overrides: OVERRIDES }));
  // Nothing that comes with a package is run: what needs a compiler is replaced where it is used.
  const { status, stderr, error } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8', timeout: INSTALL_TIMEOUT_MS });
  if (status !== 0) return { why: (error?.message ?? stderr).trim().split('\n').at(-1) ?? 'npm failed' };
  writeFileSync(installed, '');
  return { folder };
}
