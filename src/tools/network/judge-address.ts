import type { PolicyVerdict } from '../../contracts/index.ts';
import { specialKindOf } from './address-kind.ts';
import type { AddressKind } from './address-ranges.ts';
import { parseIpAddress } from './ip-address.ts';

const KIND_PHRASES: Readonly<Record<AddressKind, string>> = {
  loopback: 'this machine itself',
  unspecified: '"this network", which many systems take for this machine',
  private: 'a private network',
  link_local: 'the local link',
  shared: 'a network that a carrier shares between its customers',
  metadata: 'the service that hands out the credentials of a cloud machine',
  multicast: 'many machines at once',
  broadcast: 'every machine of the local network',
  documentation: 'nobody: such addresses are for examples',
  benchmarking: 'a test network',
  translation: 'wherever a translator between IPv4 and IPv6 takes it',
  reserved: 'a range that is set aside and not the public internet',
};

/**
 * Whether an address may be connected to: only one on the public internet. `reached` says how we came by it. A text that
 * is no address is blocked, for nobody knows what a socket would make of it.
 */
export function judgeAddress(text: string, reached = `The address ${text}`): PolicyVerdict {
  const address = parseIpAddress(text);
  if (address === undefined) return blocked('url.unreadable_address', `${reached} is not written as an IP address.`);
  const kind = specialKindOf(address);
  if (kind === undefined) return allowed('url.public_address', `${reached} is on the public internet.`);
  return blocked(`url.${kind}_address`, `${reached} leads to ${KIND_PHRASES[kind]}, and only the public internet is open.`);
}

export function allowed(rule: string, explanation: string): PolicyVerdict {
  return { decision: 'allow', rule, explanation };
}

export function blocked(rule: string, explanation: string): PolicyVerdict {
  return { decision: 'block', rule, explanation };
}
