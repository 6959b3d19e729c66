import { MessageChannel } from 'node:worker_threads';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { laneMemory, receivingEnd, sendingEnd, type LaneCodec } from './thread-lane.ts';

type Message = { readonly list: readonly unknown[] } | { readonly other: unknown };

const LISTS: LaneCodec<Message> = { listOf: (message) => ('list' in message ? message.list : undefined), messageOf: (list) => ({ list }) };

/** Both ends of a lane that has already carried this many messages, and what went over its port. */
function lane(carried = 0) {
  const memory = laneMemory();
  for (const counter of [memory.sent, memory.received]) counter[0] = carried;
  const { port1, port2 } = new MessageChannel();
  const posted: unknown[] = [];
  const postMessage = port1.postMessage.bind(port1);
  port1.postMessage = (message: unknown) => {
    postMessage(message);
    posted.push(message);
  };
  return { send: sendingEnd(memory, port1, LISTS), receive: receivingEnd(memory, port2, LISTS), posted, close: () => port1.close() };
}

const message: fc.Arbitrary<Message> = fc.oneof(fc.record({ list: fc.array(fc.nat(9), { maxLength: 3 }) }), fc.record({ list: fc.constant([{}]) }), fc.record({ other: fc.nat(9) }));

describe('messages to another thread', () => {
  it('arrive in order and once, whichever way they take, also past the highest number', verifies('KEL-SQLITE-05'), () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 2 ** 31 - 3, -2), fc.array(fc.oneof(message, fc.constant('receive' as const)), { maxLength: 30 }), (carried, moves) => {
        const { send, receive, close } = lane(carried);
        const [sent, received]: Message[][] = [[], []];
        const take = (): void => {
          const next = receive();
          if (next !== undefined) received?.push(next);
          else expect(received).toEqual(sent);
        };
        for (const move of moves) {
          if (move === 'receive') {
            take();
          } else {
            send(move);
            sent?.push(move);
          }
        }
        for (let left = 0; left <= moves.length; left += 1) take();
        close();
      }),
    );
  });

  it('take the port when they are no lists, when both places are taken, and at no other time', verifies('KEL-SQLITE-05'), () => {
    const { send, receive, posted, close } = lane();
    for (const number of [1, 2, 3]) send({ list: [number] });
    expect(posted).toEqual([{ list: [3] }]);
    for (const number of [1, 2]) expect(receive()).toEqual({ list: [number] });
    for (const number of [4, 5]) send({ list: [number] });
    send({ other: 6 });
    expect(posted).toEqual([{ list: [3] }, { list: [5] }, { other: 6 }]);
    for (const number of [3, 4, 5]) expect(receive()).toEqual({ list: [number] });
    expect([receive(), receive()]).toEqual([{ other: 6 }, undefined]);
    close();
  });

  it('that cannot be sent leave nothing behind', verifies('KEL-SQLITE-05'), () => {
    const { send, receive, close } = lane();
    expect(() => send({ other: () => undefined })).toThrow('could not be cloned');
    send({ list: ['after'] });
    expect([receive(), receive()]).toEqual([{ list: ['after'] }, undefined]);
    close();
  });
});
