import { TaskRefusal } from '../isolation/task-refusal.ts';
import { prelude } from './evaluate-prelude.ts';
import type { EvaluationOutcome, EvaluationRequest } from './evaluation.ts';
import { EVALUATION_LOG_CHARS_MAX, EVALUATION_LOG_LINES_MAX, EVALUATION_MEMORY_BYTES_MAX, EVALUATION_RESULT_CHARS_MAX, EVALUATION_RESULT_DEPTH_MAX, EVALUATION_STACK_BYTES_MAX } from './limits.ts';

const MEMORY_MB_MAX = EVALUATION_MEMORY_BYTES_MAX / (1024 * 1024);

const TOO_DEEP = ['The code calls itself too deeply, or its result is nested too deeply.', 'Use a loop instead of recursion, and return a flatter value.'] as const;

/** The engine's own errors, which the code could neither cause to be raised for another reason nor word itself. */
const ENGINE_ERRORS: Readonly<Record<string, readonly [message: string, nextStep: string]>> = {
  'out of memory': [`The code needed more than ${MEMORY_MB_MAX} MB of memory.`, 'Work on less data at once, or use run_node.'],
  'stack overflow': TOO_DEEP,
  'string too long': ['The code made a text that is too long.', 'Make shorter texts.'],
};

/** Evaluates code in QuickJS, which has no way to files, network, programs or time. Runs in a process of its own. */
export async function evaluateInEngine({ code, timeMs, seed }: EvaluationRequest): Promise<EvaluationOutcome> {
  const { newQuickJSWASMModuleFromVariant } = await import('quickjs-emscripten-core');
  const engine = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'));
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(EVALUATION_MEMORY_BYTES_MAX);
  runtime.setMaxStackSize(EVALUATION_STACK_BYTES_MAX);
  const context = runtime.newContext();
  const log = boundedLog();
  // The engine is thrown away with its process, so nothing in it is freed one by one.
  const writer = context.newFunction('write', (...given) => log.add(given.map((one) => String(context.dump(one))).join(' ')));
  context.setProp(context.global, '__write', writer);
  context.unwrapResult(context.evalCode(`${prelude(seed)}${CONSOLE}`, 'prelude.js'));
  const endsAtMs = performance.now() + timeMs;
  runtime.setInterruptHandler(() => performance.now() > endsAtMs);
  const evaluated = guarded(() => context.evalCode(code, 'code.js'));
  if (evaluated.error) throw refusalOf(context.dump(evaluated.error), timeMs);
  context.setProp(context.global, '__result', evaluated.value);
  const described = guarded(() => context.evalCode(DESCRIBE, 'describe.js'));
  if (described.error) throw refusalOf(context.dump(described.error), timeMs);
  const { json, type } = JSON.parse(context.getString(described.value)) as { json: string | null; type: string };
  if (json !== null && json.length > EVALUATION_RESULT_CHARS_MAX) throw new TaskRefusal(`The result has ${json.length} characters as JSON; at most ${EVALUATION_RESULT_CHARS_MAX} are given back.`, 'Return a summary or a part of it.');
  if (json !== null && depthOf(json) > EVALUATION_RESULT_DEPTH_MAX) throw new TaskRefusal(...TOO_DEEP);
  return { json, type, log: log.lines, isLogCut: log.isCut() };
}

const CONSOLE = `(() => {
  const write = globalThis.__write; delete globalThis.__write;
  const shown = (value) => { if (typeof value === 'string') return value; try { return JSON.stringify(value) ?? String(value); } catch { return String(value); } };
  const log = (...values) => write(values.map(shown).join(' '));
  globalThis.console = { log, info: log, warn: log, error: log, debug: log };
})();`;

/** Numbers that JSON has no word for are given as texts, since null would be a wrong answer. */
const DESCRIBE = `(() => {
  const value = globalThis.__result;
  const plain = (key, one) => typeof one === 'bigint' || (typeof one === 'number' && !Number.isFinite(one)) ? String(one) : one;
  if (value instanceof Promise) throw Error('the result is a promise; nothing waits for it here');
  return JSON.stringify({ json: JSON.stringify(value, plain) ?? null, type: value === null ? 'null' : typeof value });
})()`;

/** How many lists and objects lie within each other. A bracket in a text is none. */
function depthOf(json: string): number {
  let [depth, deepest, isText] = [0, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isText && character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (!isText && (character === '[' || character === '{')) deepest = Math.max(deepest, (depth += 1));
    else if (!isText && (character === ']' || character === '}')) depth -= 1;
  }
  return deepest;
}

function boundedLog() {
  const lines: string[] = [];
  let [charsLeft, isCut] = [EVALUATION_LOG_CHARS_MAX, false];
  return {
    lines,
    isCut: () => isCut,
    add(line: string): void {
      if (lines.length >= EVALUATION_LOG_LINES_MAX || line.length > charsLeft) {
        isCut = true;
        return;
      }
      charsLeft -= line.length;
      lines.push(line);
    },
  };
}

/** Very deep values overflow the stack around the engine before its own limit is reached. */
function guarded<Result>(evaluate: () => Result): Result {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof RangeError) throw new TaskRefusal(...TOO_DEEP);
    throw error;
  }
}

function refusalOf(thrown: unknown, timeMs: number): TaskRefusal {
  const { name, message } = typeof thrown === 'object' && thrown !== null ? (thrown as { name?: unknown; message?: unknown }) : {};
  if (name === 'InternalError' && message === 'interrupted') return new TaskRefusal(`The code did not end within ${timeMs} ms.`, 'Do less work, allow more time with time_limit_ms, or use run_node.');
  const known = name === 'InternalError' ? ENGINE_ERRORS[String(message)] : undefined;
  if (known) return new TaskRefusal(...known);
  const said = name === undefined ? JSON.stringify(thrown) : `${String(name)}: ${String(message)}`;
  return new TaskRefusal(`The code failed with ${said.slice(0, 500)}`, 'Correct the code and try again.');
}
