import { BlockList, isIP } from 'node:net';
import type { ModelLocation } from '../../contracts/index.ts';

/** Networks whose addresses no router of the internet forwards. */
const PRIVATE = privateNetworks();

function privateNetworks(): BlockList {
  const networks = new BlockList();
  for (const [network, prefix] of [['127.0.0.0', 8], ['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['169.254.0.0', 16]] as const) networks.addSubnet(network, prefix);
  networks.addAddress('::1', 'ipv6');
  for (const [network, prefix] of [['fc00::', 7], ['fe80::', 10]] as const) networks.addSubnet(network, prefix, 'ipv6');
  return networks;
}

/** Names that stand for this machine or its own network wherever they are asked. */
const LOCAL_ENDS = ['.localhost', '.local'];

/**
 * Whether words sent there stay on this machine or its own network. Any other name counts as the cloud, since nobody
 * can tell from a name where it leads; the settings can say otherwise.
 */
export function locationOf(address: string): ModelLocation {
  const host = URL.parse(address)?.hostname.toLowerCase() ?? '';
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  const family = isIP(bare);
  if (family !== 0) return PRIVATE.check(bare, family === 6 ? 'ipv6' : 'ipv4') ? 'local' : 'cloud';
  return bare === 'localhost' || LOCAL_ENDS.some((end) => bare.endsWith(end)) ? 'local' : 'cloud';
}
