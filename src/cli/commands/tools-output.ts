import { Sha256, toolsOutput } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { printableLines } from './printable.ts';

export interface ToolsOutputOptions {
  readonly json?: boolean;
}

/** Prints the whole of an output that was shown shortened. */
export async function printToolOutput(surface: Surface, hash: string, options: ToolsOutputOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const sha256 = Sha256.safeParse(hash);
  if (!sha256.success) return showFailure(surface, { code: 'input.invalid', message: `"${hash}" is not the hash of an output.`, next_step: 'It has 64 letters and digits, and stands in the note where the output was shortened.', data: {} }, asJson);
  const outcome = await client.call(toolsOutput, { sha256: sha256.data }, { signal });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  const { text } = outcome.value;
  await terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : terminal.isInteractive ? printableLines(text) : text);
  return EXIT.ok;
}
