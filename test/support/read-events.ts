import { serverEvents } from '../../src/client/index.ts';

export interface ReadEvent {
  readonly event: string;
  readonly data: string;
}

/** Every event of a stream, to its end. */
export async function eventsOf(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ReadEvent[]> {
  const events: ReadEvent[] = [];
  for await (const { event, data } of serverEvents(body)) events.push({ event, data });
  return events;
}
