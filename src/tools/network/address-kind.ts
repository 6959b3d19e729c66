import { type AddressKind, CARRIED_IPV4, compileRange, IPV4_RANGES, IPV6_RANGES, isWithin } from './address-ranges.ts';
import type { IpAddress } from './ip-address.ts';

const COMPILED_RANGES = [...IPV4_RANGES, ...IPV6_RANGES].map(({ cidr, kind }) => ({ range: compileRange(cidr), kind }));
const COMPILED_CARRIERS = CARRIED_IPV4.map(({ cidr, shiftBits }) => ({ range: compileRange(cidr), shiftBits }));

/** The middle of an ISATAP address, with and without the bit that says that the IPv4 address after it is unique. */
const ISATAP_MARKS: ReadonlySet<bigint> = new Set([0x0000_5efen, 0x0200_5efen]);

/** What the address is for when it is not on the public internet; undefined when it is. */
export function specialKindOf(address: IpAddress): AddressKind | undefined {
  const carrier = COMPILED_CARRIERS.find(({ range }) => isWithin(address, range));
  if (carrier !== undefined) return specialKindOf(carriedIpv4(address, carrier.shiftBits));
  const known = COMPILED_RANGES.find(({ range }) => isWithin(address, range));
  if (known !== undefined) return known.kind;
  return isIsatap(address) ? specialKindOf(carriedIpv4(address, 0n)) : undefined;
}

function isIsatap({ version, value }: IpAddress): boolean {
  return version === 6 && ISATAP_MARKS.has((value >> 32n) & 0xffff_ffffn);
}

function carriedIpv4({ value }: IpAddress, shiftBits: bigint): IpAddress {
  return { version: 4, value: (value >> shiftBits) & 0xffff_ffffn };
}
