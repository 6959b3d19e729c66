import { artifactShow } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { printableLines } from './printable.ts';
import { viewAsText } from './result-views.ts';

export interface ArtifactOptions {
  readonly json?: boolean;
}

const INDENT = 2;

/** Opens what a run kept. Where it comes from goes to standard error, so that a file takes the content alone. */
export async function showArtifact(surface: Surface, artifact: string, { json }: ArtifactOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const shown = await client.call(artifactShow, { artifact }, { signal });
  if (!shown.ok) return showFailure(surface, shown.error, json === true);
  if (json === true) {
    await terminal.writeOut(`${JSON.stringify(shown.value)}\n`);
    return EXIT.ok;
  }
  const { artifact: kept, content } = shown.value;
  await terminal.writeError(`${style(terminal.colour).dim(`${kept.type} by ${kept.produced_by} in ${kept.phase} · ${kept.artifact_id} of ${kept.run_id}`)}\n`);
  const text = viewAsText(kept.type, content) ?? (typeof content === 'string' ? content : JSON.stringify(content, null, INDENT));
  await terminal.writeOut(`${terminal.isInteractive ? printableLines(text) : text}\n`);
  return EXIT.ok;
}
