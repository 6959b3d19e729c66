import { isIP } from 'node:net';
import type { PolicyVerdict } from '../../contracts/index.ts';
import { blocked, judgeAddress } from './judge-address.ts';

/**
 * What the policy says about the addresses that a lookup gave. One address that is not public blocks them all: an honest
 * name has no such mixture, and which one is connected to would be left to chance.
 */
export function judgeAnswers(host: string, addresses: readonly string[]): PolicyVerdict {
  if (isIP(host) !== 0) return judgeAddress(host);
  const verdicts = addresses.map((address) => judgeAddress(address, `The address ${address} of ${host}`));
  const [first] = verdicts;
  if (first === undefined) return blocked('url.no_address', `${host} has no address.`);
  return verdicts.find(({ decision }) => decision !== 'allow') ?? first;
}
