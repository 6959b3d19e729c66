import { z } from 'zod';
import { NonEmptyText, PositiveCount } from '../core/index.ts';
import { RetrievalSettings } from '../library/retrieval-gates.ts';
import { KeySource } from '../models/model-settings.ts';
import { SandboxBackend, SandboxLimits } from './sandbox-decision.ts';
import { ToolId } from './tool-id.ts';

/** A host that programs and requests may reach: `example.com`, `*.example.com`, with a port behind a colon if it is another than the usual. */
export const AllowedHost = z.string().regex(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9]\d{0,4})?$/, 'expected a host such as example.com, *.example.com or example.com:8443');
export type AllowedHost = z.infer<typeof AllowedHost>;

export const SandboxSettings = z.strictObject({
  /** `auto` takes the first that works; a named one is used or nothing is. `none` runs programs without any sandbox. */
  backend: z.union([z.literal('auto'), SandboxBackend]).default('auto'),
  limits: SandboxLimits.partial().default({}),
  /** Hosts that programs may reach, through a proxy that checks each connection. Empty: no network at all. */
  network: z.array(AllowedHost).default([]),
  /** Places outside the workspace that programs may read, such as toolchains. */
  readable: z.array(NonEmptyText).default([]),
});
export type SandboxSettings = z.infer<typeof SandboxSettings>;

const common = {
  /** The tools of this server that may be used; without it, none until a person names them. `*` stands for all. */
  allow: z.array(z.union([z.literal('*'), NonEmptyText])).default([]),
  timeout_ms: PositiveCount.optional(),
  /** Whether what this server says about its tools is believed, such as that one only reads. Otherwise each is taken for dangerous. */
  trust_annotations: z.boolean().default(false),
};

/** How Keelson proves to a server who it is. Without `client_id` it registers itself, or names its metadata document. */
export const McpOAuthSettings = z.strictObject({
  /** `client_credentials` needs no person; the other sends one to the server's own page. */
  grant: z.enum(['authorization_code', 'client_credentials']).default('authorization_code'),
  client_id: NonEmptyText.optional(),
  client_secret: KeySource.optional(),
  /** Signs in place of a secret: a private key in PEM and how it signs. */
  private_key: KeySource.optional(),
  signing_algorithm: NonEmptyText.default('ES256'),
  client_metadata_url: z.url({ protocol: /^https$/ }).optional(),
  scope: NonEmptyText.optional(),
  /** The authorisation server that the credentials are for; they are shown to no other. */
  issuer: z.url().optional(),
});
export type McpOAuthSettings = z.infer<typeof McpOAuthSettings>;

export const McpServerName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/, 'expected letters, digits or dashes (at most 32)');
export type McpServerName = z.infer<typeof McpServerName>;

/** A server of tools: a program that is started, or an address. */
export const McpServerSettings = z.union([
  z.strictObject({ command: NonEmptyText, args: z.array(z.string()).default([]), env: z.record(z.string(), z.union([z.string(), KeySource])).default({}), ...common }),
  z.strictObject({ url: z.url({ protocol: /^https?$/ }), headers: z.record(z.string(), z.union([z.string(), KeySource])).default({}), oauth: McpOAuthSettings.optional(), ...common }),
]);
export type McpServerSettings = z.infer<typeof McpServerSettings>;

export const WebSearchSettings = z.strictObject({
  /** Google Custom Search, used when both are given; otherwise DuckDuckGo, which needs no key. */
  google: z.strictObject({ key: KeySource, engine_id: NonEmptyText }).optional(),
});
export type WebSearchSettings = z.infer<typeof WebSearchSettings>;

/** The section `tools` of the configuration file. */
export const ToolsSection = z.strictObject({
  sandbox: SandboxSettings.prefault({}),
  /** Tools that are never offered. */
  disabled: z.array(ToolId).default([]),
  allow_fallback_to_llm: z.boolean().default(true),
  web_search: WebSearchSettings.prefault({}),
  retrieval: RetrievalSettings.prefault({}),
  mcp: z.record(McpServerName, McpServerSettings).default({}),
});
export type ToolsSection = z.infer<typeof ToolsSection>;
