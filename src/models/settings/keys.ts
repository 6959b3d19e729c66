import type { KeySource } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { variableOf, type Environment } from './environment.ts';
import { Secret } from './secret.ts';

/** What became of a program that was run for a key. Nothing that it wrote to its error output is in here. */
export interface KeyProgramResult {
  /** Null when it could not be started or was ended. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly isMissing: boolean;
  readonly isTimedOut: boolean;
}

/** Runs a program without a shell. Must not throw. */
export type KeyProgram = (command: readonly string[], timeoutMs: number) => Promise<KeyProgramResult>;

export interface KeyPorts {
  readonly environment: Environment;
  /** As Node names it: `darwin`, `linux`, … */
  readonly platform: string;
  readonly run: KeyProgram;
}

export interface Keys {
  /** Rejects with `model.key_unavailable`. What a command or keychain gave is kept for as long as this process runs. */
  resolve(provider: string, source: KeySource): Promise<Secret>;
}

/** A person may have to unlock something; longer than this nobody waits. */
export const KEY_COMMAND_TIMEOUT_MS = 10_000;

/** Entries of the keychain are ours: they lie under this name, and no other is ever read. */
const KEYCHAIN_SERVICE = 'keelson';

export function createKeys(ports: KeyPorts): Keys {
  const kept = new Map<string, Promise<Secret>>();
  return {
    resolve(provider, source) {
      if ('env' in source) return fromEnvironment(provider, source, ports.environment);
      const id = JSON.stringify(source);
      const known = kept.get(id);
      if (known !== undefined) return known;
      const asked = fromProgram(provider, source, ports);
      kept.set(id, asked);
      // A failure is not kept: the person may unlock the keychain and try again.
      asked.catch(() => kept.delete(id));
      return asked;
    },
  };
}

/** Where a key comes from, in words that hold nothing of it. Of a command only the program: arguments may be private. */
export function describeKeySource(source: KeySource): string {
  if ('env' in source) return `environment variable ${source.env}`;
  return 'keychain' in source ? `keychain entry ${source.keychain}` : `command ${source.command[0] ?? ''}`;
}

async function fromEnvironment(provider: string, source: { readonly env: string }, environment: Environment): Promise<Secret> {
  const value = variableOf(environment, source.env);
  if (value === undefined) throw unavailable(provider, source, 'it is not set', `Set ${source.env} to the key, or name another place for it in the settings.`);
  return secretOf(provider, source, value);
}

async function fromProgram(provider: string, source: Exclude<KeySource, { env: string }>, { platform, run }: KeyPorts): Promise<Secret> {
  const command = 'command' in source ? source.command : keychainCommand(provider, source, platform);
  const { exitCode, output, isMissing, isTimedOut } = await run(command, KEY_COMMAND_TIMEOUT_MS);
  const program = command[0] ?? '';
  if (isMissing) throw unavailable(provider, source, `there is no program ${program}`, `Install ${program}, or name another place for the key in the settings.`);
  if (isTimedOut) throw unavailable(provider, source, `${program} gave nothing within ${KEY_COMMAND_TIMEOUT_MS / 1_000} s`, 'Run it yourself once: it may be waiting to be unlocked.');
  if (exitCode !== 0) throw unavailable(provider, source, `${program} ended with ${exitCode ?? 'a signal'}`, 'keychain' in source ? howToStore(source.keychain, platform) : 'Run it yourself to see what it says; its output is not shown here because it may hold the key.');
  return secretOf(provider, source, output.trim());
}

function keychainCommand(provider: string, source: { readonly keychain: string }, platform: string): readonly string[] {
  switch (platform) {
    case 'darwin':
      return ['security', 'find-generic-password', '-s', KEYCHAIN_SERVICE, '-a', source.keychain, '-w'];
    case 'linux':
      return ['secret-tool', 'lookup', 'service', KEYCHAIN_SERVICE, 'account', source.keychain];
    default:
      throw unavailable(provider, source, `there is no keychain that Keelson knows on ${platform}`, 'Use an environment variable or a command instead.');
  }
}

function howToStore(name: string, platform: string): string {
  const command = platform === 'darwin' ? `security add-generic-password -s ${KEYCHAIN_SERVICE} -a ${name} -w` : `secret-tool store --label=Keelson service ${KEYCHAIN_SERVICE} account ${name}`;
  return `Store it once with: ${command}`;
}

const FIRST_VISIBLE = 0x21;
const LAST_VISIBLE = 0x7e;

/** A key is one word of visible characters: anything else would break the header it goes into. */
function secretOf(provider: string, source: KeySource, value: string): Secret {
  const isWord = value !== '' && [...value].every((letter) => letter.length === 1 && letter.charCodeAt(0) >= FIRST_VISIBLE && letter.charCodeAt(0) <= LAST_VISIBLE);
  if (!isWord) throw unavailable(provider, source, value === '' ? 'it is empty' : 'what it holds is not one word', 'Make it hold the key and nothing else.');
  return new Secret(value);
}

function unavailable(provider: string, source: KeySource, detail: string, nextStep: string): KeelsonError<'model.key_unavailable'> {
  const described = describeKeySource(source);
  return new KeelsonError('model.key_unavailable', {
    message: `There is no key for ${provider} from ${described}: ${detail}.`,
    nextStep,
    data: { provider, source: described, detail },
  });
}
