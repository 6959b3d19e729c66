import { createServer as createSecureServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { loopbackInternet, type LoopbackInternet } from '../../../test/support/loopback-internet.ts';
import { selfSignedCertificate } from '../../../test/support/self-signed-certificate.ts';
import { guardedFetch } from './guarded-fetch.ts';

const SITE = '93.184.216.34';

async function secureInternet(trustedHosts: readonly [string, ...string[]]): Promise<{ internet: LoopbackInternet; seen: unknown[] }> {
  const certificate = selfSignedCertificate(...trustedHosts);
  const internet = loopbackInternet({ 'ok.example': [[SITE]] }, { certificateAuthorities: [certificate.cert] });
  const seen: unknown[] = [];
  await internet.put(
    SITE,
    createSecureServer(certificate, (request, response) => {
      seen.push({ host: request.headers.host, servername: (request.socket as TLSSocket).servername });
      response.end('ok');
    }),
  );
  return { internet, seen };
}

describe('a secure connection', () => {
  it('asks for the name at the vetted address', verifies('KEL-NET-06'), async () => {
    const { internet, seen } = await secureInternet(['ok.example']);
    const { status, address } = await guardedFetch({ url: 'https://ok.example/' }, internet.ports);
    expect({ status, address, seen, connects: internet.connects }).toEqual({
      status: 200,
      address: SITE,
      seen: [{ host: 'ok.example', servername: 'ok.example' }],
      connects: [{ address: SITE, port: 443 }],
    });
    await internet.allClosed();
  });

  it('to an address needs a certificate for that address and names nobody', async () => {
    const { internet, seen } = await secureInternet([SITE]);
    await guardedFetch({ url: `https://${SITE}/` }, internet.ports);
    expect(seen).toEqual([{ host: SITE, servername: false }]);
  });

  it.each([
    ['for another name', ['other.example'], 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['for the address instead of the name', [SITE], 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const)('is refused with a certificate %s', verifies('KEL-NET-06'), async (_, hosts, detail) => {
    const { internet, seen } = await secureInternet(hosts);
    await expect(guardedFetch({ url: 'https://ok.example/' }, internet.ports)).rejects.toMatchObject({ code: 'network.unreachable', data: { host: 'ok.example', detail } });
    expect(seen).toEqual([]);
    await internet.allClosed();
  });

  it('is refused with a certificate that nobody vouches for', async () => {
    const { internet } = await secureInternet(['ok.example']);
    const { resolve, connect } = internet.ports;
    await expect(guardedFetch({ url: 'https://ok.example/' }, { resolve, connect })).rejects.toMatchObject({ code: 'network.unreachable', data: { detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    await internet.allClosed();
  });
});
