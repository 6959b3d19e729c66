import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

export interface DeadPort {
  readonly port: number;
  close(): void;
}

/**
 * A port where connections are refused, now and as long as it is held. It is the near end of a connection: the kernel gives
 * it to nobody else, and nobody listens on it.
 */
export async function holdDeadPort(): Promise<DeadPort> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).unref();
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(near, 'connect');
  near.on('error', () => {}).unref();
  const port = (near.address() as AddressInfo).port;
  return {
    port,
    close() {
      near.destroy();
      server.close();
    },
  };
}
