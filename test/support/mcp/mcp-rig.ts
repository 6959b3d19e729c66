import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { McpServerSettings, type ToolPin } from '../../../src/contracts/index.ts';
import type { McpPorts } from '../../../src/tools/mcp/mcp-ports.ts';
import { mcpServers, type McpServers } from '../../../src/tools/mcp/mcp-servers.ts';
import { plainServerProcesses } from '../../../src/tools/mcp/plain-process.ts';
import type { McpToolOutput } from '../../../src/tools/mcp/tool-output.ts';
import type { Tool } from '../../../src/tools/registry/tool.ts';
import type { ToolHands } from '../../../src/tools/runner/hands.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export const STDIO_SERVER = join(import.meta.dirname, 'stdio-server.ts');
export const UNHURRIED = new AbortController().signal;

/** Settings of a test server that is started as a program. */
export function program(names: readonly string[], flags: readonly string[] = [], rest: object = {}): McpServerSettings {
  return McpServerSettings.parse({ command: process.execPath, args: [STDIO_SERVER, names.join(','), ...flags], allow: ['*'], ...rest });
}

export function address(url: string, rest: object = {}): McpServerSettings {
  return McpServerSettings.parse({ url, allow: ['*'], ...rest });
}

export interface McpRig {
  readonly servers: McpServers;
  readonly workspace: string;
  readonly pins: Map<string, ToolPin>;
  /** How long each restart waited; none really waits. */
  readonly waits: number[];
  /** Every tool, after a person accepted all that was waiting. */
  acceptAll(): Promise<readonly Tool[]>;
  call(tool: string, input?: Record<string, unknown>, signal?: AbortSignal): Promise<McpToolOutput>;
}

/** One server called `test`, reached for real, closed after the test. */
export async function mcpRig(settings: McpServerSettings, ports: Partial<McpPorts> = {}): Promise<McpRig> {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'keelson-mcp-')));
  const pins = new Map<string, ToolPin>();
  const waits: number[] = [];
  const servers = mcpServers(
    { test: settings },
    {
      workspace,
      version: '0.1.0',
      allowedRoles: ['executor'],
      startProcess: plainServerProcesses({ PATH: '/usr/bin:/bin' }),
      resolveKey: async (_server, source) => ('env' in source ? `the-value-of-${source.env}` : ''),
      pins: { get: async (toolId) => pins.get(toolId) ?? null, accept: async (pin) => void pins.set(pin.tool_id, pin) },
      wait: async (ms) => void waits.push(ms),
      ...ports,
    },
  );
  closers.push(() => rm(workspace, { recursive: true, force: true }), () => servers.close());
  let tools: readonly Tool[] = [];
  const rig: McpRig = {
    servers,
    workspace,
    pins,
    waits,
    async acceptAll() {
      const { waiting, failures } = await servers.tools(UNHURRIED);
      for (const { error } of failures) throw error;
      for (const { pin } of waiting) pins.set(pin.tool_id, { ...pin, accepted_by: 'tester' });
      ({ tools } = await servers.tools(UNHURRIED));
      return tools;
    },
    async call(name, input = {}, signal = UNHURRIED) {
      if (tools.length === 0) await rig.acceptAll();
      const tool = tools.find(({ definition }) => definition.tool_id === `mcp__test__${name}`);
      if (tool === undefined) throw new Error(`the server has no tool ${name}`);
      return (await tool.perform(input, { signal } as ToolHands)) as McpToolOutput;
    },
  };
  return rig;
}

/** What a call fails with, as a person reads it. */
export async function failureOf(work: Promise<unknown>): Promise<{ readonly code: unknown; readonly message: string; readonly data: unknown }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'data' in error) return { code: error.code, message: error.message, data: error.data };
    throw error;
  }
  throw new Error('it did not fail');
}
