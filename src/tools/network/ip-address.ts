import { isIPv4, isIPv6 } from 'node:net';

/** An address as a number, so that every spelling of it is the same. */
export interface IpAddress {
  readonly version: 4 | 6;
  readonly value: bigint;
}

/** Reads an address as resolvers and sockets write it; a zone (`%eth0`) is left out, for it names a link, not a place. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (isIPv4(text)) return { version: 4, value: ipv4Value(text) };
  if (!isIPv6(text)) return undefined;
  const [address = ''] = text.split('%');
  return { version: 6, value: ipv6Value(address) };
}

/** An IPv4 address in its IPv6 spelling is that IPv4 address: a socket may tell either. */
export function isSameAddress(one: IpAddress, other: IpAddress): boolean {
  return unmapped(one) === unmapped(other);
}

const MAPPED_PREFIX = 0xffffn << 32n;

function unmapped({ version, value }: IpAddress): bigint {
  return version === 4 ? MAPPED_PREFIX | value : value;
}

function ipv4Value(text: string): bigint {
  return text.split('.').reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

function ipv6Value(text: string): bigint {
  const [before = '', after] = text.split('::');
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0n);
  return [...head, ...zeros, ...tail].reduce((value, group) => (value << 16n) | group, 0n);
}

/** The 16-bit groups of one side of `::`; the last may be written as an IPv4 address, which is two. */
function groupsOf(side: string): bigint[] {
  if (side === '') return [];
  return side.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const value = ipv4Value(group);
    return [value >> 16n, value & 0xffffn];
  });
}
