import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** What Node made of our sources, kept by their content, so that it is not made anew by each of many processes and threads. */
const COMPILED = resolve('node_modules/.cache/compiled');

export interface Step {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Beside what this process has. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs one step with its output shown, and says how long it took. True when it succeeded. */
export async function runStep({ name, program, args, environment }: Step): Promise<boolean> {
  const started = performance.now();
  const ok = await new Promise<boolean>((settle) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment } });
    child.on('error', (error) => {
      console.error(error.message);
      settle(false);
    });
    child.on('exit', (code, signal) => {
      if (signal !== null) console.error(`${name} was ended by ${signal}`);
      settle(code === 0);
    });
  });
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return ok;
}

const bin = (name: string, ...args: string[]): Step => ({ name, program: process.execPath, args });

export const TYPES = bin('types', 'node_modules/typescript/bin/tsc', '-p', '.');
export const LINT = bin('lint', 'node_modules/oxlint/bin/oxlint');
/** Programs that tests start are then the one that people start, and do so in half the time. */
export const BUNDLE = bin('bundle', 'scripts/bundle.cjs', '--verbose');
export const TIDY = bin('tidy', 'node_modules/vitest/vitest.mjs', 'run', 'test/architecture', 'test/requirements');
export const WEB_TYPES = bin('types of the page', 'node_modules/typescript/bin/tsc', '-p', 'web');
