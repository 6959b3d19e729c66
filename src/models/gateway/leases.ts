import type { KeySource, ModelId, ModelRequest } from '../../contracts/index.ts';
import { KeelsonError, type Clock } from '../../kernel/index.ts';
import { createCircuitBreakers, type BreakerPass } from '../failure/circuit-breaker.ts';
import { createKeyPool, type KeyGrant, type KeyPool } from '../routing/key-pool.ts';
import type { Secret } from '../settings/secret.ts';
import { estimateRequest } from '../tokens/estimate.ts';
import { cancelled, type AttemptPorts, type Lease, type NoLease } from './attempt.ts';
import { modelInUse, type ModelInUse, type ModelsInUse } from './models-in-use.ts';

export interface LeasePorts {
  readonly models: ModelsInUse;
  readonly clock: Clock;
  /** Resolves after so long, or at once when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Rejects with `model.key_unavailable`. */
  resolveKey(provider: string, source: KeySource): Promise<Secret>;
}

/** A key that was refused, or cannot be had, is tried again after so long: a person may have mended it. */
const REFUSED_KEY_REST_MS = 600_000;

interface Free {
  readonly modelId: ModelId;
  readonly model: ModelInUse;
  readonly pass: BreakerPass;
  readonly grant: KeyGrant<KeySource | undefined>;
  /** Of the request and its answer. */
  readonly tokens: number;
}

/** A server that holds models in memory loads them anew for each other size, so there are few. */
const CONTEXT_STEP_MIN = 4_096;
/** An estimate may be too low, and what does not fit is refused. */
const CONTEXT_MARGIN = 1.5;

function contextFor(tokens: number, { settings }: ModelInUse): number {
  let size = CONTEXT_STEP_MIN;
  while (size < tokens * CONTEXT_MARGIN) size *= 2;
  return Math.min(size, settings.context_tokens);
}

export interface Leases {
  readonly lease: AttemptPorts['lease'];
  unwell(): ReadonlySet<ModelId>;
}

/**
 * Hands out models that can be asked now: the first candidate whose endpoint is well and which has a key with room. Waits for
 * a key when all are used up; never for an endpoint that is down, since failing at once is what its breaker is for.
 */
export function createLeases({ models, clock, wait, resolveKey }: LeasePorts): Leases {
  const breakers = createCircuitBreakers(clock);
  const pools = new Map<string, KeyPool<KeySource | undefined>>();
  const poolOf = ({ settings, provider }: ModelInUse): KeyPool<KeySource | undefined> => {
    const known = pools.get(settings.provider) ?? createKeyPool(provider.keys.length === 0 ? [undefined] : provider.keys, provider.key_limits, clock);
    pools.set(settings.provider, known);
    return known;
  };

  /** The first that is free, or how long until one is. */
  const look = (candidates: readonly ModelId[], request: ModelRequest): { free?: Free; waitMs?: number; obstacles: string[] } => {
    const obstacles: string[] = [];
    const waits: number[] = [];
    for (const modelId of candidates) {
      const model = modelInUse(models, modelId);
      const breaker = breakers.of(model.provider.base_url, model.settings.name);
      if (breaker.waitMs > 0) {
        obstacles.push(`${modelId} is not asked for now: ${breaker.reason ?? 'its endpoint failed repeatedly'}`);
        continue;
      }
      const tokens = estimateRequest(request, modelId).calibrated + Math.min(request.max_output_tokens, model.settings.output_tokens_max);
      const taken = poolOf(model).take(tokens);
      if (taken.kind === 'wait') waits.push(taken.waitMs);
      else if (taken.kind === 'too_small') obstacles.push(`${modelId} takes at most ${taken.tokensPerMinute} tokens a minute`);
      else {
        const pass = breaker.pass();
        if (pass !== undefined) return { free: { modelId, model, pass, grant: taken, tokens }, obstacles };
        taken.settle(0);
        obstacles.push(`${modelId} is being tried out by another call`);
      }
    }
    return { ...(waits.length > 0 && { waitMs: Math.min(...waits) }), obstacles };
  };

  const lease: AttemptPorts['lease'] = async (candidates, { request, leftMs, signal }) => {
    const started = clock.monotonicMs();
    const none = (modelId: ModelId, fault: NoLease['fault'], detail: string, hasOtherKey = false): NoLease => ({ kind: 'none', modelId, fault, detail, waitedMs: clock.monotonicMs() - started, hasOtherKey });
    for (;;) {
      const { free, waitMs, obstacles } = look(candidates, request);
      const first = candidates[0] ?? '';
      if (free !== undefined) return leaseOf(free, clock.monotonicMs() - started, none);
      if (waitMs === undefined) return none(first, 'overloaded', obstacles.join('; '));
      if (clock.monotonicMs() - started + waitMs >= leftMs) return none(first, 'overloaded', `every key is used up for the next ${Math.ceil(waitMs / 1000)} s`);
      await wait(waitMs, signal);
      if (signal.aborted) throw cancelled(first);
    }
  };
  const unwell = (): ReadonlySet<ModelId> => new Set([...models].filter(([, { provider, settings }]) => breakers.of(provider.base_url, settings.name).waitMs > 0).map(([modelId]) => modelId));
  return { lease, unwell };

  async function leaseOf({ modelId, model, pass, grant, tokens }: Free, waitedMs: number, none: (modelId: ModelId, fault: 'authentication', detail: string, hasOtherKey: boolean) => NoLease): Promise<Lease | NoLease> {
    const { settings, provider } = model;
    const hasOtherKey = (): boolean => poolOf(model).isFree(tokens);
    let key: string | undefined;
    try {
      key = grant.key === undefined ? undefined : (await resolveKey(settings.provider, grant.key)).reveal();
    } catch (error) {
      pass.abandoned();
      grant.settle(0);
      grant.rest(REFUSED_KEY_REST_MS);
      if (error instanceof KeelsonError) return none(modelId, 'authentication', error.message, hasOtherKey());
      throw error;
    }
    return {
      kind: 'leased',
      target: { modelId, name: settings.name, provider, key, contextTokens: contextFor(tokens, model) },
      waitedMs,
      outputTokensMax: settings.output_tokens_max,
      answered({ usage }) {
        // A server that reports what cannot be is not asked again until somebody has looked at it.
        if (usage.flags.includes('absurd')) breakers.of(provider.base_url).trip('it reported more tokens than can be');
        else pass.succeeded();
        if (usage.flags.length === 0) grant.settle((usage.input_tokens ?? 0) + (usage.output_tokens ?? 0));
      },
      failed({ fault, retryAfterMs }) {
        pass.failed(fault);
        const isRefused = fault === 'authentication' || fault === 'payment';
        // The only key need not rest: the wait before the next try is its rest, and what is wrong with it is told.
        if (provider.keys.length > 1 && isRefused) grant.rest(REFUSED_KEY_REST_MS);
        else if (fault === 'rate_limited' && (retryAfterMs !== undefined || provider.keys.length > 1)) grant.rest(retryAfterMs);
        return provider.keys.length > 1 && hasOtherKey();
      },
      cancelled: () => pass.abandoned(),
    };
  }
}
