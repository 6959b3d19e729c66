import { setTimeout as pause } from 'node:timers/promises';
import { CreateMessageResultSchema, ElicitResultSchema, type CallToolResult, type ElicitRequestFormParams, type Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Asking, McpOffer, McpPrompt, McpTool } from '../../../src/server/mcp/offer.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
/** What the suite asks tools to wait between two things they tell. */
const BETWEEN_MS = 50;

type Call = (given: Readonly<Record<string, unknown>>, asking: Asking) => Promise<CallToolResult> | CallToolResult;

const says = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const takes = (...names: string[]): Tool['inputSchema'] => ({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])), required: names });

function tool(name: string, call: Call, inputSchema: Tool['inputSchema'] = { type: 'object' }): McpTool {
  return { definition: { name, description: `A fixture of the conformance suite: ${name}.`, inputSchema }, call: async (given, asking) => call(given, asking) };
}

async function elicited({ extra }: Asking, params: Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'>): Promise<CallToolResult> {
  const { action, content } = await extra.sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema);
  return says(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
}

const TOOLS: readonly McpTool[] = [
  tool('test_simple_text', () => says('This is a simple text response for testing.')),
  tool('test_image_content', () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] })),
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] })),
  tool('test_embedded_resource', () => ({ content: [{ type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' } }] })),
  tool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' } },
    ],
  })),
  tool('test_tool_with_logging', async (_given, { extra }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await extra.sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
      await pause(BETWEEN_MS);
    }
    return says('Done.');
  }),
  tool('test_error_handling', () => ({ isError: true, ...says('This tool intentionally returns an error for testing') })),
  tool('test_tool_with_progress', async (_given, { extra }) => {
    const progressToken = extra._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await pause(BETWEEN_MS);
    }
    return says('Done.');
  }),
  tool('test_sampling', async ({ prompt }, { extra }) => {
    const { content } = await extra.sendRequest({ method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }], maxTokens: 100 } }, CreateMessageResultSchema);
    return says(`LLM response: ${JSON.stringify(content)}`);
  }, takes('prompt')),
  tool('test_elicitation', ({ message }, asking) => elicited(asking, { message: String(message), requestedSchema: { type: 'object', properties: { username: { type: 'string', description: "User's response" }, email: { type: 'string', description: "User's email address" } }, required: ['username', 'email'] } }), takes('message')),
  tool('test_elicitation_sep1034_defaults', (_given, asking) =>
    elicited(asking, {
      message: 'Defaults',
      requestedSchema: {
        type: 'object',
        properties: { name: { type: 'string', default: 'John Doe' }, age: { type: 'integer', default: 30 }, score: { type: 'number', default: 95.5 }, status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' }, verified: { type: 'boolean', default: true } },
      },
    })),
  tool('test_elicitation_sep1330_enums', (_given, asking) =>
    elicited(asking, {
      message: 'Choices',
      requestedSchema: {
        type: 'object',
        properties: {
          untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          titledSingle: { type: 'string', oneOf: ['First', 'Second', 'Third'].map((title, at) => ({ const: `value${at + 1}`, title: `${title} Option` })) },
          legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
          untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
          titledMulti: { type: 'array', items: { anyOf: ['First', 'Second', 'Third'].map((title, at) => ({ const: `value${at + 1}`, title: `${title} Choice` })) } },
        },
      },
    })),
  tool('test_reconnection', async (_given, { extra }) => {
    extra.closeSSEStream?.();
    await pause(BETWEEN_MS);
    return says('Reconnection test completed.');
  }),
  tool('json_schema_2020_12_tool', () => says('Done.'), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  } as Tool['inputSchema']),
];

const user = <Content>(content: Content) => ({ role: 'user' as const, content });
const text = (words: string) => ({ type: 'text' as const, text: words });

function prompt(name: string, names: readonly string[], get: McpPrompt['get']): McpPrompt {
  return { definition: { name, description: `A fixture of the conformance suite: ${name}.`, arguments: names.map((one) => ({ name: one, required: true })) }, get };
}

const PROMPTS: readonly McpPrompt[] = [
  prompt('test_simple_prompt', [], () => ({ messages: [user(text('This is a simple prompt for testing.'))] })),
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] })),
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => ({ messages: [user({ type: 'resource' as const, resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } }), user(text('Please process the embedded resource above.'))] })),
  prompt('test_prompt_with_image', [], () => ({ messages: [user({ type: 'image' as const, data: PIXEL, mimeType: 'image/png' }), user(text('Please analyze the image above.'))] })),
];

const STATIC = new Map([
  ['test://static-text', { mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  ['test://static-binary', { mimeType: 'image/png', blob: PIXEL }],
  ['test://watched-resource', { mimeType: 'text/plain', text: 'Watched.' }],
]);
const TEMPLATED = /^test:\/\/template\/([^/]+)\/data$/;

/** What the conformance suite expects a server to have. It stands beside what Keelson offers, in tests alone: nothing that is installed holds it. */
export const CONFORMANCE_OFFER: McpOffer = {
  tools: TOOLS,
  prompts: PROMPTS,
  notes: 'This server also offers fixtures of the conformance suite; it is for tests alone.',
  resources: [
    {
      templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
      list: async () => [...STATIC].map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
      async read(uri) {
        const found = STATIC.get(uri);
        if (found !== undefined) return { contents: [{ uri, ...found }] } as never;
        const id = TEMPLATED.exec(uri)?.[1];
        return id === undefined ? undefined : { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }] };
      },
      isWatchable: (uri) => STATIC.has(uri),
      complete: async () => [],
    },
  ],
};
