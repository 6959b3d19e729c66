import { createServer, request as ask } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/**
 * Stands before a server and shows its token for whoever cannot. Host and origin go on as they came, but that its own address
 * becomes that of the server; so what the server says of others is what they get.
 */
export async function withToken(url: string, token: string): Promise<{ readonly url: string; close(): void }> {
  const target = new URL(url);
  const before = createServer((incoming, outgoing) => {
    const own = `127.0.0.1:${(before.address() as AddressInfo).port}`;
    const headers = Object.fromEntries(Object.entries({ ...incoming.headers, authorization: `Bearer ${token}` }).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll(own, target.host) : value]));
    const onward = ask({ host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await once(before.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(before.address() as AddressInfo).port}`,
    close() {
      before.closeAllConnections();
      before.close();
    },
  };
}
