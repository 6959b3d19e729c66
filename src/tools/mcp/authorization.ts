import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { McpOAuthSettings } from '../../contracts/index.ts';
import { KeelsonError, type Random } from '../../kernel/index.ts';

/** What is kept about a server between runs. All of it is secret. */
export interface KeptAuthorization {
  readonly client?: OAuthClientInformationMixed | undefined;
  readonly tokens?: OAuthTokens | undefined;
}

/** What proving who someone is needs from outside. */
export interface McpAuthorization {
  load(server: string): Promise<KeptAuthorization>;
  save(server: string, kept: KeptAuthorization): Promise<void>;
  /** Where the person's browser comes back to. */
  readonly redirectUrl: string;
  /** Sends the person to a page and answers with the address they came back to. Rejects when they do not. */
  visit(request: { readonly server: string; readonly url: string }): Promise<string>;
  readonly random: Random;
}

/** A provider as the SDK wants one, and what the visit to the page gave. */
export interface AuthorizationProvider {
  readonly provider: OAuthClientProvider;
  /** The code that the last visit brought. */
  takeCode(): string;
  /** What was granted is no longer enough: it is asked for anew, not renewed. */
  forgetRefresh(): Promise<void>;
}

export interface ResolvedCredentials {
  readonly clientSecret?: string | undefined;
  readonly privateKey?: string | undefined;
}

const STATE_BYTES = 16;

/** Without a person: the server's own operator gave us a name and a secret or key. */
export async function unattendedProvider(settings: McpOAuthSettings, credentials: ResolvedCredentials): Promise<AuthorizationProvider> {
  const { ClientCredentialsProvider, PrivateKeyJwtProvider } = await import('@modelcontextprotocol/sdk/client/auth-extensions.js');
  const common = { clientId: settings.client_id ?? '', clientName: 'Keelson', ...(settings.scope && { scope: settings.scope }), ...(settings.issuer && { expectedIssuer: settings.issuer }) };
  const provider =
    credentials.privateKey === undefined
      ? new ClientCredentialsProvider({ ...common, clientSecret: credentials.clientSecret ?? '' })
      : new PrivateKeyJwtProvider({ ...common, privateKey: credentials.privateKey, algorithm: settings.signing_algorithm });
  return { provider, takeCode: () => '', forgetRefresh: async () => undefined };
}

/** With a person, who says yes on the server's own page. */
export async function attendedProvider(server: string, settings: McpOAuthSettings, credentials: ResolvedCredentials, port: McpAuthorization): Promise<AuthorizationProvider> {
  let kept = await port.load(server);
  const configured = settings.client_id === undefined ? undefined : { client_id: settings.client_id, ...(credentials.clientSecret && { client_secret: credentials.clientSecret }), ...(settings.issuer && { issuer: settings.issuer }) };
  let verifier = '';
  let state = '';
  let code = '';
  const keep = async (change: KeptAuthorization): Promise<void> => {
    kept = { ...kept, ...change };
    await port.save(server, kept);
  };
  const provider: OAuthClientProvider = {
    redirectUrl: port.redirectUrl,
    clientMetadata: { client_name: 'Keelson', redirect_uris: [port.redirectUrl], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], ...(settings.scope && { scope: settings.scope }) },
    ...(settings.client_metadata_url && { clientMetadataUrl: settings.client_metadata_url }),
    state: () => (state = Buffer.from(port.random.bytes(STATE_BYTES)).toString('hex')),
    clientInformation: () => configured ?? kept.client,
    ...(configured === undefined && { saveClientInformation: (client: OAuthClientInformationMixed) => keep({ client }) }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => keep({ tokens }),
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
    invalidateCredentials: (what) => keep(what === 'all' || what === 'client' ? { client: undefined, tokens: undefined } : { tokens: undefined }),
    async redirectToAuthorization(url) {
      code = codeOf(server, await port.visit({ server, url: url.href }), state);
    },
  };
  return { provider, takeCode: () => code, forgetRefresh: () => keep({ tokens: kept.tokens && { ...kept.tokens, refresh_token: undefined } }) };
}

/** The address that the browser came back to holds the code, and the state that shows it is an answer to our question. */
function codeOf(server: string, cameBackTo: string, state: string): string {
  const { searchParams } = new URL(cameBackTo);
  const error = searchParams.get('error');
  if (error !== null) throw authorizationFailed(server, `the page answered ${error}`);
  if (searchParams.get('state') !== state) throw authorizationFailed(server, 'the page answered another question than ours');
  const code = searchParams.get('code');
  if (code === null) throw authorizationFailed(server, 'the page gave no code');
  return code;
}

export function authorizationFailed(server: string, detail: string, cause?: unknown): KeelsonError<'mcp.authorization_failed'> {
  return new KeelsonError('mcp.authorization_failed', {
    message: `The server ${server} did not accept who we are: ${detail}.`,
    nextStep: 'Look at the headers or the oauth section of the server in the configuration, then try again.',
    data: { server, detail },
    cause,
  });
}
