import { posix } from 'node:path';
import { isTestFile } from './test-files.ts';

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.py']);
/** Where a process is told what to do when something was thrown that nobody caught, or when it ends. */
const HANDLERS = ["'uncaughtException'", '"uncaughtException"', "'unhandledRejection'", '"unhandledRejection"', 'setUncaughtExceptionCaptureCallback(', 'window.onerror ='] as const;
/** These fail all the same unless what they do ends the process well. */
const ENDERS = ["process.on('exit'", 'process.on("exit"', "process.once('exit'", "process.on('beforeExit'", 'sys.excepthook', 'atexit.register', 'process.exit =', 'process.reallyExit ='] as const;
const FAILING = ['process.exit(1', 'exitCode = 1', 'throw ', 'process.abort', 'process.exit(2', 'exit(code', 'exit(error', 'process.exit(err', 'exitCode = error', 'process.kill', 'shutdown('] as const;
const WELL = ['exit(0)', 'exitCode = 0', 'reallyExit(0', '=> {}', 'lambda *'] as const;
/** A server has to stay up, whoever asks it something odd. */
const SERVERS = ['.listen(', 'createServer(', 'serve_forever(', 'app.run('] as const;
/** A handler is seldom longer. */
const LINES_MAX = 12;

/** The line with which a module keeps a failure of its process from whoever started it. */
export function keepsCrashesQuiet(path: string, text: string): string | undefined {
  if (!CODE.has(posix.extname(path)) || isTestFile(path) || SERVERS.some((mark) => text.includes(mark))) return undefined;
  const lines = text.split('\n');
  return lines.find((line, at) => {
    const body = bodyAt(lines, at);
    if (line.trim().startsWith('//') || line.trim().startsWith('#')) return false;
    if (HANDLERS.some((mark) => line.includes(mark))) return !FAILING.some((mark) => body.includes(mark));
    return ENDERS.some((mark) => line.includes(mark)) && WELL.some((mark) => body.includes(mark)) && !FAILING.some((mark) => body.includes(mark));
  })?.trim();
}

/** A handler as far as its own bracket closes. */
function bodyAt(lines: readonly string[], from: number): string {
  let depth = 0;
  const body: string[] = [];
  for (const line of lines.slice(from, from + LINES_MAX)) {
    body.push(line);
    depth += line.split('(').length - line.split(')').length;
    if (depth <= 0) break;
  }
  return body.join('\n');
}
