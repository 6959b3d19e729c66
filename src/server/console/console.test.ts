import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { servedLog, TOKEN } from '../../../test/support/served-log.ts';

const around = mkdtempSync(join(tmpdir(), 'keelson-page-'));
const pageFolder = join(around, 'web');
mkdirSync(join(pageFolder, 'assets'), { recursive: true });
writeFileSync(join(around, 'secret.js'), 'secret');
writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>Keelson</title>');
writeFileSync(join(pageFolder, 'keelson.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(pageFolder, 'made-of.txt'), 'not for browsers');
writeFileSync(join(pageFolder, 'assets', 'index-abc.js'), `export const words = '${'word '.repeat(500)}';`);
symlinkSync(join(around, 'secret.js'), join(pageFolder, 'assets', 'link.js'));
afterAll(() => rmSync(around, { recursive: true }));

const BROWSER = { authorization: `Bearer ${TOKEN}`, accept: 'text/html,application/xhtml+xml' };

describe('the page that a server gives out', () => {
  it('is there under every path that is nothing else’s, and never kept', verifies('KEL-WEB-07'), async () => {
    await using served = await servedLog({ pageFolder });
    for (const path of ['/', '/runs/run_1', '/attention']) {
      const page = await served.get(path, BROWSER);
      expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([200, 'text/html; charset=utf-8', 'no-store']);
      expect(await page.text()).toContain('<title>Keelson</title>');
    }
    expect((await served.get('/v1/nothing', BROWSER)).headers.get('content-type')).toBe('application/json');
    expect((await served.get('/runs/run_1', { ...BROWSER, accept: 'application/json' })).status).toBe(404);
    expect((await served.get('/runs/run_1', { accept: 'text/html' })).status).toBe(401);
  });

  it('lets a browser keep for ever only what is named by its content, packed where it can be', verifies('KEL-WEB-07'), async () => {
    await using served = await servedLog({ pageFolder });
    const script = await served.get('/assets/index-abc.js', BROWSER);
    expect([script.status, script.headers.get('content-type'), script.headers.get('cache-control'), script.headers.get('content-encoding')]).toEqual([200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'gzip']);
    expect((await script.text()).length).toBe(2_524);
    const plain = await served.get('/assets/index-abc.js', { ...BROWSER, 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), (await plain.text()).length]).toEqual([null, 2_524]);
    // What packing would make longer is left as it is.
    const { headers } = await served.get('/keelson.svg', BROWSER);
    expect([headers.get('cache-control'), headers.get('content-encoding')]).toEqual(['no-store', null]);
  });

  it('runs no script but its own, is framed by nobody and taken for nothing else', verifies('KEL-WEB-08'), async () => {
    await using served = await servedLog({ pageFolder });
    const { headers } = await served.get('/', BROWSER);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy.filter((rule) => rule.includes('unsafe') || rule.includes('*') || rule.includes('http'))).toEqual([]);
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]));
    expect([headers.get('x-content-type-options'), headers.get('x-frame-options'), headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['nosniff', 'DENY', 'no-referrer', 'no-store']);
  });

  it('gives out nothing from outside its folder, by no spelling, and nothing of an unknown kind', verifies('KEL-WEB-08'), async () => {
    await using served = await servedLog({ pageFolder });
    const line = async (target: string): Promise<string> => {
      const answer = await served.raw(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`);
      expect(answer).not.toContain('secret\r\n');
      return answer.split('\r\n')[0] ?? '';
    };
    for (const target of ['/../secret.js', '/assets/../../secret.js', '/%2e%2e/secret.js', '/..%2fsecret.js', '/assets/link.js', '/assets/%2e%2e%2f%2e%2e%2fsecret.js', '//secret.js', '/made-of.txt', '/assets']) expect([target, await line(target)]).toEqual([target, 'HTTP/1.1 404 Not Found']);
  });

  it('finds a page that was built again while it runs', verifies('KEL-WEB-07'), async () => {
    await using served = await servedLog({ pageFolder });
    await served.get('/', BROWSER);
    writeFileSync(join(pageFolder, 'assets', 'later-def.js'), 'export {};');
    await served.get('/', BROWSER);
    expect((await served.get('/assets/later-def.js', BROWSER)).status).toBe(200);
  });

  it('is said to be missing where it was not built, and everything else works', verifies('KEL-WEB-09'), async () => {
    await using served = await servedLog({ pageFolder: join(around, 'nothing') });
    const page = await served.get('/', BROWSER);
    expect([page.status, (await page.text()).includes('npm ci && npm run build')]).toEqual([200, true]);
    expect((await served.get('/v1/operations', BROWSER)).status).toBe(200);
  });
});
