import { connect } from 'node:net';
import type { HostProbe, ProbeFinding, ProbeId } from '../../commands/index.ts';
import { firstLine, runProgram } from './run-program.ts';

/** The first bytes of a service's own protocol, and how its answer begins. */
export interface Greeting {
  readonly hello: Uint8Array;
  readonly answers: readonly string[];
}

export const REDIS_GREETING: Greeting = { hello: new TextEncoder().encode('PING\r\n'), answers: ['+PONG', '-NOAUTH', '-DENIED'] };
/** Asks for encryption, which every PostgreSQL server answers with one letter before anything else. */
export const POSTGRES_GREETING: Greeting = { hello: Uint8Array.of(0, 0, 0, 8, 4, 210, 22, 47), answers: ['S', 'N'] };

export interface ServiceProbeOptions {
  readonly id: ProbeId;
  readonly name: string;
  /** The configured address, when the person set one. */
  readonly url: string | undefined;
  readonly urlVariable: string;
  readonly schemes: readonly string[];
  readonly greeting: Greeting;
  readonly defaultPort: number;
  /** A program whose presence shows that the service could be started here. */
  readonly program: string;
}

/** A service is `ok` only when something at the configured address speaks its protocol. */
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
  if (url === null || url.hostname === '' || !options.schemes.includes(url.protocol)) {
    return { status: 'limited', found: `${options.urlVariable} is not an address of the form ${options.schemes[0]}//host:port` };
  }
  const host = url.hostname;
  const port = url.port === '' ? options.defaultPort : Number(url.port);
  const failure = await greetingFailure(host, port, options.greeting, signal);
  return failure === undefined
    ? { status: 'ok', found: `${options.name} answers at ${host}:${port}` }
    : { status: 'limited', found: `no ${options.name} answers at ${host}:${port} (${failure})` };
}

/** How long a server on the same network may take to answer its own protocol's first word. */
const GREETING_TIMEOUT_MS = 2_000;

function greetingFailure(host: string, port: number, { hello, answers }: Greeting, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal, timeout: GREETING_TIMEOUT_MS });
    const end = (failure: string | undefined): void => {
      resolve(failure);
      socket.destroy();
    };
    socket.once('connect', () => socket.write(hello));
    socket.once('data', (data) => end(answers.some((answer) => data.toString('latin1').startsWith(answer)) ? undefined : 'something else speaks there'));
    socket.once('timeout', () => end('it says nothing'));
    socket.once('end', () => end('it hangs up'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
