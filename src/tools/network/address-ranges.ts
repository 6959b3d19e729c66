/**
 * Every range that is not the public internet: IANA's registries of special-purpose addresses for IPv4 and IPv6, and
 * what clouds answer on besides. IANA calls a few of them reachable (AS112, AMT, PCP): nothing there is for a tool.
 */
import { invariant } from '../../kernel/index.ts';
import { type IpAddress, parseIpAddress } from './ip-address.ts';

/** What a range is for; also the name of the rule that refuses it. */
export type AddressKind =
  | 'loopback'
  | 'unspecified'
  | 'private'
  | 'link_local'
  | 'shared'
  | 'metadata'
  | 'multicast'
  | 'broadcast'
  | 'documentation'
  | 'benchmarking'
  | 'translation'
  | 'reserved';

export interface AddressRange {
  readonly cidr: string;
  readonly kind: AddressKind;
}

/** Where ranges overlap the first one names the kind. */
export const IPV4_RANGES: readonly AddressRange[] = [
  { cidr: '0.0.0.0/8', kind: 'unspecified' },
  { cidr: '10.0.0.0/8', kind: 'private' },
  // Alibaba's metadata service, inside the shared range.
  { cidr: '100.100.100.200/32', kind: 'metadata' },
  { cidr: '100.64.0.0/10', kind: 'shared' },
  { cidr: '127.0.0.0/8', kind: 'loopback' },
  // The metadata service of most clouds.
  { cidr: '169.254.169.254/32', kind: 'metadata' },
  { cidr: '169.254.0.0/16', kind: 'link_local' },
  // Azure's host answers every machine of its cloud on this public address.
  { cidr: '168.63.129.16/32', kind: 'metadata' },
  { cidr: '172.16.0.0/12', kind: 'private' },
  // Oracle's metadata service, inside the protocol assignments.
  { cidr: '192.0.0.192/32', kind: 'metadata' },
  { cidr: '192.0.0.0/24', kind: 'reserved' },
  { cidr: '192.0.2.0/24', kind: 'documentation' },
  { cidr: '192.31.196.0/24', kind: 'reserved' },
  { cidr: '192.52.193.0/24', kind: 'reserved' },
  { cidr: '192.88.99.0/24', kind: 'translation' },
  { cidr: '192.168.0.0/16', kind: 'private' },
  { cidr: '192.175.48.0/24', kind: 'reserved' },
  { cidr: '198.18.0.0/15', kind: 'benchmarking' },
  { cidr: '198.51.100.0/24', kind: 'documentation' },
  { cidr: '203.0.113.0/24', kind: 'documentation' },
  { cidr: '224.0.0.0/4', kind: 'multicast' },
  { cidr: '255.255.255.255/32', kind: 'broadcast' },
  { cidr: '240.0.0.0/4', kind: 'reserved' },
];

/** Only 2000::/3 is handed out for the public internet, so everything outside it is refused by name or as reserved. */
export const IPV6_RANGES: readonly AddressRange[] = [
  { cidr: '::/128', kind: 'unspecified' },
  { cidr: '::1/128', kind: 'loopback' },
  // IPv4-compatible addresses, given up in 2006.
  { cidr: '::/96', kind: 'translation' },
  // IPv4-translated addresses.
  { cidr: '::ffff:0:0:0/96', kind: 'translation' },
  // NAT64 with a prefix of local use: where it leads to is known only there.
  { cidr: '64:ff9b:1::/48', kind: 'translation' },
  // Teredo: the addresses inside are of whoever made up the packet.
  { cidr: '2001::/32', kind: 'translation' },
  { cidr: '2001:2::/48', kind: 'benchmarking' },
  { cidr: '2001::/23', kind: 'reserved' },
  { cidr: '2001:db8::/32', kind: 'documentation' },
  { cidr: '2620:4f:8000::/48', kind: 'reserved' },
  { cidr: '3fff::/20', kind: 'documentation' },
  // Metadata services of Amazon and Google, inside the private range.
  { cidr: 'fd00:ec2::254/128', kind: 'metadata' },
  { cidr: 'fd20:ce::254/128', kind: 'metadata' },
  { cidr: 'fc00::/7', kind: 'private' },
  { cidr: 'fe80::/10', kind: 'link_local' },
  { cidr: 'fec0::/10', kind: 'private' },
  { cidr: 'ff00::/8', kind: 'multicast' },
  { cidr: '::/3', kind: 'reserved' },
  { cidr: '4000::/2', kind: 'reserved' },
  { cidr: '8000::/1', kind: 'reserved' },
];

/** Ranges of IPv6 that carry an IPv4 address on to the public internet: what is carried decides. */
export const CARRIED_IPV4: readonly { readonly cidr: string; readonly shiftBits: bigint }[] = [
  { cidr: '::ffff:0:0/96', shiftBits: 0n },
  { cidr: '64:ff9b::/96', shiftBits: 0n },
  { cidr: '2002::/16', shiftBits: 80n },
];

export interface CompiledRange {
  readonly version: 4 | 6;
  readonly prefix: bigint;
  readonly shiftBits: bigint;
}

export function compileRange(cidr: string): CompiledRange {
  const [text = '', length = ''] = cidr.split('/');
  const address = parseIpAddress(text);
  invariant(address !== undefined && length !== '', `${cidr} is a range`);
  const shiftBits = (address.version === 4 ? 32n : 128n) - BigInt(length);
  return { version: address.version, prefix: address.value >> shiftBits, shiftBits };
}

export function isWithin(address: IpAddress, range: CompiledRange): boolean {
  return address.version === range.version && address.value >> range.shiftBits === range.prefix;
}
