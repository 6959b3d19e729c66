import { ApiKeyId, keyCreate, keyList, keyRevoke, type ApiKey, type KeyScope, type Name } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { printable } from './printable.ts';

export interface KeysOptions {
  readonly tenant?: Name;
  readonly json?: boolean;
}

export interface KeyCreateOptions extends KeysOptions {
  readonly scope: readonly KeyScope[];
  /** False for a key without an end. */
  readonly days?: number | false;
}

export interface KeyRevokeOptions extends KeysOptions {
  readonly reason: string;
}

const named = ({ tenant }: KeysOptions): { readonly tenant?: Name } => (tenant === undefined ? {} : { tenant });

export async function createKey(surface: Surface, name: string, options: KeyCreateOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const days = options.days === false ? null : options.days;
  const outcome = await client.call(keyCreate, { ...named(options), name, scopes: [...options.scope], ...(days !== undefined && { days }) }, { signal, idempotencyKey: newKey() });
  if (!outcome.ok) return showFailure(surface, outcome.error, options.json === true);
  const { key, secret } = outcome.value;
  const text = `${lineOf(key)}\n\nGive this to whoever holds it; it is shown once and kept nowhere:\n  ${secret}\n\nIt is sent as "Authorization: Bearer KEY". To end it: keelson key revoke ${key.key_id} --reason "why"\n`;
  await terminal.writeOut(options.json === true ? `${JSON.stringify(outcome.value)}\n` : text);
  return EXIT.ok;
}

export async function listKeys(surface: Surface, options: KeysOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const outcome = await client.call(keyList, named(options), { signal });
  if (!outcome.ok) return showFailure(surface, outcome.error, options.json === true);
  const { keys } = outcome.value;
  const text = keys.length === 0 ? 'There are no keys. To make one: keelson key create NAME --scope read\n' : `${keys.map(lineOf).join('\n')}\n`;
  await terminal.writeOut(options.json === true ? `${JSON.stringify(outcome.value)}\n` : text);
  return EXIT.ok;
}

export async function revokeKey(surface: Surface, given: string, options: KeyRevokeOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const id = ApiKeyId.safeParse(given);
  if (!id.success) {
    await terminal.writeError(`"${printable(given)}" is no id of a key. \`keelson keys\` lists them.\n`);
    return EXIT.usage;
  }
  const outcome = await client.call(keyRevoke, { ...named(options), key_id: id.data, reason: options.reason }, { signal, idempotencyKey: newKey() });
  if (!outcome.ok) return showFailure(surface, outcome.error, options.json === true);
  await terminal.writeOut(options.json === true ? `${JSON.stringify(outcome.value)}\n` : `${lineOf(outcome.value.key)}\nWhoever holds it is not let in any more.\n`);
  return EXIT.ok;
}

function lineOf({ key_id: id, name, scopes, expires_at: until, revoked_at: revoked }: ApiKey): string {
  const standing = revoked === null ? (until === null ? 'until it is revoked' : `until ${until}`) : `revoked ${revoked}`;
  return `${id}  ${name}  ${scopes.join(', ')}  ${standing}`;
}
