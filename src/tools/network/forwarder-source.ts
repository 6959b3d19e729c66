/**
 * A program for inside the sandbox, where there is no network but the proxy's socket: it listens on 127.0.0.1 and passes
 * every connection on to that socket, so that programs which know only `http_proxy=http://127.0.0.1:PORT` can use it.
 *
 * Run it with Node as `node -e SOURCE PORT SOCKET_PATH`; PORT may be 0. It prints the port that it listens on and a line
 * break, and ends with the sandbox. It needs nothing but Node itself, of any version since 18.
 */
export const FORWARDER_SOURCE = `
'use strict';
const net = require('node:net');
const [port, socketPath] = process.argv.slice(-2);
const server = net.createServer({ allowHalfOpen: true }, (client) => {
  const proxy = net.connect({ path: socketPath, allowHalfOpen: true });
  const breakOff = () => {
    client.destroy();
    proxy.destroy();
  };
  client.on('error', breakOff);
  proxy.on('error', breakOff);
  client.pipe(proxy);
  proxy.pipe(client);
});
server.maxConnections = 128;
server.on('error', (error) => {
  process.stderr.write('forwarder: ' + error.code + '\\n');
  process.exit(1);
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(server.address().port + '\\n'));
`;
