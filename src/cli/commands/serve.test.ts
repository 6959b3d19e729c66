import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createClient } from '../../client/index.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { runCli } from '../run-cli.ts';

const OCCASION = { due_at: '2026-01-02T02:00:00.000Z', started_at: '2026-01-02T02:00:01.000Z', missed: 0 };
const END = { run_id: 'run_01JFGWZ0000000000000000001', reason: 'success', error: null };
const STARTED = { server: 'server_1', url: 'http://a.test', first_url: 'http://a.test/?token=t' };

/** Serves until what falls due was asked for as often as there are answers. */
async function served(words: readonly string[], answers: readonly object[]): Promise<{ readonly out: string; readonly asked: readonly string[] }> {
  const stop = new AbortController();
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'http://keelson.test',
    fetch: async (request) => {
      const operation = new URL(request.url).pathname.split('/')[3] ?? '';
      asked.push(`${operation} ${await request.text()}`);
      if (operation === 'schedule.work') {
        const answer = answers[asked.filter((one) => one.startsWith(operation)).length - 1];
        if (answer !== undefined) return Response.json(answer);
        stop.abort();
      }
      // Whatever follows from the start has been asked for by then.
      if (operation === 'server.start' && words.includes('--tenant')) setImmediate(() => void setImmediate(() => stop.abort()));
      return Response.json(operation === 'server.start' ? STARTED : { requests: 3 });
    },
  });
  const { terminal, out } = memoryTerminal();
  await runCli(['serve', '--no-open', ...words], '1.2.3', { terminal, client, signal: stop.signal });
  return { out: out(), asked: asked.filter((one) => one.startsWith('schedule.work')) };
}

describe('a server at work for days', () => {
  it('does what falls due meanwhile, and tells of tasks and of what went wrong', verifies('KEL-SCHED-11'), async () => {
    const own = { work: 'dreamer', occasion: OCCASION, outcome: 'done', error: null };
    const { out, asked } = await served([], [{ done: [own, { work: 'sch_01jfgwz0000000000000000001', occasion: OCCASION, outcome: 'done', error: null, came_to: END }], next_due_at: null }, { done: [{ ...own, outcome: 'failed', error: 'The disk is full.' }], next_due_at: null }]);
    expect(asked[0]).toBe('schedule.work {"while_serving":true,"wait_ms":10000}');
    expect([asked.length, out.split('\n').filter((line) => line.startsWith('2026-'))]).toEqual([3, ['2026-01-02T02:00:01.000Z  000001 success (run 000001)', '2026-01-02T02:00:01.000Z  dreamer failed: The disk is full.']]);
  });

  it('leaves it alone in a tenant of its own', verifies('KEL-SCHED-11'), async () => {
    expect((await served(['--tenant', 'harbour'], [])).asked).toEqual([]);
  });
});
