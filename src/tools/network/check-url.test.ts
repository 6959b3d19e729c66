import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { loopbackInternet } from '../../../test/support/loopback-internet.ts';
import { selfSignedCertificate } from '../../../test/support/self-signed-certificate.ts';
import type { UrlCheck } from '../../contracts/index.ts';
import { checkUrl } from './check-url.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { judgeAddress } from './judge-address.ts';

interface Row {
  readonly id: string;
  readonly input: UrlCheck;
  readonly expect: 'block' | 'allow' | 'no-private-connect' | 'strip-credentials';
}

const rows = ['ssrf.jsonl', 'ssrf-extended.jsonl'].flatMap((file) =>
  readFileSync(new URL(`../../../test/fixtures/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row),
);

/** Names that a row says nothing about lead to a public site, so that what is allowed really connects. */
const PUBLIC_SITE = '93.184.216.34';
const SECURE_SITE = 'the same over TLS';
const SECURE_PORTS: ReadonlySet<number> = new Set([443, 8443]);

const secureHosts = rows
  .flatMap(({ input }) => [input.url, ...(input.redirects ?? [])])
  .flatMap((text) => URL.parse(text) ?? [])
  .flatMap(({ protocol, hostname }) => (protocol === 'https:' && hostname !== '' ? [hostname] : []));
/** One for all of them, because making one takes a while. */
const certificate = selfSignedCertificate('example.com', ...new Set(secureHosts));

describe('the samples of addresses', () => {
  it('come out right without any network', verifies('KEL-NET-03'), () => {
    const wrong = rows.flatMap((row) => {
      const { decision, rule } = checkUrl(row.input);
      const isRight = {
        block: decision === 'block',
        allow: decision === 'allow',
        'no-private-connect': decision === 'block',
        'strip-credentials': decision === 'allow' && rule === 'url.credentials_stripped',
      }[row.expect];
      return isRight ? [] : [{ id: row.id, url: row.input.url, expect: row.expect, decision, rule }];
    });
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(300);
  });

  it('come out right by really connecting: nothing private is ever reached', verifies('KEL-NET-05', 'KEL-NET-06', 'KEL-NET-07'), async () => {
    const wrong = [];
    for (const row of rows) {
      const outcome = await playThrough(row.input);
      const isRight = {
        block: outcome.results.every((result) => result === 'network.refused'),
        allow: outcome.results.every((result) => result === 'answered'),
        'no-private-connect': outcome.results.at(-1) === 'network.refused',
        'strip-credentials': outcome.results.every((result) => result === 'answered') && outcome.carried.slice(1).every((header) => header === undefined),
      }[row.expect];
      if (!isRight || outcome.privateConnects.length > 0) wrong.push({ id: row.id, url: row.input.url, expect: row.expect, ...outcome });
    }
    expect(wrong).toEqual([]);
  });
});

/** Serves the redirects of a row in order from one server that stands at every address, and asks as often as its names change. */
async function playThrough({ url, dns = {}, redirects = [], loop = false, headers = {} }: UrlCheck): Promise<{ results: string[]; privateConnects: string[]; carried: unknown[] }> {
  const carried: unknown[] = [];
  const internet = loopbackInternet();
  let answered = 0;
  const listener: RequestListener = (request, response) => {
    carried.push(request.headers.authorization ?? request.headers.cookie);
    const location = loop ? redirects[answered % redirects.length] : redirects[answered];
    answered += 1;
    if (location === undefined) response.end('ok');
    else response.writeHead(302, { location: Buffer.from(location.replaceAll('\n', '')).toString('latin1') }).end();
  };
  await internet.serve(PUBLIC_SITE, listener);
  await internet.put(SECURE_SITE, createSecureServer(certificate, listener));
  const asked: string[] = [];
  const lookups = new Map<string, number>();
  const ports = {
    certificateAuthorities: [certificate.cert],
    resolve: (name: string) => {
      const answers = Object.hasOwn(dns, name) ? dns[name] : undefined;
      const at = lookups.get(name) ?? 0;
      lookups.set(name, at + 1);
      return Promise.resolve(answers?.[Math.min(at, answers.length - 1)] ?? [PUBLIC_SITE]);
    },
    connect: async (target: { address: string; port: number }, signal: AbortSignal) => {
      asked.push(target.address);
      const connection = await internet.ports.connect({ ...target, address: SECURE_PORTS.has(target.port) ? SECURE_SITE : PUBLIC_SITE }, signal);
      return { ...connection, remoteAddress: target.address };
    },
  };
  const turns = Math.max(1, ...Object.values(dns).map((answers) => answers.length));
  const results: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    answered = 0;
    results.push(
      await guardedFetch({ url, headers }, ports).then(
        () => 'answered',
        (error: { code: string }) => error.code,
      ),
    );
  }
  return { results, privateConnects: asked.filter((address) => judgeAddress(address).decision !== 'allow'), carried };
}

describe('a check', () => {
  it('takes a URL alone, and says that a name is judged when it is connected to', () => {
    expect(checkUrl('https://example.com/')).toEqual({
      decision: 'allow',
      rule: 'url.public_name',
      explanation: 'example.com may be asked for; its addresses are checked when it is connected to.',
    });
  });

  it('says which answer of which name was refused', verifies('KEL-NET-03'), () => {
    expect(checkUrl({ url: 'http://a.example/', dns: { 'a.example': [['93.184.216.34', '10.0.0.1']] } })).toEqual({
      decision: 'block',
      rule: 'url.private_address',
      explanation: 'The address 10.0.0.1 of a.example leads to a private network, and only the public internet is open.',
    });
  });

  it('says that a name turned private between two lookups', verifies('KEL-NET-03'), () => {
    expect(checkUrl({ url: 'http://a.example/', dns: { 'a.example': [['93.184.216.34'], ['::1']] } })).toEqual({
      decision: 'block',
      rule: 'url.rebinding',
      explanation: 'a.example answers differently from one lookup to the next. The address ::1 of a.example leads to this machine itself, and only the public internet is open.',
    });
  });

  it('keeps to the hosts of a policy', verifies('KEL-NET-04'), () => {
    expect(checkUrl({ url: 'http://a.example/', redirects: ['http://b.example/'] }, { allowHosts: ['a.example'] }).rule).toBe('url.not_allowed_host');
  });
});
