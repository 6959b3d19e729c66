import { readFileSync, writeFileSync } from 'node:fs';
import { serveTask } from '../../src/tools/builtin/isolation/serve-task.ts';
import { TaskRefusal } from '../../src/tools/builtin/isolation/task-refusal.ts';

/** What a task may and may not do, for the tests of isolation alone. */
serveTask(({ act, path = '' }: { act: string; path?: string }) => {
  if (act === 'refuse') throw new TaskRefusal('No.', 'Ask for another thing.');
  if (act === 'fall over') throw new TypeError('something is not a function');
  if (act === 'exit') process.exit(3);
  if (act === 'loop') for (;;);
  if (act === 'grow') for (const all: unknown[] = []; ; ) all.push(Array.from({ length: 1_000 }, () => act));
  if (act === 'read') return readFileSync(path).length;
  if (act === 'write') return writeFileSync(path, act);
  return { act, pid: process.pid, names: Object.keys(process.env) };
});
