import { tmpdir } from 'node:os';
import { McpServerSettings, type ToolPin } from '../../../src/contracts/index.ts';
import { systemRandom } from '../../../src/kernel/index.ts';
import type { KeptAuthorization } from '../../../src/tools/mcp/authorization.ts';
import { mcpServers } from '../../../src/tools/mcp/mcp-servers.ts';
import type { ToolHands } from '../../../src/tools/runner/hands.ts';

/**
 * The client that the conformance suite drives: it reaches the address it is given through our own module, accepts every
 * tool, and calls each with arguments that fit. The suite looks at what its server saw.
 */
const url = process.argv[2] ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Record<string, string>;

const keys: Record<string, string | undefined> = { SECRET: context['client_secret'], PRIVATE_KEY: context['private_key_pem'] };
const pins = new Map<string, ToolPin>();
let kept: KeptAuthorization = {};

const servers = mcpServers(
  { suite: McpServerSettings.parse({ url, allow: ['*'], ...(scenario.startsWith('auth/') && { oauth: oauthSettings() }) }) },
  {
    workspace: tmpdir(),
    version: '0.1.0',
    allowedRoles: ['executor'],
    startProcess: () => Promise.reject(new Error('this client starts nothing')),
    resolveKey: async (_server, source) => ('env' in source ? (keys[source.env] ?? '') : ''),
    pins: { get: async (toolId) => pins.get(toolId) ?? null, accept: async (pin) => void pins.set(pin.tool_id, pin) },
    askForm: async () => ({ action: 'accept', values: {} }),
    fetchElsewhere: fetch,
    authorization: {
      load: async () => kept,
      save: async (_server, next) => void (kept = next),
      redirectUrl: 'http://localhost:3000/callback',
      visit: async ({ url: page }) => (await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '',
      random: systemRandom,
    },
  },
);

function oauthSettings(): object {
  if (scenario.startsWith('auth/client-credentials')) {
    const proof = context['private_key_pem'] === undefined ? { client_secret: { env: 'SECRET' } } : { private_key: { env: 'PRIVATE_KEY' }, signing_algorithm: context['signing_algorithm'] ?? 'ES256' };
    return { grant: 'client_credentials', client_id: context['client_id'], ...proof };
  }
  if (context['client_id'] !== undefined) return { client_id: context['client_id'], client_secret: { env: 'SECRET' } };
  return { client_metadata_url: 'https://conformance-test.local/client-metadata.json' };
}

const { signal } = new AbortController();
const ARGUMENTS: Record<string, Record<string, unknown>> = { add_numbers: { a: 5, b: 3 } };
try {
  const first = await servers.tools(signal);
  for (const failure of first.failures) throw failure.error;
  for (const { pin } of first.waiting) pins.set(pin.tool_id, { ...pin, accepted_by: 'conformance' });
  for (const tool of (await servers.tools(signal)).tools) {
    const name = tool.definition.entrypoint.split('/').at(-1) ?? '';
    await tool.perform(ARGUMENTS[name] ?? {}, { signal } as ToolHands);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? `${error.message} ${JSON.stringify(error)} ${String(error.cause)}` : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await servers.close();
}
