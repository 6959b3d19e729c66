import { basename } from 'node:path';
import { configAccept, taintReview, type ErrorBody } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { printable } from './printable.ts';
import { TRUST_IN_WORDS } from './tools-question.ts';

export interface TrustOptions {
  readonly reason?: string;
  readonly workspace?: string;
  readonly json?: boolean;
}

/** Settings are followed; every other file is only read. */
const CONFIGURATIONS: ReadonlySet<string> = new Set(['keelson.config.json', 'keelson.config.ts']);

/** A person read a file that holds words from elsewhere, and takes it for clean as it stands now. */
export async function trust(surface: Surface, path: string, options: TrustOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const asJson = options.json === true;
  if (CONFIGURATIONS.has(basename(path))) return acceptSettings(surface, path, asJson);
  if (options.reason === undefined) return showFailure(surface, reasonMissing(), asJson);
  const reviewed = await client.call(taintReview, { path, reason: options.reason, ...(options.workspace !== undefined && { workspace: options.workspace }) }, { signal, idempotencyKey: newKey() });
  if (!reviewed.ok) return showFailure(surface, reviewed.error, asJson);
  const { path: file, from, to, receipt_id: receipt } = reviewed.value;
  await terminal.writeOut(asJson ? `${JSON.stringify(reviewed.value)}\n` : `${printable(file)} counts as ${TRUST_IN_WORDS[to]} now (before: ${TRUST_IN_WORDS[from]}), as it stands. When it changes, that no longer holds. (${receipt})\n`);
  return EXIT.ok;
}

/** Settings that came with a repository count only as they were accepted. */
async function acceptSettings(surface: Surface, file: string, asJson: boolean): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const accepted = await client.call(configAccept, { file }, { signal, idempotencyKey: newKey() });
  if (!accepted.ok) return showFailure(surface, accepted.error, asJson);
  await terminal.writeOut(asJson ? `${JSON.stringify(accepted.value)}\n` : `${printable(accepted.value.file)} is followed now, as it stands. When it changes, you are asked again.\n`);
  return EXIT.ok;
}

function reasonMissing(): ErrorBody {
  return { code: 'input.invalid', message: 'Why the file can be trusted is not said.', next_step: 'Say it for the record: keelson trust FILE --reason "I wrote it myself".', data: {} };
}
