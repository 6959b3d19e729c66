import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { servedLog, TOKEN, type ServedLog } from '../../../test/support/served-log.ts';
import { ApiKeyId, DEFAULT_TENANT, KeyCreated, OPERATIONS, type ApiKey, type KeyScope } from '../../contracts/index.ts';
import { fixedClock } from '../../kernel/index.ts';
import { admission, type Admitted } from '../guard/admission.ts';
import { ownPlace } from '../guard/own-place.ts';
import { doorkeeperOf } from '../guard/who-asks.ts';
import { CALLER_RATE } from '../guard/rate.ts';
import { scopeOfRequest } from './scope-of-request.ts';
import { openSeal, sealKey } from './seal.ts';

const KEY_ID = ApiKeyId.parse('key_01JFGWZ0000000000000000001');

async function keyFor(served: ServedLog, ...scopes: KeyScope[]): Promise<{ readonly key: ApiKey; readonly bearer: { readonly authorization: string }; readonly secret: string }> {
  const name = `for-${scopes.join('-')}`;
  const made = await served.post('/v1/commands/key.create', JSON.stringify({ name, scopes }), { 'idempotency-key': name });
  const { key, secret } = KeyCreated.parse(await made.json());
  return { key, secret, bearer: { authorization: `Bearer ${secret}` } };
}

interface Refused {
  readonly data?: { readonly reason?: string };
  /** On paths of model formats it stands inside of theirs. */
  readonly error?: { readonly keelson: { readonly data: { readonly reason?: string } } };
}

const reasonOf = async (answer: Response): Promise<unknown> => {
  const body = (await answer.json()) as Refused;
  return (body.data ?? body.error?.keelson.data)?.reason;
};

describe('a key', () => {
  it('lets its holder ask for what it allows, and for nothing else', verifies('KEL-KEYS-01'), async () => {
    await using served = await servedLog();
    const { bearer } = await keyFor(served, 'read');
    expect((await served.get('/v1/operations', bearer)).status).toBe(200);
    expect((await served.post('/v1/queries/text.echo', '{}', bearer)).status).toBe(200);
    for (const path of ['/v1/commands/text.keep', '/v1/commands/run.start', '/v1/commands/approval.answer', '/v1/queries/key.list', '/v1/queries/audit.report', '/v1/commands/key.create', '/v1/responses', '/mcp', '/', '/v1/commands/server.start']) {
      const answer = await served.post(path, '{}', { ...bearer, 'idempotency-key': 'x' });
      expect([path, answer.status, await reasonOf(answer)]).toEqual([path, 403, 'scope_missing']);
    }
    const runner = await keyFor(served, 'run');
    expect((await served.post('/v1/queries/text.echo', '{}', runner.bearer)).status).toBe(403);
    // Allowed, and then not there: this server has no runs.
    expect((await served.post('/v1/commands/run.start', '{}', { ...runner.bearer, 'idempotency-key': 'x' })).status).toBe(404);
  });

  it('reaches no tenant but its own', verifies('KEL-KEYS-02'), async () => {
    await using served = await servedLog();
    const { bearer } = await keyFor(served, 'read');
    const status = async (body: object): Promise<number> => (await served.post('/v1/queries/text.echo', JSON.stringify(body), bearer)).status;
    expect([await status({ tenant: DEFAULT_TENANT }), await status({}), await status({ tenant: 'other' }), await status({ tenant: 7 })]).toEqual([200, 200, 403, 403]);
    expect([await status({ payload: 'redacted' }), await status({ payload: 'stored' })]).toEqual([200, 403]);
    // The owner is not held to one.
    expect((await served.post('/v1/queries/text.echo', '{"tenant":"other"}')).status).toBe(200);
  });

  it('is worth nothing once it is revoked, is past, or was made under another token', verifies('KEL-KEYS-03'), async () => {
    await using served = await servedLog();
    const { key, bearer, secret } = await keyFor(served, 'read');
    expect((await served.get('/v1/operations', { authorization: `Bearer ${secret.slice(0, -1)}` })).status).toBe(401);
    const revoked = await served.post('/v1/commands/key.revoke', JSON.stringify({ key_id: key.key_id, reason: 'left' }), { 'idempotency-key': 'r' });
    expect(await revoked.json()).toMatchObject({ key: { key_id: key.key_id, revoked_at: expect.any(String) } });
    expect((await served.get('/v1/operations', bearer)).status).toBe(401);

    const clock = fixedClock(Date.parse('2026-11-16T00:00:00.000Z'));
    const held: ApiKey = { key_id: KEY_ID, name: 'n', scopes: ['read'], created_at: '2026-11-15T00:00:00.000Z', created_by: 'owner', expires_at: '2026-11-16T00:00:01.000Z', revoked_at: null };
    const asked: string[] = [];
    const door = doorkeeperOf({ token: TOKEN, clock, findKey: async ({ keyId }) => (asked.push(keyId), held) });
    const caller = (token: string): ReturnType<typeof door.callerOf> => door.callerOf(new Headers({ authorization: `Bearer ${sealKey(token, DEFAULT_TENANT, KEY_ID)}` }));
    expect(await caller(TOKEN)).toEqual({ kind: 'key', tenant: DEFAULT_TENANT, key: held });
    clock.advance(1_000);
    expect(await caller(TOKEN)).toBeUndefined();
    // What was not made here is not even looked up.
    expect([await caller('another token'), asked.length]).toEqual([undefined, 2]);
  });

  it('that is revoked ends what its holder follows, and nobody else\'s', verifies('KEL-KEYS-03'), async () => {
    await using served = await servedLog();
    const { key, bearer } = await keyFor(served, 'read');
    const other = await served.get('/v1/events', { authorization: `Bearer ${TOKEN}` });
    const stream = await served.get('/v1/events', bearer);
    await served.post('/v1/commands/key.revoke', JSON.stringify({ key_id: key.key_id, reason: 'left' }), { 'idempotency-key': 'r' });
    // What came before it is whole, and what comes after it is not told.
    expect(await stream.text()).not.toContain('api_key.revoked');
    await served.say('after');
    const reader = other.body?.getReader();
    let text = '';
    while (!text.includes('"after"}')) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(text).toContain('api_key.revoked');
  });

  it('is kept nowhere: what its holder sends stands in no event', verifies('KEL-KEYS-04'), async () => {
    await using served = await servedLog();
    const { secret, key } = await keyFor(served, 'read', 'run');
    const again = await keyFor(served, 'read', 'run');
    expect([again.secret, again.key]).toEqual([secret, key]);
    const log = await (await served.post('/v1/queries/ledger.events', JSON.stringify({ payload: 'stored' }))).text();
    expect([log.includes('api_key.created'), log.includes(key.key_id), log.includes(secret), log.includes(secret.split('.').at(-1) ?? '')]).toEqual([true, true, false, false]);
    expect(await (await served.post('/v1/queries/key.list', '{}')).text()).not.toContain(secret.split('.').at(-1));
    const taken = await served.post('/v1/commands/key.create', JSON.stringify({ name: 'for-read-run', scopes: ['read'] }), { 'idempotency-key': 'new' });
    expect(await taken.json()).toMatchObject({ code: 'key.name_taken' });
  });

  it('that asks too often is slowed down alone', verifies('KEL-KEYS-05'), async () => {
    const clock = fixedClock(0);
    const ids = [KEY_ID, ApiKeyId.parse('key_01JFGWZ0000000000000000002')];
    const findKey = async ({ keyId }: { readonly keyId: ApiKeyId }): Promise<ApiKey> => ({ key_id: keyId, name: 'n', scopes: ['read'], created_at: '2026-11-15T00:00:00.000Z', created_by: 'owner', expires_at: null, revoked_at: null });
    const app = new Hono<Admitted>().use(admission({ doorkeeper: doorkeeperOf({ token: TOKEN, clock, findKey }), place: ownPlace(80), clock })).get('/v1/operations', (c) => c.text(c.var.caller.kind));
    const asked = async (bearer: string): Promise<number> => (await app.request('/v1/operations', { headers: { host: 'localhost', authorization: `Bearer ${bearer}` } })).status;
    const [loud = '', calm = ''] = ids.map((id) => sealKey(TOKEN, DEFAULT_TENANT, id));
    for (let nth = 0; nth < CALLER_RATE.burst; nth += 1) expect(await asked(loud)).toBe(200);
    expect([await asked(loud), await asked(calm), await asked(TOKEN)]).toEqual([429, 200, 200]);
    clock.advance(1_000);
    expect(await asked(loud)).toBe(200);
  });
});

describe('what a key may allow', () => {
  it('is told for every operation, and is the owner\'s alone where nobody thought of it', verifies('KEL-KEYS-01'), () => {
    const scopes = Object.fromEntries(OPERATIONS.map(({ entry }) => [entry.operation_id, scopeOfRequest(`/v1/${entry.kind === 'command' ? 'commands' : 'queries'}/${entry.operation_id}`)]));
    expect(scopes).toMatchSnapshot();
    expect([scopeOfRequest('/v1/commands/new.thing'), scopeOfRequest('/anything'), scopeOfRequest('/v1/eventsx'), scopeOfRequest('/v1/responses/resp_1')]).toEqual(['owner', 'owner', 'owner', 'models']);
  });

  it('is read from a seal of any tenant whose name holds dots', verifies('KEL-KEYS-03'), () => {
    const secret = sealKey(TOKEN, 'a.b.c', KEY_ID);
    expect(openSeal(TOKEN, secret)).toEqual({ tenant: 'a.b.c', keyId: KEY_ID });
    expect([openSeal(TOKEN, secret.replace('a.b.c', 'a.b')), openSeal(TOKEN, 'keelson'), openSeal(TOKEN, '')]).toEqual([undefined, undefined, undefined]);
  });
});
