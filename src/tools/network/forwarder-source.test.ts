import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { loopbackInternet } from '../../../test/support/loopback-internet.ts';
import { filteringProxy } from './filtering-proxy.ts';
import { FORWARDER_SOURCE } from './forwarder-source.ts';

describe('the forwarder', () => {
  it('carries what a program says to 127.0.0.1 to the socket of the proxy and back', verifies('KEL-NET-10'), async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-forwarder-'));
    const socketPath = join(folder, 'proxy.sock');
    const internet = loopbackInternet({ 'ok.example': [['93.184.216.34']] });
    await internet.serve('93.184.216.34', (_, response) => void response.end('y'.repeat(500_000)));
    const proxy = await filteringProxy({ allow: ['ok.example'], listen: { socketPath }, ports: internet.ports });
    const forwarder = spawn(process.execPath, ['-e', FORWARDER_SOURCE, '0', socketPath], { stdio: ['ignore', 'pipe', 'inherit'], env: {} });
    try {
      const [port] = await once(forwarder.stdout, 'data');
      const statuses = [];
      for (const url of ['http://ok.example/', 'http://other.example/']) {
        const sent = request({ host: '127.0.0.1', port: Number(port), path: url, agent: false });
        sent.end();
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        statuses.push([answer.statusCode, (await text(answer)).length]);
      }
      expect(statuses).toEqual([
        [200, 500_000],
        [403, 53],
      ]);
    } finally {
      forwarder.kill('SIGKILL');
      await proxy.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('says why it cannot listen', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const forwarder = spawn(process.execPath, ['-e', FORWARDER_SOURCE, String(port), '/x'], { stdio: ['ignore', 'ignore', 'pipe'], env: {} });
    const [said, [code]] = await Promise.all([text(forwarder.stderr), once(forwarder, 'exit')]);
    other.close();
    expect([said, code]).toEqual(['forwarder: EADDRINUSE\n', 1]);
  });
});
