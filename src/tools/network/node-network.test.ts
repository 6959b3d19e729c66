import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { nodeNetwork } from './node-network.ts';

const patience = new AbortController().signal;

describe('the network of this machine', () => {
  it('connects to an address and tells who is there', async () => {
    const server = createServer((socket) => socket.end('hi'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { socket, remoteAddress } = await nodeNetwork.connect({ address: '127.0.0.1', port: (server.address() as AddressInfo).port }, patience);
    const [first] = await once(socket, 'data');
    expect([remoteAddress, String(first)]).toEqual(['127.0.0.1', 'hi']);
    socket.destroy();
    server.close();
    await once(server, 'close');
  });

  it('never takes a name where an address is expected', async () => {
    await expect(nodeNetwork.connect({ address: 'localhost', port: 80 }, patience)).rejects.toMatchObject({ code: 'invariant.broken' });
  });

  it('looks a name up with all its addresses, and stops waiting when told to', async () => {
    expect(['127.0.0.1', '::1']).toEqual(expect.arrayContaining([...(await nodeNetwork.resolve('localhost', patience))]));
    const reason = new Error('stop');
    await expect(nodeNetwork.resolve('localhost', AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
