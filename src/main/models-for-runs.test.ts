import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { modelsHere, NO_OLLAMA } from '../../test/support/models-here.ts';
import { JOURNAL_RUN, journalFixture } from '../../test/support/journal-fixture.ts';
import { modelRequest } from '../../test/support/model-samples.ts';
import type { LedgerForRuns } from '../commands/index.ts';
import { BUILTIN_SETUP, createCounters, createDocuments } from '../ledger/index.ts';
import { LOOKED_FOR, NEXT_STEPS, startScriptedServer, type ScriptedServer } from '../models/index.ts';
import { modelsForRuns, type OpenDesk } from './models-for-runs.ts';

const open: ScriptedServer[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((server) => server.close()))));

const never = new AbortController().signal;

async function serverSaying(text: string): Promise<ScriptedServer> {
  const server = await startScriptedServer({ scenario: { turns: [{ answer: [{ type: 'text', text }] }] } });
  open.push(server);
  return server;
}

/** One question of a run, through everything that is wired. */
async function ask(openDesk: OpenDesk): Promise<string> {
  const { open: openJournal, writer, store } = await journalFixture();
  const counters = createCounters(writer);
  await counters.open('open', 'run:1', { tokens: 1_000_000, cost_microusd: 10_000_000, cloud_calls: 100 });
  const runs = { ledger: { documents: createDocuments(store, BUILTIN_SETUP.projections) }, mother: writer } as Pick<LedgerForRuns, 'ledger' | 'mother'>;
  const { response } = await openDesk.open(await openJournal(), runs).ask({ runId: JOURNAL_RUN, key: 'execute/turn-1/model', roleId: 'coder', work: 'main', request: modelRequest(), requiredCapabilities: [], sensitivity: 'private', targetLatencyMs: 1_000, conversation: 'c', budgets: { counters: ['run:1'], operations: counters.operations }, policy: { libraryForbidsCloud: false, restrictedMayLeave: false }, signal: never });
  return response.message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

describe('the models of this machine', () => {
  it('are asked where the environment says they are', verifies('KEL-LOOP-10'), async () => {
    const server = await serverSaying('Good day.');
    const desks = modelsForRuns(modelsHere({ ...NO_OLLAMA, KEELSON_BASE_URL: `${server.url}/v1` }));
    expect(await ask(await desks(never))).toBe('Good day.');
    expect(await desks(never)).toBe(await desks(never));
  });

  it('are asked as the file says, with the key it names', verifies('KEL-LOOP-10'), async () => {
    const server = await serverSaying('From the file.');
    const models = { default_model: 'mine', providers: { own: { format: 'anthropic', base_url: server.url, keys: [{ env: 'OWN_KEY' }] } }, models: [{ model_id: 'mine', provider: 'own', capabilities: ['tool_calling'] }] };
    expect(await ask(await modelsForRuns(modelsHere({ ...NO_OLLAMA, OWN_KEY: 'sk-own-0123456789' }, models))(never))).toBe('From the file.');
    expect(server.requests().at(-1)).toMatchObject({ format: 'anthropic', headers: { 'x-api-key': '***' } });
  });

  it('are said to be missing with everywhere they were looked for and what to do', verifies('KEL-LOOP-10'), async () => {
    const failure = await modelsForRuns(modelsHere(NO_OLLAMA))(never).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'model.route_refused', message: `There is no model to ask. Looked for: ${LOOKED_FOR.join('; ')}.`, nextStep: ['Start Ollama with `ollama serve`, or correct its address, which is http://127.0.0.1:1: nothing answers there.', ...NEXT_STEPS.slice(1)].join(' '), data: { reason: 'no_model_left' } });
  });

  it('are looked for again after none was found', verifies('KEL-LOOP-10'), async () => {
    const ports = modelsHere(NO_OLLAMA);
    const environment: Record<string, string> = { ...NO_OLLAMA };
    const desks = modelsForRuns({ ...ports, environment });
    await expect(desks(never)).rejects.toMatchObject({ code: 'model.route_refused' });
    environment['KEELSON_BASE_URL'] = `${(await serverSaying('Now.')).url}/v1`;
    expect(await ask(await desks(never))).toBe('Now.');
  });

  it('are not asked where nothing answers, also when the settings name them', verifies('KEL-LOOP-10'), async () => {
    const server = await serverSaying('From the other.');
    const own = (base_url: string) => ({ format: 'openai_chat', base_url });
    const models = { default_model: 'gone', providers: { near: own(`${server.deadUrl}/v1`), other: own(`${server.url}/v1`) }, models: [{ model_id: 'gone', provider: 'near' }, { model_id: 'there', provider: 'other', name: 'mock-model' }] };
    expect(await ask(await modelsForRuns(modelsHere(NO_OLLAMA, models))(never))).toBe('From the other.');
    await expect(modelsForRuns(modelsHere(NO_OLLAMA, { ...models, models: models.models.slice(0, 1), providers: { near: models.providers.near } }))(never)).rejects.toMatchObject({ code: 'model.route_refused', message: expect.stringContaining('gone: nothing answers there') as unknown, data: { reason: 'no_model_left' } });
  });

  it('are those of a record where one is gone through, whatever is here now: they take no more than their names', verifies('KEL-REPLAY-17'), async () => {
    const desks = modelsForRuns(modelsHere(NO_OLLAMA));
    const opened = await desks(never, ['qwen3:8b', 'own/there']);
    expect([opened.contextTokens, opened.configured]).toEqual([8_192, {}]);
    await expect(desks(never, [])).rejects.toMatchObject({ code: 'model.route_refused' });
  });

  it('are not asked when they are known to call no tools', verifies('KEL-LOOP-10'), async () => {
    const server = await serverSaying('x');
    const models = { providers: { own: { format: 'openai_chat', base_url: `${server.url}/v1` } }, models: [{ model_id: 'reader', provider: 'own', name: 'mock-model', capabilities: ['vision'] }] };
    await expect(modelsForRuns(modelsHere(NO_OLLAMA, models))(never)).rejects.toMatchObject({ code: 'model.route_refused', message: expect.stringContaining('reader: it calls no tools') as unknown, nextStep: 'Run `keelson models --check` to see what is configured and what of it answers; a run needs a model that calls tools.', data: { reason: 'capability_missing' } });
  });
});
