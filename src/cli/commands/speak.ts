import { protocolServe, type StdioProtocol } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { OUTPUT_ENDED, showFailure, type Surface } from '../surface.ts';

/** Speaks a protocol until the other program is done. Standard output is the protocol's alone. */
export async function speak(surface: Surface, protocol: StdioProtocol): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  if (terminal.isInteractive) await terminal.writeError(`This speaks ${protocol.toUpperCase()} with the program that starts it; keelson ${protocol} --help tells how to set that up. Ctrl-C stops it.\n`);
  const served = await client.call(protocolServe, { protocol }, { signal });
  if (!served.ok && !signal.aborted) return showFailure(surface, served.error, false);
  return signal.aborted && signal.reason !== OUTPUT_ENDED ? EXIT.interrupted : EXIT.ok;
}
