import type { PolicyVerdict, UrlCheck } from '../../contracts/index.ts';
import { hostOf } from './host-pattern.ts';
import { allowed, blocked } from './judge-address.ts';
import { examineUrl } from './judge-url.ts';
import { REDIRECTS_MAX } from './limits.ts';
import type { UrlPolicy } from './url-policy.ts';
import { judgeAnswers } from './vetted-addresses.ts';

/**
 * What a guarded request would do with a URL, played through without any network: the answers of lookups and the chain of
 * redirects are those of the check. A name without answers is not looked up.
 */
export function checkUrl(check: UrlCheck | string, policy: UrlPolicy = {}): PolicyVerdict {
  const { url: start, dns = {}, redirects = [], loop = false } = typeof check === 'string' ? { url: check } : check;
  const answers = answersByHost(dns);
  let verdict = allowed('url.public_name', 'Nothing was asked for.');
  let base: URL | undefined;
  let isStripped = false;
  for (const hop of [start, ...redirects.slice(0, REDIRECTS_MAX)]) {
    const examined = examineUrl(hop, policy, base);
    verdict = examined.verdict;
    if (examined.url === undefined) return verdict;
    const host = hostOf(examined.url);
    const resolved = judgeLookups(host, answers.get(host));
    if (resolved !== undefined && resolved.decision !== 'allow') return resolved;
    isStripped ||= verdict.rule === 'url.credentials_stripped' || (base !== undefined && base.origin !== examined.url.origin);
    if (resolved !== undefined) verdict = resolved;
    base = examined.url;
  }
  if (loop || redirects.length > REDIRECTS_MAX) return blocked('url.too_many_redirects', `At most ${REDIRECTS_MAX} redirects are followed.`);
  return isStripped ? allowed('url.credentials_stripped', `${verdict.explanation} Credentials in the URL are not sent, and none go to another origin.`) : verdict;
}

function answersByHost(dns: Readonly<Record<string, string[][]>>): ReadonlyMap<string, string[][]> {
  return new Map(
    Object.entries(dns).map(([name, lookups]) => {
      const url = URL.parse(`http://${name}/`);
      return [url === null ? name : hostOf(url), lookups];
    }),
  );
}

/** Every lookup is judged, for a retry makes another one; an answer that turns private later on is a rebinding. */
function judgeLookups(host: string, lookups: string[][] | undefined): PolicyVerdict | undefined {
  const [first, ...later] = lookups ?? [];
  if (first === undefined) return undefined;
  const verdict = judgeAnswers(host, first);
  if (verdict.decision !== 'allow') return verdict;
  const turned = later.map((answers) => judgeAnswers(host, answers)).find(({ decision }) => decision !== 'allow');
  if (turned === undefined) return verdict;
  return blocked('url.rebinding', `${host} answers differently from one lookup to the next. ${turned.explanation}`);
}
