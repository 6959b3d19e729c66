/**
 * Messages from one thread to another, in order, each once. Ordinary ones go through shared memory, where there is
 * place for two on their way; all others over a port. The number of a message says where it is: in its place, if that
 * holds this very number, and else it is the next one at the port.
 */
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { sharedListIn, sharedListMemory, type FlatList, type SharedListMemory } from './shared-lists.ts';

const PLACES = 2;

/** What both threads know of a lane. Numbers count on from the highest to the lowest, so they never run out. */
export interface LaneMemory {
  /** How many were sent, and how many of them have been received. */
  readonly sent: Int32Array<SharedArrayBuffer>;
  readonly received: Int32Array<SharedArrayBuffer>;
  readonly places: readonly SharedListMemory[];
  /** For each place the number of the message in it. */
  readonly numbers: Int32Array<SharedArrayBuffer>;
}

/** Which messages are lists that may go through shared memory, and what such a list means. */
export interface LaneCodec<Message> {
  listOf(message: Message): FlatList | undefined;
  messageOf(list: FlatList): Message;
}

export function laneMemory(): LaneMemory {
  const counter = (length: number) => new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
  return { sent: counter(1), received: counter(1), places: Array.from({ length: PLACES }, sharedListMemory), numbers: counter(PLACES) };
}

/** The end that sends. It throws when a message cannot be sent; then nothing was. */
export function sendingEnd<Message>({ sent, received, places, numbers }: LaneMemory, port: MessagePort, codec: LaneCodec<Message>): (message: Message) => void {
  const lists = places.map(sharedListIn);
  return (message) => {
    const last = Atomics.load(sent, 0);
    const number = next(last);
    const place = placeOf(number);
    const isFree = isWithin(PLACES, Atomics.load(received, 0), number);
    const list = isFree ? codec.listOf(message) : undefined;
    const isInPlace = list !== undefined && lists[place]?.write(list) === true;
    if (!isInPlace) port.postMessage(message);
    // Any other number than its own says that it is not here.
    if (isFree) numbers[place] = isInPlace ? number : last;
    Atomics.store(sent, 0, number);
    Atomics.notify(sent, 0);
  };
}

/** The end that receives: the next message, or nothing when all were received. */
export function receivingEnd<Message>({ sent, received, places, numbers }: LaneMemory, port: MessagePort, codec: LaneCodec<Message>): () => Message | undefined {
  const lists = places.map(sharedListIn);
  return () => {
    const last = Atomics.load(received, 0);
    if (last === Atomics.load(sent, 0)) return undefined;
    const number = next(last);
    const place = placeOf(number);
    const list = numbers[place] === number ? lists[place]?.read() : undefined;
    const message = list === undefined ? (receiveMessageOnPort(port)?.message as Message | undefined) : codec.messageOf(list);
    Atomics.store(received, 0, number);
    return message;
  };
}

const next = (number: number): number => (number + 1) | 0;
const placeOf = (number: number): number => number & (PLACES - 1);
const isWithin = (distance: number, from: number, to: number): boolean => ((to - from) | 0) <= distance;
