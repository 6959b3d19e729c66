import { isIP } from 'node:net';
import type { PolicyVerdict } from '../../contracts/index.ts';
import { isBlockedPort } from './blocked-ports.ts';
import { hostOf, isAllowedHost, isDeniedHost, parseHostPattern, portOf } from './host-pattern.ts';
import { allowed, blocked, judgeAddress } from './judge-address.ts';
import { addressesInName, isLocalName } from './local-names.ts';
import type { UrlPolicy } from './url-policy.ts';

/** Longer than any server reads; the parser's work grows with it. */
export const URL_CHARS_MAX = 16_384;

/** What DNS can carry. */
const HOST_NAME_CHARS_MAX = 253;
const HOST_NAME_LABEL = /^[a-z0-9_-]{1,63}$/;

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:']);

export interface ExaminedUrl {
  readonly verdict: PolicyVerdict;
  /** The URL as it will be connected to, without credentials; undefined when it is blocked. */
  readonly url?: URL;
}

/** What the policy says about a URL before anything is looked up. An allowed name is judged again by its addresses. */
export function judgeUrl(text: string, policy: UrlPolicy = {}): PolicyVerdict {
  return examineUrl(text, policy).verdict;
}

/**
 * Judges the URL in the very reading that is connected to afterwards, so no second parser can see another host in it.
 * `base` is where a redirect came from.
 */
export function examineUrl(text: string, policy: UrlPolicy = {}, base?: URL): ExaminedUrl {
  if (text.length > URL_CHARS_MAX) return { verdict: blocked('url.too_long', `The URL is longer than ${URL_CHARS_MAX} characters.`) };
  const url = URL.parse(text, base?.href);
  if (url === null) return { verdict: blocked('url.unreadable', 'The text is not a URL that can be read in one way only.') };
  if (!SCHEMES.has(url.protocol)) return { verdict: blocked('url.scheme', `Only http and https are open, not ${url.protocol.slice(0, 40)}`) };
  if (hasAmbiguousHost(text)) return { verdict: blocked('url.ambiguous_host', 'What stands before the @ makes different programs see different hosts in this URL.') };
  const hadCredentials = url.username !== '' || url.password !== '';
  url.username = '';
  url.password = '';
  const verdict = judgeHost(hostOf(url), portOf(url), policy);
  if (verdict.decision !== 'allow') return { verdict };
  if (!hadCredentials) return { verdict, url };
  return { url, verdict: allowed('url.credentials_stripped', `${verdict.explanation} The user name and password in the URL are not sent.`) };
}

/** What the policy says about a host and a port, however they were come by. */
export function judgeHost(host: string, port: number, policy: UrlPolicy = {}): PolicyVerdict {
  const verdict = isIP(host) === 0 ? judgeName(host) : judgeAddress(host);
  if (verdict.decision !== 'allow') return verdict;
  if (isBlockedPort(port)) return blocked('url.blocked_port', `Port ${port} belongs to another protocol than the web.`);
  return judgeByLists(host, port, policy) ?? verdict;
}

function judgeName(name: string): PolicyVerdict {
  const isName = name.length <= HOST_NAME_CHARS_MAX && name.split('.').every((label) => HOST_NAME_LABEL.test(label));
  if (!isName) return blocked('url.host_name', 'The host is not a name that can be looked up.');
  if (isLocalName(name)) return blocked('url.local_name', `${name} is a name of this machine or of a local network.`);
  const spelled = addressesInName(name).find((address) => isIP(address) !== 0 && judgeAddress(address).decision !== 'allow');
  if (spelled !== undefined) return judgeAddress(spelled, `The address ${spelled} that the name ${name} stands for`);
  return allowed('url.public_name', `${name} may be asked for; its addresses are checked when it is connected to.`);
}

function judgeByLists(host: string, port: number, { allowHosts, denyHosts = [] }: UrlPolicy): PolicyVerdict | undefined {
  if (isDeniedHost(denyHosts.map(parseHostPattern), host, port)) return blocked('url.denied_host', `${host}:${port} is on the list of denied hosts.`);
  if (allowHosts === undefined || isAllowedHost(allowHosts.map(parseHostPattern), host, port)) return undefined;
  return blocked('url.not_allowed_host', `${host}:${port} is not on the list of allowed hosts.`);
}

/**
 * `http://one\@two/`, `http://a@one@two/`: the URL standard sees one host, older parsers another. We connect to what the
 * standard says, but such a text was written for a check that reads it differently.
 */
function hasAmbiguousHost(text: string): boolean {
  const afterScheme = text.slice(text.indexOf(':') + 1);
  const hostStart = afterScheme.search(/[^/\\\s]/);
  const authority = afterScheme.slice(hostStart).split(/[/?#]/, 1)[0] ?? '';
  const userInformation = authority.slice(0, Math.max(authority.lastIndexOf('@'), 0));
  return /[\\@[\]\s]/.test(userInformation);
}
