import { describe, expect, it } from 'vitest';
import { messageRequest } from '../../../test/support/sqlite-ledger.ts';
import type { LedgerRequest } from '../../ledger/index.ts';
import { createBatchQueue, type BatchQueue } from './batch-queue.ts';
import type { Outcome } from './thread-protocol.ts';

const REPLY: Outcome = { reply: { appended: [], results: [], isReplay: false, warnings: [] } };
const keyOf = ({ append }: LedgerRequest): string => append?.key ?? '';
const codeOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => 'answered', (error: { code: string }) => error.code);

/** A way to send that refuses what is called bad, as a whole. */
function queueRefusing(isBad: (key: string) => boolean, error: Error): { queue: BatchQueue; sent: string[][] } {
  const sent: string[][] = [];
  const send = (requests: readonly LedgerRequest[]): void => {
    if (requests.some((request) => isBad(keyOf(request)))) throw error;
    sent.push(requests.map(keyOf));
  };
  return { queue: createBatchQueue(send, () => 0), sent };
}

describe('a request that cannot be sent', () => {
  const uncloneable = new DOMException('() => {} could not be cloned', 'DataCloneError');

  it('is refused alone, and those beside it are served', async () => {
    const { queue, sent } = queueRefusing((key) => key === 'bad', uncloneable);
    const answers = ['a', 'bad', 'b'].map((key) => codeOf(queue.add(messageRequest(key, key))));
    await Promise.resolve();
    expect(sent).toEqual([['a'], ['b']]);
    queue.settle([REPLY]);
    queue.settle([REPLY]);
    expect(await Promise.all(answers)).toEqual(['answered', 'input.invalid', 'answered']);
    await queue.whenIdle();
  });

  it('holds up nobody who waits behind it', async () => {
    const { queue, sent } = queueRefusing((key) => key.startsWith('bad'), uncloneable);
    const bad = Array.from({ length: 256 }, (_, number) => codeOf(queue.add(messageRequest(`bad${number}`, 'x'))));
    const good = codeOf(queue.add(messageRequest('good', 'x')));
    expect(new Set(await Promise.all(bad))).toEqual(new Set(['input.invalid']));
    await Promise.resolve();
    expect(sent).toEqual([['good']]);
    queue.settle([REPLY]);
    expect(await good).toBe('answered');
  });

  it('for another reason is told as a defect', async () => {
    const { queue } = queueRefusing(() => true, new TypeError('odd'));
    expect(await codeOf(queue.add(messageRequest('a', 'x')))).toBe('internal.unexpected');
    await queue.whenIdle();
  });
});

describe('a batch', () => {
  it('can be rejected as one, and the next one goes on', async () => {
    const { queue, sent } = queueRefusing(() => false, new TypeError('never'));
    const first = [codeOf(queue.add(messageRequest('a', 'x'))), codeOf(queue.add(messageRequest('b', 'x')))];
    await Promise.resolve();
    const second = codeOf(queue.add(messageRequest('c', 'x')));
    queue.reject(Object.assign(new Error('broken'), { code: 'broken' }));
    expect(await Promise.all(first)).toEqual(['broken', 'broken']);
    expect(sent).toEqual([['a', 'b'], ['c']]);
    queue.settle([]);
    expect(await second).toBe('internal.unexpected');
  });

  it('is waited for, without asking again and again', async () => {
    const { queue } = queueRefusing(() => false, new TypeError('never'));
    const answer = queue.add(messageRequest('a', 'x'));
    await Promise.resolve();
    let isIdle = false;
    const idle = queue.whenIdle().then(() => (isIdle = true));
    await Promise.resolve();
    expect(isIdle).toBe(false);
    queue.settle([REPLY]);
    await Promise.all([answer, idle]);
    expect(isIdle).toBe(true);
  });
});
