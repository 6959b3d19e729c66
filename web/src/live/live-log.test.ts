import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createLiveLog, type LiveStanding, type ShownEntry } from './live-log.ts';

const frame = (position: number): string => `id: ${position}\nevent: entry\ndata: ${JSON.stringify({ position, event: { type: 'x.happened' } })}\n\n`;

/** Answers each connection with the next of these, from where it was asked; then lets nobody in any more. */
function serverWith(...connections: readonly (readonly number[] | 'fails')[]) {
  const asked: (string | null)[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(new URL(request.url).searchParams.get('after'));
    const next = connections[asked.length - 1];
    if (next === 'fails') throw new TypeError('no connection');
    return next === undefined ? new Response('{}', { status: 401 }) : new Response(next.map(frame).join(''));
  };
  return { asked, fetch };
}

async function followed(server: ReturnType<typeof serverWith>, ends: readonly (number | 'locked' | undefined)[] = [7], isAtOnce = false) {
  const told: number[][] = [];
  const stood: LiveStanding[] = [];
  let end = 0;
  const soon: (() => void)[] = [];
  let pauses = 0;
  const log = createLiveLog({ end: async () => ends[end++], follow: { fetch: server.fetch, baseUrl: 'http://here', pause: async () => void (pauses += 1) }, soon: (callback) => (isAtOnce ? callback() : void soon.push(callback)) });
  log.onEntries((entries: readonly ShownEntry[]) => void told.push(entries.map(({ position }) => position)));
  log.standing.subscribe(() => void stood.push(log.standing.get()));
  await log.run(new AbortController().signal);
  for (const callback of soon) callback();
  return { told, stood, pauses };
}

describe('the one stream of a page', () => {
  it('goes on from the end of the log as it was, and after a loss from the last entry that came', verifies('KEL-WEB-14', 'KEL-WEB-54', 'MAH-5-2'), async () => {
    const server = serverWith([8, 9], 'fails', [9, 10]);
    const { told, stood } = await followed(server);
    expect(server.asked).toEqual(['7', '9', '9', '10']);
    expect(told.flat()).toEqual([8, 9, 10]);
    expect(stood).toEqual(['live', 'lost', 'live', 'lost', 'locked']);
  });

  it('tells what is being written, also who asks in the middle, and forgets it when it is over or the stream is lost', verifies('KEL-WEB-14', 'KEL-GENUI-09'), async () => {
    const drafts = [['one', false], ['two', false], ['two', true]].map(([id, isOver]) => `event: draft\ndata: ${JSON.stringify({ subtask_id: id, is_over: isOver })}\n\n`);
    let connections = 0;
    const fetch = async (): Promise<Response> => ((connections += 1) === 1 ? new Response([...drafts, frame(8)].join('')) : new Response('{}', { status: 401 }));
    const log = createLiveLog({ end: async () => 7, follow: { fetch, baseUrl: 'http://here', pause: async () => undefined }, soon: (callback) => callback() });
    const [told, late, afterwards]: string[][] = [[], [], []];
    log.onDraft(({ subtask_id: id }) => void told?.push(id));
    log.onEntries(() => log.onDraft(({ subtask_id: id }) => void late?.push(id)));
    await log.run(new AbortController().signal);
    log.onDraft(({ subtask_id: id }) => void afterwards?.push(id));
    expect([told, late, afterwards]).toEqual([['one', 'two', 'two'], ['one'], []]);
  });

  it('tells a burst once', verifies('KEL-WEB-14'), async () => {
    expect((await followed(serverWith([8, 9, 10, 11]))).told).toEqual([[8, 9, 10, 11]]);
    expect((await followed(serverWith([8, 9]), [7], true)).told).toEqual([[8], [9]]);
  });

  it('waits for a server that does not answer yet, and gives up only where it is not let in', verifies('KEL-WEB-14'), async () => {
    const { told, pauses } = await followed(serverWith([8]), [undefined, undefined, 7]);
    expect([told, pauses]).toEqual([[[8]], 3]);
    const locked = serverWith([8]);
    expect([(await followed(locked, ['locked'])).stood, locked.asked]).toEqual([['locked'], []]);
  });
});
