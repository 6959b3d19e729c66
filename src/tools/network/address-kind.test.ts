import { BlockList } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { specialKindOf } from './address-kind.ts';
import { compileRange, IPV4_RANGES, IPV6_RANGES } from './address-ranges.ts';
import { isSameAddress, parseIpAddress } from './ip-address.ts';

const kindOf = (text: string): string | undefined => {
  const address = parseIpAddress(text);
  return address === undefined ? 'no address' : specialKindOf(address);
};

/** The same ranges as Node's own matcher sees them. */
const oracles = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const { cidr } of [...IPV4_RANGES, ...IPV6_RANGES]) {
  const [network = '', length] = cidr.split('/');
  const family = network.includes(':') ? 'ipv6' : 'ipv4';
  oracles[family].addSubnet(network, Number(length), family);
}
const isListed = (text: string, family: 'ipv4' | 'ipv6'): boolean => oracles[family].check(text, family);

const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.');
const groups = (value: bigint): string => Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - at * 16)) & 0xffffn).toString(16)).join(':');
const ipv4 = fc.integer({ min: 0, max: 0xffff_ffff });
const ipv6 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });

/** Any address of one of our ranges, and those just outside of it. */
const nearRange = fc.constantFrom(...IPV4_RANGES, ...IPV6_RANGES).chain(({ cidr }) => {
  const { version, prefix, shiftBits } = compileRange(cidr);
  const first = prefix << shiftBits;
  const last = first + (1n << shiftBits) - 1n;
  const max = version === 4 ? 0xffff_ffffn : (1n << 128n) - 1n;
  const edges = [first - 1n, first, last, last + 1n].filter((value) => value >= 0n && value <= max);
  return fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: first, max: last })).map((value) => ({ version, value }));
});

describe('what an address is for', () => {
  it.each([
    ['8.8.8.8', undefined],
    ['192.0.1.1', undefined],
    ['128.0.0.1', undefined],
    ['0.0.0.0', 'unspecified'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'shared'],
    ['100.100.100.200', 'metadata'],
    ['127.0.0.1', 'loopback'],
    ['168.63.129.16', 'metadata'],
    ['169.254.169.254', 'metadata'],
    ['169.254.1.1', 'link_local'],
    ['172.16.0.1', 'private'],
    ['192.0.0.1', 'reserved'],
    ['192.0.0.192', 'metadata'],
    ['192.0.2.1', 'documentation'],
    ['192.31.196.1', 'reserved'],
    ['192.52.193.1', 'reserved'],
    ['192.88.99.1', 'translation'],
    ['192.168.0.1', 'private'],
    ['192.175.48.1', 'reserved'],
    ['198.18.0.1', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['2606:4700:4700::1111', undefined],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::8.8.8.8', 'translation'],
    ['::ffff:0:8.8.8.8', 'translation'],
    ['64:ff9b:1::808:808', 'translation'],
    ['100::1', 'reserved'],
    ['100:0:0:1::1', 'reserved'],
    ['2001::1', 'translation'],
    ['2001:2::1', 'benchmarking'],
    ['2001:3::1', 'reserved'],
    ['2001:db8::1', 'documentation'],
    ['2620:4f:8000::1', 'reserved'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'reserved'],
    ['fd00:ec2::254', 'metadata'],
    ['fd20:ce::254', 'metadata'],
    ['fc00::1', 'private'],
    ['fe80::1%eth0', 'link_local'],
    ['fec0::1', 'private'],
    ['ff02::1', 'multicast'],
    ['1::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['8000::1', 'reserved'],
    ['fe00::1', 'reserved'],
    ['localhost', 'no address'],
    ['127.1', 'no address'],
    ['0177.0.0.1', 'no address'],
    ['', 'no address'],
  ])('%s: %s', verifies('KEL-NET-01', 'KEL-NET-02'), (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it('agrees with the matcher of Node at and around every range', verifies('KEL-NET-01'), () => {
    fc.assert(
      fc.property(nearRange, ({ version, value }) => {
        const text = version === 4 ? dotted(Number(value)) : groups(value);
        const isCarrier = version === 6 && /^(?:2002:|64:ff9b:0:0:0:0:|0:0:0:0:0:ffff:)|:(?:0|200):5efe:[0-9a-f]+:[0-9a-f]+$/.test(text);
        return isCarrier || (kindOf(text) !== undefined) === isListed(text, version === 4 ? 'ipv4' : 'ipv6');
      }),
      { numRuns: 3_000 },
    );
  });

  it('agrees with the matcher of Node on any IPv4 address', verifies('KEL-NET-01'), () => {
    fc.assert(fc.property(ipv4, (value) => (kindOf(dotted(value)) !== undefined) === isListed(dotted(value), 'ipv4')), { numRuns: 2_000 });
  });

  it('judges an IPv4 address that IPv6 carries like that address itself', verifies('KEL-NET-02'), () => {
    const spellings = (value: number): string[] => {
      const high = (value >>> 16).toString(16);
      const low = (value & 0xffff).toString(16);
      return [`::ffff:${dotted(value)}`, `::ffff:${high}:${low}`, `64:ff9b::${dotted(value)}`, `2002:${high}:${low}::1`, `2606:4700::5efe:${high}:${low}`, `2606:4700::200:5efe:${high}:${low}`];
    };
    const some = fc.oneof(ipv4, nearRange.filter(({ version }) => version === 4).map(({ value }) => Number(value)));
    fc.assert(
      fc.property(some, (value) => {
        expect(spellings(value).map(kindOf)).toEqual(spellings(value).map(() => kindOf(dotted(value))));
      }),
    );
  });

  it('opens nothing of IPv6 outside of what is handed out but what carries a public IPv4 address', verifies('KEL-NET-01', 'KEL-NET-02'), () => {
    fc.assert(
      fc.property(ipv6, (value) => value >> 125n === 1n || (value >> 32n) === 0xffffn || (value >> 32n) === (0x64ff9bn << 64n) || kindOf(groups(value)) !== undefined),
      { numRuns: 2_000 },
    );
  });
});

describe('an address', () => {
  it('is the same in every spelling', () => {
    fc.assert(
      fc.property(ipv6, (value) => {
        const spelled = [groups(value), groups(value).toUpperCase(), `${groups(value)}%eth0`, new URL(`http://[${groups(value)}]/`).hostname.slice(1, -1)];
        expect(spelled.map(parseIpAddress)).toEqual(spelled.map(() => ({ version: 6, value })));
      }),
    );
  });

  it('is itself in the IPv6 spelling that a socket may tell', () => {
    const same = (one: string, other: string): boolean => {
      const [left, right] = [parseIpAddress(one), parseIpAddress(other)];
      return left !== undefined && right !== undefined && isSameAddress(left, right);
    };
    expect([same('1.2.3.4', '::ffff:1.2.3.4'), same('::ffff:102:304', '1.2.3.4'), same('1.2.3.4', '1.2.3.5'), same('::1.2.3.4', '1.2.3.4'), same('2606::1', '2606:0::1')]).toEqual([true, true, false, false, true]);
  });
});
