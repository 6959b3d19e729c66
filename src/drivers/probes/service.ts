import { connect } from 'node:net';
import type { HostProbe, ProbeFinding, ProbeId } from '../../commands/index.ts';
import { firstLine, runProgram } from './run-program.ts';

export interface ServiceProbeOptions {
  readonly id: ProbeId;
  readonly name: string;
  /** The configured address, when the person set one. */
  readonly url: string | undefined;
  readonly urlVariable: string;
  readonly defaultPort: number;
  /** A program whose presence shows that the service could be started here. */
  readonly program: string;
}

/** A service is `ok` only when something accepts a connection at the configured address. */
export function serviceProbe(options: ServiceProbeOptions): HostProbe {
  return {
    id: options.id,
    run: async (signal) => {
      if (options.url !== undefined && options.url !== '') return tryAddress(options, options.url, signal);
      const program = await runProgram(options.program, ['--version'], signal);
      const installed = program.missing ? `no ${options.program} on this machine` : `${firstLine(program.output)} is installed but not used`;
      return { status: 'absent', found: `${options.urlVariable} is not set; ${installed}` };
    },
  };
}

async function tryAddress(options: ServiceProbeOptions, address: string, signal: AbortSignal): Promise<ProbeFinding> {
  const url = URL.parse(address);
  if (url === null || url.hostname === '') {
    return { status: 'limited', found: `${options.urlVariable} is not an address of the form scheme://host:port` };
  }
  const host = url.hostname;
  const port = url.port === '' ? options.defaultPort : Number(url.port);
  const failure = await connectionFailure(host, port, signal);
  return failure === undefined
    ? { status: 'ok', found: `${options.name} accepts connections at ${host}:${port}` }
    : { status: 'limited', found: `${host}:${port} does not answer (${failure})` };
}

function connectionFailure(host: string, port: number, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal });
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}
