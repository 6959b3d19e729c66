import type { z } from 'zod';
import type { ModelId, ModelSettings, ProviderSettings, Scenario, WireFormat } from '../../src/contracts/index.ts';
import { seededRandom, systemClock, type Clock } from '../../src/kernel/index.ts';
import { ADAPTERS } from '../../src/models/adapters/all.ts';
import { createGateway, type Gateway, type GatewayPorts } from '../../src/models/gateway/gateway.ts';
import { createHttpAnswers } from '../../src/models/gateway/http-answers.ts';
import { DEFAULT_LIMITS } from '../../src/models/gateway/limits.ts';
import type { ModelInUse } from '../../src/models/gateway/models-in-use.ts';
import type { HttpPort } from '../../src/models/http/http-port.ts';
import { createNodeHttp } from '../../src/models/http/node-http.ts';
import { startScriptedServer, type ScriptedServer } from '../../src/models/scripted/server.ts';
import { Secret } from '../../src/models/settings/secret.ts';

export const FORMATS: readonly WireFormat[] = ['openai_chat', 'openai_responses', 'anthropic', 'ollama'];

/** What each format's address is below the server's. */
const BASE: Readonly<Record<WireFormat, string>> = { openai_chat: '/v1', openai_responses: '/v1', anthropic: '/v1', ollama: '' };

export function providerAt(url: string, format: WireFormat, changes: Partial<ProviderSettings> = {}): ProviderSettings {
  return { format, base_url: `${url}${BASE[format]}`, keys: [{ env: 'MODEL_KEY' }], key_limits: {}, headers: {}, location: 'cloud', is_first_party: true, structured_output: 'native', ...changes };
}

export function modelAt(url: string, format: WireFormat, modelId: ModelId = format, changes: Partial<ModelSettings> = {}, provider: Partial<ProviderSettings> = {}): ModelInUse {
  return {
    settings: {
      model_id: modelId,
      provider: modelId.replaceAll('_', '-'),
      name: 'mock-model',
      tiers: ['frontier'],
      capabilities: ['tool_calling'],
      context_tokens: 100_000,
      output_tokens_max: 4_000,
      prices: { input: 1, output: 2 },
      ...changes,
    },
    provider: providerAt(url, format, provider),
  };
}

export interface GatewayRig {
  readonly gateway: Gateway;
  readonly server: ScriptedServer;
  readonly http: HttpPort;
  /** How long it would have waited between tries. */
  readonly waits: number[];
  close(): Promise<void>;
}

export interface RigOptions extends Partial<GatewayPorts> {
  readonly seed?: number;
  readonly modelsAt?: (server: ScriptedServer) => readonly ModelInUse[];
}

/** A gateway over real HTTP to a scripted server, with one model of each wire format. Waits between tries take no time. */
export async function gatewayRig(scenario: z.input<typeof Scenario>, { seed = 1, modelsAt, ...ports }: RigOptions = {}): Promise<GatewayRig> {
  const server = await startScriptedServer({ scenario });
  const http = createNodeHttp({ clock: systemClock });
  const waits: number[] = [];
  /** Runs ahead by what was waited, so that a wait is over when it has been made. */
  let aheadMs = 0;
  const clock: Clock = { nowMs: () => systemClock.nowMs() + aheadMs, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
  const inUse = modelsAt?.(server) ?? FORMATS.map((format) => modelAt(server.url, format));
  const gateway = createGateway({
    models: new Map(inUse.map((model) => [model.settings.model_id, model])),
    answers: createHttpAnswers({ http, adapters: ADAPTERS }),
    clock,
    random: seededRandom(seed),
    async wait(ms) {
      waits.push(ms);
      aheadMs += ms;
    },
    resolveKey: async () => new Secret('sk-test-0123456789'),
    limits: DEFAULT_LIMITS,
    ...ports,
  });
  return {
    gateway,
    server,
    http,
    waits,
    async close() {
      http.close();
      await server.close();
    },
  };
}
