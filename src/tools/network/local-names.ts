/** Names that are local by what they are called, whatever a resolver would say. */

/** Top-level names that never lead to the public internet: reserved ones, and those that home and office networks use. */
const LOCAL_SUFFIXES: readonly string[] = [
  'localhost',
  'localdomain',
  'localdomain4',
  'localdomain6',
  'local',
  'internal',
  'metadata.goog',
  'svc',
  'consul',
  'home.arpa',
  'in-addr.arpa',
  'ip6.arpa',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'onion',
  'alt',
];

/** Public names that always answer with a loopback address: made for developers, and for getting round a check by name. */
const LOOPBACK_ALIASES: readonly string[] = ['localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com', 'localho.st', 'fuf.me'];

/** Services that answer with the address that is written in the name. */
const ADDRESS_NAMING_SERVICES: readonly string[] = ['nip.io', 'sslip.io', 'xip.io', 'traefik.me', 'backname.io'];

/** `name` is in lower case and has no dot at its end. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || isBelow(name, LOCAL_SUFFIXES) || isBelow(name, LOOPBACK_ALIASES);
}

/** The IPv4 addresses that are spelled in a name of a service that answers with them: dotted, dashed or in hexadecimal. */
export function addressesInName(name: string): string[] {
  const service = ADDRESS_NAMING_SERVICES.find((suffix) => isBelow(name, [suffix]));
  if (service === undefined) return [];
  const parts = name.slice(0, -service.length).split(/[.-]/);
  const dotted = parts.map((_, at) => parts.slice(at, at + 4).join('.'));
  const hexadecimal = parts.filter((part) => /^[0-9a-f]{8}$/.test(part)).map(fromHexadecimal);
  return [...dotted, ...hexadecimal];
}

function isBelow(name: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

function fromHexadecimal(digits: string): string {
  return [0, 2, 4, 6].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)).join('.');
}
