import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Artifact, ArtifactId, TerminationReason } from '../../src/contracts/index.ts';
import { openSqliteStore } from '../../src/drivers/index.ts';
import { canonicalJson, createIds, fixedClock, seededRandom, systemClock } from '../../src/kernel/index.ts';
import { createBlobs } from '../../src/ledger/index.ts';
import { ledgerFileOf } from '../../src/main/data-folder.ts';
import { memoryTerminal, runCli } from '../../src/cli/index.ts';
import { compose } from '../../src/main/compose.ts';
import { homes, withLedger, keelson, type Ended } from '../support/keelson-home.ts';
import { ended } from '../support/run-history.ts';
import { verifies } from '../requirements/verifies.ts';

const folders = homes();
afterAll(folders.removeAll);

const DAY_MS = 24 * 60 * 60 * 1000;
const ids = createIds({ clock: systemClock, random: seededRandom(7) });

/** An artifact that was made so many days ago, by a run that ended so. */
async function madeAgo(home: string, days: number, reason: TerminationReason, content = 'what was found'): Promise<ArtifactId> {
  const runId = ids.mint('run');
  const id = ids.mint('art');
  await withLedger(home, async (ledger, writer) => {
    const { ref, operations } = await ledger.blobs.prepare(Buffer.from(canonicalJson(content)));
    const artifact: Artifact = { artifact_id: id, run_id: runId, type: 'ResearchNotes', schema_ref: '#/schemas/ResearchNotes', hash: ref.key, content: ref, produced_by: 'research', phase: 'execute', created_at: new Date(Date.now() - days * DAY_MS).toISOString() };
    await writer.append({ key: `made:${id}`, events: [{ type: 'artifact.registered', streamId: id, payload: { artifact } }], operations });
    await writer.append({ key: `ended:${runId}`, events: [{ type: 'run.terminated', streamId: runId, payload: { ...ended(reason, runId) } }] });
  });
  return id;
}

const short = (id: string): string => id.slice(-6);

describe('keelson gc', () => {
  it('removes what was stored ahead of an event that never came, and says so then and in its report', verifies('KEL-LEDGER-07'), async () => {
    const home = folders.newHome();
    await madeAgo(home, 1, 'success');
    const store = await openSqliteStore({ file: ledgerFileOf(home, 'default'), clock: fixedClock(Date.now() - DAY_MS) });
    for (const words of ['its process died', 'and so did this one']) await createBlobs(store).put(Buffer.from(words));
    await store.close();
    const removed = '1 artifact looked at · 0 deleted · 0 archived · 0 announced · 0 protected · 0 errors · 2 loose contents removed\n';
    expect((await keelson(home, 'gc')).stdout).toBe(removed);
    expect((await keelson(home, 'gc reports')).stdout).toContain(removed);
    expect((await keelson(home, 'gc')).stdout).toContain('0 errors\n');
  });

  it('says first what it would do, then does it, keeps a report and tells of it in the activity', verifies('MH4-6-22', 'KEL-LIFE-05'), async () => {
    const home = folders.newHome();
    const gone = await madeAgo(home, 8, 'user_cancelled');
    const old = await madeAgo(home, 91, 'success');
    await madeAgo(home, 1, 'timeout');
    const preview = await keelson(home, 'gc --dry-run');
    expect(preview.stdout).toBe(`${short(gone)}  would be deleted: It was kept for 7 days, as is the rule for a run that ended as cancelled.\n${short(old)}  would be archived: It is 90 days old or more, as is the rule for a run that ended as success.\n3 artifacts looked at · 1 deleted · 1 archived · 0 announced · 0 protected · 0 errors\n`);
    expect((await keelson(home, `artifact ${gone}`)).stdout).toBe('what was found\n');
    expect(await keelson(home, 'gc')).toEqual({ status: 0, stdout: '3 artifacts looked at · 1 deleted · 1 archived · 0 announced · 0 protected · 0 errors\n', stderr: '' });
    expect((await keelson(home, `artifact ${gone}`)).stderr).toContain('[artifact.unknown]');
    expect((await keelson(home, `artifact ${old}`)).stderr).toContain('[artifact.archived]');
    const { reports } = JSON.parse((await keelson(home, 'gc reports --json')).stdout) as { reports: object[] };
    expect(reports).toMatchObject([{ scanned_count: 3, scheduled_deletion: 1, archived: 1, protected: 0, announced: 0, errors: [] }]);
    expect((await keelson(home, 'ledger events --stream activity:stream')).stdout).toContain('GC completed: 1 archived, 1 deleted');
    expect((await keelson(home, 'ledger verify')).status).toBe(0);
  });
});

describe('keelson artifact', () => {
  it('is starred with one word, and cannot be deleted then', verifies('MH4-6-20', 'MH4-6-21'), async () => {
    const home = folders.newHome();
    const id = await madeAgo(home, 100, 'user_cancelled');
    const { metadata } = JSON.parse((await keelson(home, `artifact star ${short(id)} --json`)).stdout) as { metadata: object };
    expect(metadata).toMatchObject({ user_starred: true, protected: true, protection_reason: 'user_starred' });
    const refused = await keelson(home, `artifact delete ${id}`);
    expect([refused.status, refused.stderr.includes('[artifact.protected]')]).toEqual([1, true]);
    expect((await keelson(home, 'gc')).stdout).toContain('1 protected');
    expect((await keelson(home, 'artifacts')).stdout).toContain(`${short(id)}  ★ ResearchNotes  active, protected (user_starred)`);
  });

  it('that was protected once is announced when a person asks for it to go, and goes later, as it is told', verifies('MH4-6-18', 'MH4-6-21'), async () => {
    const home = folders.newHome();
    const id = await madeAgo(home, 1, 'success');
    await keelson(home, `artifact star ${id}`);
    await keelson(home, `artifact unstar ${id}`);
    expect((await keelson(home, `artifact delete ${id}`)).stdout).toBe(`${short(id)} is active; it goes with the next collection (keelson gc), or, when it was protected once, is announced by it and goes seven days later.\n`);
    expect((await keelson(home, 'gc')).stdout).toContain('0 deleted · 0 archived · 1 announced');
  });

  it('goes with the next collection when a person asks for it', verifies('MH4-6-21'), async () => {
    const home = folders.newHome();
    const id = await madeAgo(home, 1, 'success');
    const asked = JSON.parse((await keelson(home, `artifact delete ${id} --json`)).stdout) as { metadata: { expires_at: string } };
    expect(Date.parse(asked.metadata.expires_at)).toBeLessThanOrEqual(Date.now());
    expect((await keelson(home, 'gc')).stdout).toContain('1 deleted');
    expect((await keelson(home, 'artifacts --status deleted')).stdout).toContain(`${short(id)}  gone  deleted`);
  });

  it('takes notes, is protected for reasons that are taken away one by one, and archived and restored by hand', verifies('KEL-LIFE-06'), async () => {
    const home = folders.newHome();
    const id = await madeAgo(home, 1, 'success');
    await keelson(home, `artifact note ${id} for the board`);
    await keelson(home, `artifact protect ${id} --as compliance`);
    await keelson(home, `artifact star ${id}`);
    const lifted = JSON.parse((await keelson(home, `artifact protect ${id} --as compliance --lift --json`)).stdout) as { metadata: object };
    expect(lifted.metadata).toMatchObject({ protected: true, protection_reason: 'user_starred', user_notes: 'for the board' });
    expect((await keelson(home, `artifact archive ${id}`)).stdout).toBe(`${short(id)} is archived; protected (user_starred), kept for ever.\n`);
    expect((await keelson(home, `artifact restore ${id}`)).stdout).toBe(`${short(id)} is active; protected (user_starred), kept for ever.\n`);
    expect((await keelson(home, `artifact ${id}`)).stdout).toBe('what was found\n');
  });
});

describe('an archive outside of the store', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  async function inPlace(home: string, line: string, environment: Record<string, string> = {}): Promise<Ended> {
    const { client, close } = compose({ version: '0', nodeVersion: '24.0.0', platform: 'test', environment: { KEELSON_HOME: home, ...environment }, requirementsFolder: '.', currentFolder: home });
    const { terminal, out, error } = memoryTerminal();
    const status = await runCli(line.split(' '), '0', { terminal, client, signal: new AbortController().signal }).finally(close);
    return { status, stdout: out(), stderr: error() };
  }

  it('is a folder when the configuration says so', verifies('MH4-6-10', 'KEL-LIFE-07'), async () => {
    const home = folders.newHome();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'keelson.config.json'), JSON.stringify({ artifacts: { archive: { destination: 'filesystem' }, archive_folder: 'attic' } }));
    const id = await madeAgo(home, 91, 'success');
    expect((await inPlace(home, 'gc')).stdout).toContain('1 archived');
    expect(readdirSync(join(home, 'attic'))).toEqual([`${id}.json.gz`]);
    expect((await inPlace(home, `artifact restore ${id}`)).status).toBe(0);
    expect((await inPlace(home, `artifact ${id}`)).stdout).toBe('what was found\n');
    await inPlace(home, `artifact delete ${id}`);
    await inPlace(home, 'gc');
    expect(readdirSync(join(home, 'attic'))).toEqual([]);
  });

  it('is a bucket, asked with requests that are signed with keys of the environment', verifies('MH4-6-10', 'KEL-LIFE-08'), async () => {
    const home = folders.newHome();
    const objects = new Map<string, Buffer>();
    const refused: string[] = [];
    const keys = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
    const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
    const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts);
      const [, credential = '', names = '', signature = ''] = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)/.exec(request.headers.authorization ?? '') ?? [];
      const [keyId = '', day = '', region = ''] = credential.split('/');
      const canonical = [request.method, request.url, '', ...names.split(';').map((name) => `${name}:${String(request.headers[name])}`), '', names, sha256(body)].join('\n');
      const scope = `${day}/${region}/s3/aws4_request`;
      const key = hmac(hmac(hmac(hmac(`AWS4${keys.AWS_SECRET_ACCESS_KEY}`, day), region), 's3'), 'aws4_request');
      const expected = hmac(key, ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, sha256(canonical)].join('\n')).toString('hex');
      if (keyId !== keys.AWS_ACCESS_KEY_ID || expected !== signature || request.headers['x-amz-content-sha256'] !== sha256(body)) {
        refused.push(request.method ?? '');
        return void response.writeHead(403).end('SignatureDoesNotMatch');
      }
      const name = request.url ?? '';
      if (request.method === 'PUT') objects.set(name, body);
      if (request.method === 'DELETE') objects.delete(name);
      const found = objects.get(name);
      return void response.writeHead(request.method === 'DELETE' ? 204 : found === undefined ? 404 : 200).end(request.method === 'GET' ? found : undefined);
    });
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    writeFileSync(join(home, 'keelson.config.json'), JSON.stringify({ artifacts: { archive: { destination: 's3' }, s3: { endpoint: `http://127.0.0.1:${port}`, region: 'eu-central-1', bucket: 'attic' } } }));
    const id = await madeAgo(home, 91, 'success');
    const wrong = await inPlace(home, 'gc', { ...keys, AWS_SECRET_ACCESS_KEY: 'another' });
    expect([wrong.status, wrong.stdout.includes('SignatureDoesNotMatch'), refused]).toEqual([1, true, ['PUT']]);
    expect((await inPlace(home, 'gc', keys)).stdout).toContain('1 archived · 0 announced · 0 protected · 0 errors');
    expect([...objects.keys()]).toEqual([`/attic/keelson/${id}.json.gz`]);
    expect((await inPlace(home, `artifact restore ${id}`, keys)).status).toBe(0);
    expect((await inPlace(home, `artifact ${id}`, keys)).stdout).toBe('what was found\n');
    await inPlace(home, `artifact delete ${id}`, keys);
    expect((await inPlace(home, 'gc', keys)).stdout).toContain('1 deleted');
    expect([objects.size, refused]).toEqual([0, ['PUT']]);
  });
});
