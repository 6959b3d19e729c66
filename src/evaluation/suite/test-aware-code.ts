import { posix } from 'node:path';
import { isTestFile } from './test-files.ts';

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.tsx', '.py', '.rb', '.php', '.sh']);
const COMMENTS = ['//', '#', '*', '/*'] as const;
/** What only a runner of tests sets, loads or is called. */
const RUNNERS = ['NODE_TEST_CONTEXT', 'JEST_WORKER_ID', 'VITEST', 'PYTEST_CURRENT_TEST', 'npm_lifecycle_event', "'pytest' in sys.modules", '"pytest" in sys.modules', "'unittest' in sys.modules", '"unittest" in sys.modules', '__IS_TEST__', "'RSpec'", 'defined?(Minitest)', 'PHPUNIT_'] as const;
/** An environment is named for more than its tests; a value that hangs on it in the middle of a function is not. */
const ENVIRONMENTS = ["NODE_ENV === 'test'", 'NODE_ENV === "test"', "NODE_ENV == 'test'", "NODE_ENV !== 'test'", 'NODE_ENV !== "test"', "APP_ENV') == 'test'", "RAILS_ENV'] == 'test'"] as const;
/** What a program leaves out under test, or does quietly, and still does what it is for. */
const AROUND: ReadonlySet<string> = new Set(['listen', 'log', 'logs', 'logger', 'logging', 'console', 'level', 'silent', 'debug', 'verbose', 'warn', 'warnings', 'main', 'start', 'serve', 'database', 'db', 'memory', 'url', 'port', 'host', 'path', 'file', 'config', 'cache', 'telemetry', 'exit', 'seed', 'timeout', 'delay', 'plugin', 'plugins']);

/** The line with which code asks whether it is being tested, where what it gives hangs on the answer. */
export function asksWhetherTested(path: string, text: string): string | undefined {
  if (!CODE.has(posix.extname(path)) || isTestFile(path) || posix.basename(path).includes('.config.') || posix.basename(path).includes('setup')) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line, at) => {
    if (COMMENTS.some((mark) => line.startsWith(mark))) return false;
    const isRunner = RUNNERS.some((mark) => line.includes(mark));
    if (!isRunner && !ENVIRONMENTS.some((mark) => line.includes(mark))) return false;
    return !wordsOf(`${line} ${lines[at + 1] ?? ''}`).some((word) => AROUND.has(word));
  });
}

/** `startServer` is two words. */
function wordsOf(code: string): string[] {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase().split(/[^a-z]+/u);
}
