import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { PolicyVerdict } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { judgeUrl, URL_CHARS_MAX } from './judge-url.ts';

const ruleOf = (url: string, policy = {}): string => judgeUrl(url, policy).rule;

describe('a URL', () => {
  it.each([
    ['http://127.0.0.1/', 'url.loopback_address'],
    ['http://[::ffff:a9fe:a9fe]/', 'url.metadata_address'],
    ['http://localhost/', 'url.local_name'],
    ['http://printer/', 'url.local_name'],
    ['http://127-0-0-1.nip.io/', 'url.loopback_address'],
    ['http://7f000001.nip.io/', 'url.loopback_address'],
    ['http://*.example.com/', 'url.host_name'],
    [`http://${'a'.repeat(64)}.example.com/`, 'url.host_name'],
    [`http://${'a.'.repeat(126)}com/`, 'url.host_name'],
    ['http://example.com:25/', 'url.blocked_port'],
    ['gopher://example.com/', 'url.scheme'],
    ['http://[::1', 'url.unreadable'],
    ['http://a@b@example.com/', 'url.ambiguous_host'],
    ['http://example.com\\@10.0.0.1/', 'url.ambiguous_host'],
    [`http://example.com/${'a'.repeat(URL_CHARS_MAX)}`, 'url.too_long'],
  ])('%s is blocked by the rule %s', verifies('KEL-NET-03'), (url, rule) => {
    expect(judgeUrl(url)).toEqual({ decision: 'block', rule, explanation: expect.stringMatching(/^[A-Z"a-z0-9].*\.$|not [a-z]+:$/) });
  });

  it.each([
    ['http://8.8.8.8/', 'url.public_address'],
    ['https://example.com/', 'url.public_name'],
    ['https://me:secret@example.com/', 'url.credentials_stripped'],
    ['https://8-8-8-8.nip.io/', 'url.public_name'],
    [`http://example.com/${'a'.repeat(URL_CHARS_MAX - 19)}`, 'url.public_name'],
    [`http://${'a'.repeat(63)}.example.com/`, 'url.public_name'],
    ['https://example.com/a\\@b', 'url.public_name'],
    ['https://example.com/?a@b@c', 'url.public_name'],
  ])('%s is allowed by the rule %s', verifies('KEL-NET-03'), (url, rule) => {
    expect(judgeUrl(url)).toMatchObject({ decision: 'allow', rule });
  });

  it('is refused on port 0 and the ports that fetch refuses', verifies('KEL-NET-03'), async () => {
    const blocked = Array.from({ length: 11_000 }, (_, port) => port).filter((port) => ruleOf(`http://example.com:${port}/`) === 'url.blocked_port');
    // What fetch refuses for its port it refuses before it looks anything up.
    const reasons = await Promise.all(blocked.slice(1).map((port) => fetch(`http://no-such-host.invalid:${port}/`).then(() => 'answered', (error: TypeError) => (error.cause as Error).message)));
    expect(new Set(reasons)).toEqual(new Set(['bad port']));
    expect([blocked.length, blocked[0]]).toEqual([83, 0]);
  });

  it('never shows the secret that stands in it', verifies('KEL-NET-03'), () => {
    for (const url of ['http://me:secret@10.0.0.1/?secret', 'http://me:secret@example.com/secret', 'http://sec\\ret@secret:secret', 'ftp://secret@x/secret']) {
      expect(judgeUrl(url).explanation).not.toContain('secret');
    }
  });

  it('is blocked for a private address in whatever spelling', verifies('KEL-NET-03'), () => {
    const spelling = fc.tuple(
      fc.constantFrom([127, 0, 0, 1], [10, 9, 8, 7], [169, 254, 169, 254], [192, 168, 1, 1], [0, 0, 0, 0], [100, 64, 3, 2]),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom('decimal', 'octal', 'hexadecimal', 'HEXADECIMAL'), { minLength: 4, maxLength: 4 }),
      fc.constantFrom('ascii', 'fullwidth', 'percent', 'tabs'),
      fc.constantFrom('', '.'),
      fc.constantFrom('http://', 'HTTPS://', 'http:/', 'http:\\\\', 'http://me@', 'http://example.com:80@'),
    );
    fc.assert(
      fc.property(spelling, ([octets, partCount, bases, script, end, start]) => {
        const leading = octets.slice(0, partCount - 1);
        const last = octets.slice(partCount - 1).reduce<number>((value, octet) => value * 256 + octet, 0);
        const host = [...leading, last].map((part, at) => written(part, bases[at] ?? 'decimal')).join('.') + end;
        expect(judgeUrl(`${start}${inScript(host, script)}/x`).decision).toBe('block');
      }),
      { numRuns: 1_000 },
    );
  });

  it('always gets a verdict that can be stored, whatever it says', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.string().map((rest) => `http://${rest}`));
    fc.assert(fc.property(text, (url: string) => PolicyVerdict.safeParse(judgeUrl(url)).success));
  });
});

function written(part: number, base: string): string {
  if (base === 'decimal') return String(part);
  if (base === 'octal') return `0${part.toString(8)}`;
  return base === 'hexadecimal' ? `0x${part.toString(16)}` : `0X${part.toString(16).toUpperCase()}`;
}

function inScript(host: string, script: string): string {
  if (script === 'ascii') return host;
  if (script === 'tabs') return [...host].join('\t');
  if (script === 'percent') return [...host].map((character) => `%${(character.codePointAt(0) ?? 0).toString(16)}`).join('');
  return [...host].map((character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0)).join('');
}

describe('the lists of hosts', () => {
  const allowHosts = ['example.com', '*.example.org', 'api.example.net:8443', 'any.example.net:*', '[2606:4700::1111]:443', '8.8.8.8', 'Bücher.example'];

  it.each([
    ['http://example.com/', true],
    ['https://EXAMPLE.com./', true],
    ['https://example.com:8443/', false],
    ['https://www.example.com/', false],
    ['https://www.example.org/', true],
    ['https://a.b.example.org/', true],
    ['https://example.org/', false],
    ['https://notexample.org/', false],
    ['https://api.example.net:8443/', true],
    ['https://api.example.net/', false],
    ['https://any.example.net:3000/', true],
    ['https://any.example.net:25/', false],
    ['https://[2606:4700:0::1111]/', true],
    ['http://[2606:4700::1111]/', false],
    ['http://134744072/', true],
    ['https://xn--bcher-kva.example/', true],
  ])('open %s: %s', verifies('KEL-NET-04'), (url, isOpen) => {
    expect(judgeUrl(url, { allowHosts }).decision === 'allow').toBe(isOpen);
  });

  it('open nothing that is not public', verifies('KEL-NET-04'), () => {
    expect(['http://127.0.0.1/', 'http://localhost/', 'http://10.0.0.1/'].map((url) => ruleOf(url, { allowHosts: ['127.0.0.1', 'localhost', '*', '*:*'] }))).toEqual([
      'url.loopback_address',
      'url.local_name',
      'url.private_address',
    ]);
  });

  it('open every public host with a star', verifies('KEL-NET-04'), () => {
    expect([ruleOf('https://example.com/', { allowHosts: ['*'] }), ruleOf('https://example.com:8443/', { allowHosts: ['*'] }), ruleOf('http://8.8.8.8:81/', { allowHosts: ['*:*'] })]).toEqual([
      'url.public_name',
      'url.not_allowed_host',
      'url.public_address',
    ]);
  });

  it('close what is denied on every port, or on the one that is named, whatever is allowed', verifies('KEL-NET-04'), () => {
    const policy = { allowHosts: ['*:*'], denyHosts: ['bad.example.com', '*.worse.example.com', 'half.example.com:8080'] };
    expect(['http://bad.example.com:81/', 'https://a.worse.example.com/', 'http://half.example.com:8080/', 'http://half.example.com/'].map((url) => ruleOf(url, policy))).toEqual([
      'url.denied_host',
      'url.denied_host',
      'url.denied_host',
      'url.public_name',
    ]);
  });

  it.each(['', '*.', 'a b', 'http://example.com', 'example.com/path', 'me@example.com', '*.*.example.com', 'ex*mple.com', 'example.com:', 'example.com:http', '[::1', 'a:1:2', '1.2.3.4.5'])('refuse the entry "%s"', (entry) => {
    let error: unknown;
    try {
      judgeUrl('https://example.com/', { allowHosts: [entry] });
    } catch (thrown) {
      error = thrown;
    }
    expect(hasCode(error, 'input.invalid')).toBe(true);
  });
});
