import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

const SEQUENCE = 0x30;
const ECDSA_WITH_SHA256 = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x06, 0x03, 0x55, 0x04, 0x03];
const ALTERNATIVE_NAMES = [0x06, 0x03, 0x55, 0x1d, 0x11];

/** A certificate for IPv4 addresses and names that nobody vouches for, made anew: for trying secure connections without a stored key. */
export function selfSignedCertificate(...hosts: readonly [string, ...string[]]): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = field(SEQUENCE, Buffer.from(ECDSA_WITH_SHA256));
  const name = field(SEQUENCE, field(0x31, field(SEQUENCE, Buffer.from(COMMON_NAME), field(0x0c, Buffer.from(hosts[0])))));
  const validity = field(SEQUENCE, field(0x17, Buffer.from('200101000000Z')), field(0x17, Buffer.from('491231235959Z')));
  const names = field(SEQUENCE, ...hosts.map((host) => (isIPv4(host) ? field(0x87, Buffer.from(host.split('.').map(Number))) : field(0x82, Buffer.from(host)))));
  const extensions = field(0xa3, field(SEQUENCE, field(SEQUENCE, Buffer.from(ALTERNATIVE_NAMES), field(0x04, names))));
  const version = field(0xa0, field(0x02, Buffer.of(2)));
  const toSign = field(SEQUENCE, version, field(0x02, Buffer.of(1)), algorithm, name, validity, name, publicKey.export({ type: 'spki', format: 'der' }), extensions);
  const signature = field(0x03, Buffer.of(0), sign('sha256', toSign, privateKey));
  const der = field(SEQUENCE, toSign, algorithm, signature);
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n') };
}

/** One field of DER: its tag, its length in one or three bytes, what it holds. */
function field(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), content]);
}
