import { describe, expect, it } from 'vitest';
import { loopbackInternet } from '../../../test/support/loopback-internet.ts';
import { connectVetted } from './vetted-connection.ts';

const patience = new AbortController().signal;
const SITE = '93.184.216.34';

describe('a vetted connection', () => {
  it('leaves an address that does not answer for the next', async () => {
    const internet = loopbackInternet({ 'two.example': [['2606:2800::1', SITE]] });
    await internet.serve(SITE, (_, response) => void response.end());
    const ports: typeof internet.ports = {
      ...internet.ports,
      connect: (target, signal) =>
        target.address === SITE ? internet.ports.connect(target, signal) : new Promise((_, reject) => void signal.addEventListener('abort', () => reject(signal.reason))),
    };
    const { socket, address } = await connectVetted({ host: 'two.example', port: 80 }, ports, patience, 10);
    socket.destroy();
    expect(address).toBe(SITE);
  });

  it('tries no more than a few addresses', async () => {
    const addresses = Array.from({ length: 9 }, (_, at) => `93.184.216.${at}`);
    const internet = loopbackInternet({ 'many.example': [addresses] });
    await expect(connectVetted({ host: 'many.example', port: 80 }, internet.ports, patience)).rejects.toMatchObject({ code: 'network.unreachable', data: { host: 'many.example', detail: 'ECONNREFUSED' } });
    expect(internet.connects.map(({ address }) => address)).toEqual(addresses.slice(0, 4));
  });
});
