import { toolsAccept, toolsList, type ErrorBody } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { printable } from './printable.ts';
import { saysYes } from './says-yes.ts';

export interface AcceptOptions {
  readonly hash?: string;
  readonly json?: boolean;
}

/** Shows how another server describes its tool, and accepts exactly that description after a yes. */
export async function acceptTool(surface: Surface, toolId: string, options: AcceptOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  const listed = await client.call(toolsList, {}, { signal });
  if (!listed.ok) return showFailure(surface, listed.error, asJson);
  const waiting = listed.value.waiting.find((one) => one.tool_id === toolId);
  if (waiting !== undefined && options.hash === undefined) {
    if (!terminal.isInteractive) return showFailure(surface, needsYes(toolId, waiting.definition_hash), asJson);
    await terminal.writeError(`${toolId} of ${waiting.server} says of itself:\n  ${printable(waiting.description)}\nOffer it to models? Type yes to go on: `);
    if (!(await saysYes(surface))) {
      await terminal.writeError('It stays as it was.\n');
      return EXIT.failed;
    }
  }
  const hash = options.hash ?? waiting?.definition_hash ?? '0'.repeat(64);
  const outcome = await client.call(toolsAccept, { tool_id: toolId, definition_hash: hash }, { signal, idempotencyKey: `accept:${toolId}:${hash}` });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : `${toolId} can be used now.\n`);
  return EXIT.ok;
}

function needsYes(toolId: string, hash: string): ErrorBody {
  return { code: 'tool.approval_denied', message: `${toolId} is described by somebody else, so a person accepts it.`, next_step: `Read it with \`keelson tools\`, then run the same again with --hash ${hash}.`, data: { tool_id: toolId, reason: 'nobody was asked' } };
}
