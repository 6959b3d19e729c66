import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { KeySource } from '../../contracts/index.ts';
import type { KeelsonError } from '../../kernel/index.ts';
import { createKeys, describeKeySource, KEY_COMMAND_TIMEOUT_MS, type KeyProgramResult } from './keys.ts';

const GOOD: KeyProgramResult = { exitCode: 0, output: 'sk-from-program\n', isMissing: false, isTimedOut: false };

function keysWith(result: KeyProgramResult | (() => KeyProgramResult), platform = 'linux') {
  const ran: string[] = [];
  const keys = createKeys({
    environment: { OPENAI_API_KEY: 'sk-from-environment', EMPTY: ' ', TWO_WORDS: 'sk-one sk-two', NEW_LINE: 'sk-one\nsk-two', UMLAUT: 'sk-ä' },
    platform,
    run: async (command, timeoutMs) => {
      ran.push(`${command.join(' ')} (${timeoutMs})`);
      return typeof result === 'function' ? result() : result;
    },
  });
  return { keys, ran };
}

async function failureOf(source: KeySource, result: KeyProgramResult = GOOD, platform?: string): Promise<KeelsonError> {
  const { keys } = keysWith(result, platform);
  return keys.resolve('openai', source).then(
    () => expect.unreachable('a key was given'),
    (error: unknown) => error as KeelsonError,
  );
}

describe('a key', () => {
  it('comes from the environment', verifies('KEL-SETTINGS-02', 'MAH-1-3'), async () => {
    const { keys, ran } = keysWith(GOOD);
    expect((await keys.resolve('openai', { env: 'OPENAI_API_KEY' })).reveal()).toBe('sk-from-environment');
    expect(ran).toEqual([]);
  });

  it('comes from a command without its line ending, which is run once for all askers', verifies('KEL-SETTINGS-02', 'MAH-1-3'), async () => {
    const { keys, ran } = keysWith(GOOD);
    const source = { command: ['op', 'read', 'op://vault/key'] };
    const both = await Promise.all([keys.resolve('openai', source), keys.resolve('openai', source)]);
    expect(both.map((one) => one.reveal())).toEqual(['sk-from-program', 'sk-from-program']);
    expect((await keys.resolve('openai', { ...source })).reveal()).toBe('sk-from-program');
    expect(ran).toEqual([`op read op://vault/key (${KEY_COMMAND_TIMEOUT_MS})`]);
    expect(KEY_COMMAND_TIMEOUT_MS).toBe(10_000);
  });

  it('is asked for again after a failure, since the person may have unlocked it', verifies('KEL-SETTINGS-02'), async () => {
    let isUnlocked = false;
    const { keys, ran } = keysWith(() => (isUnlocked ? GOOD : { ...GOOD, exitCode: 1, output: '' }));
    await expect(keys.resolve('openai', { keychain: 'work' })).rejects.toMatchObject({ code: 'model.key_unavailable' });
    isUnlocked = true;
    expect((await keys.resolve('openai', { keychain: 'work' })).reveal()).toBe('sk-from-program');
    expect(ran).toHaveLength(2);
  });

  it('comes from an entry of our own in the keychain of the system, and no other entry is ever read', verifies('KEL-SETTINGS-02', 'MAH-1-3'), async () => {
    const asked = async (platform: string): Promise<string[]> => {
      const { keys, ran } = keysWith(GOOD, platform);
      await keys.resolve('openai', { keychain: 'work' });
      return ran;
    };
    expect(await asked('darwin')).toEqual(['security find-generic-password -s keelson -a work -w (10000)']);
    expect(await asked('linux')).toEqual(['secret-tool lookup service keelson account work (10000)']);
    expect(await failureOf({ keychain: 'work' }, GOOD, 'win32')).toMatchObject({
      message: 'There is no key for openai from keychain entry work: there is no keychain that Keelson knows on win32.',
      nextStep: 'Use an environment variable or a command instead.',
    });
  });
});

describe('a key that cannot be had', () => {
  it('is told with what to do, and without anything of a key', verifies('KEL-SETTINGS-03'), async () => {
    const command = { command: ['pass', 'show', 'private/path'] };
    const told = async (source: KeySource, result?: KeyProgramResult): Promise<string> => {
      const error = await failureOf(source, result);
      expect(`${JSON.stringify(error.toBody())}${String(error.stack)}`).not.toMatch(/sk-|private/);
      return `${error.message} ${error.nextStep}`;
    };
    expect(await told({ env: 'MISSING' })).toBe(
      'There is no key for openai from environment variable MISSING: it is not set. Set MISSING to the key, or name another place for it in the settings.',
    );
    expect(await told({ env: 'EMPTY' })).toContain('it is not set');
    expect(await told(command, { ...GOOD, isMissing: true, exitCode: null })).toBe(
      'There is no key for openai from command pass: there is no program pass. Install pass, or name another place for the key in the settings.',
    );
    expect(await told(command, { ...GOOD, isTimedOut: true, exitCode: null })).toBe(
      'There is no key for openai from command pass: pass gave nothing within 10 s. Run it yourself once: it may be waiting to be unlocked.',
    );
    expect(await told(command, { ...GOOD, exitCode: 3 })).toBe(
      'There is no key for openai from command pass: pass ended with 3. Run it yourself to see what it says; its output is not shown here because it may hold the key.',
    );
    expect(await told(command, { ...GOOD, exitCode: null })).toContain('pass ended with a signal');
    expect(await told(command, { ...GOOD, output: '\n' })).toContain('it is empty. Make it hold the key and nothing else.');
    expect(await told({ keychain: 'work' }, { ...GOOD, exitCode: 1 })).toBe(
      'There is no key for openai from keychain entry work: secret-tool ended with 1. Store it once with: secret-tool store --label=Keelson service keelson account work',
    );
    expect((await failureOf({ keychain: 'work' }, { ...GOOD, exitCode: 44 }, 'darwin')).nextStep).toBe('Store it once with: security add-generic-password -s keelson -a work -w');
  });

  it('is refused when it is not one word, since it would break the header it goes into', verifies('KEL-SETTINGS-03'), async () => {
    for (const env of ['TWO_WORDS', 'NEW_LINE', 'UMLAUT']) expect((await failureOf({ env })).message).toBe(`There is no key for openai from environment variable ${env}: what it holds is not one word.`);
  });

  it('is named by where it would come from, never by the arguments of a command', verifies('KEL-SETTINGS-03'), () => {
    expect([{ env: 'A' }, { command: ['op', 'read', 'private'] }, { keychain: 'work' }].map(describeKeySource)).toEqual(['environment variable A', 'command op', 'keychain entry work']);
  });
});
