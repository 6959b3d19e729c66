import { Worker } from 'node:worker_threads';
import { TaskRefusal, type TaskAnswer, type TaskRequest } from './task-refusal.ts';

/**
 * The side of a task: takes one request from the process that started it, answers once and ends. Whoever started it ends
 * it at its time; should that process be gone, a thread that nothing can block does so.
 */
export function serveTask<Input, Output>(perform: (input: Input) => Output | Promise<Output>): void {
  process.once('disconnect', () => process.exit(0));
  process.once('message', ({ input, endAfterMs }: TaskRequest) => {
    endAfter(endAfterMs);
    void answerTo(() => perform(input as Input)).then((answer) => process.send?.(answer, () => process.exit(0)));
  });
}

export async function answerTo(perform: () => unknown): Promise<TaskAnswer> {
  try {
    return { kind: 'done', output: await perform() };
  } catch (error) {
    if (error instanceof TaskRefusal) return { kind: 'refused', message: error.message, nextStep: error.nextStep };
    return { kind: 'broken', detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

/** A timer of this thread would never fire while a library is busy, and SQLite or a number can keep it busy for ever. */
function endAfter(delayMs: number): void {
  new Worker('setTimeout(() => process.kill(process.pid, "SIGKILL"), require("node:worker_threads").workerData)', { eval: true, workerData: delayMs, execArgv: [] }).unref();
}
