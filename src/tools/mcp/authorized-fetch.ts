import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { KeelsonError } from '../../kernel/index.ts';
import { authorizationFailed, type AuthorizationProvider } from './authorization.ts';

interface AuthorizedServer {
  readonly name: string;
  readonly url: string;
  readonly fetch: FetchLike;
  readonly authorization: AuthorizationProvider;
  /** Takes secrets out of what a server said. */
  readonly clean: (text: string) => string;
}

/**
 * Asks with the token that is there. A server that wants another is obeyed once for each request: whoever is refused again
 * is told, so a server cannot send a person from page to page for ever.
 */
export async function authorizedFetch({ name, url, fetch, authorization, clean }: AuthorizedServer): Promise<FetchLike> {
  const { auth, extractWWWAuthenticateParams } = await import('@modelcontextprotocol/sdk/client/auth.js');
  const { provider, takeCode, forgetRefresh } = authorization;
  const { origin } = new URL(url);
  let underWay: Promise<void> | undefined;

  async function send(target: string | URL, init: RequestInit | undefined): Promise<Response> {
    const headers = new Headers(init?.headers);
    const tokens = await provider.tokens();
    if (tokens !== undefined) headers.set('authorization', `Bearer ${tokens.access_token}`);
    return fetch(target, { ...init, headers });
  }

  async function authorize(answer: Response): Promise<void> {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
    await answer.body?.cancel();
    // What was granted before stays granted: the new scope is asked for beside it.
    const granted = (await provider.tokens())?.scope?.split(' ') ?? [];
    const wanted = [...new Set([...(scope === undefined ? [] : granted), ...(scope?.split(' ') ?? [])])].join(' ');
    if (answer.status === FORBIDDEN) await forgetRefresh();
    const request = { serverUrl: url, fetchFn: fetch, ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(wanted && { scope: wanted }) };
    if ((await auth(provider, request)) === 'AUTHORIZED') return;
    await auth(provider, { ...request, authorizationCode: takeCode() });
  }

  /** One visit to the page serves all requests that wait for it. */
  function authorizeOnce(answer: Response): Promise<void> {
    underWay ??= authorize(answer)
      .catch((error: unknown) => {
        throw error instanceof KeelsonError ? error : authorizationFailed(name, clean(error instanceof Error ? error.message : String(error)));
      })
      .finally(() => (underWay = undefined));
    return underWay;
  }

  return async (target, init) => {
    if (new URL(target).origin !== origin) return fetch(target, init);
    const answer = await send(target, init);
    const isWanting = answer.status === UNAUTHORIZED || (answer.status === FORBIDDEN && extractWWWAuthenticateParams(answer).error === 'insufficient_scope');
    if (!isWanting) return answer;
    await authorizeOnce(answer);
    return send(target, init);
  };
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
