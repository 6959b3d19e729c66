import type { EscalationRule, ModelId, ModelProfile, ModelSettings, ModelTier, RouteRequest, Timestamp } from '../../contracts/index.ts';

/** A model that could be asked, with what is known of it. */
export interface RouteCandidate {
  readonly settings: ModelSettings;
  readonly profile: ModelProfile;
  /** How long it usually takes; null while nobody has measured it. */
  readonly latencyMs: number | null;
  /** What the request takes of it, as estimated for this model. */
  readonly inputTokens: number;
}

/** Who may be told what. */
export interface RoutePolicy {
  readonly cloud: 'allow' | 'forbid';
  /** True when content of a library is part of the request and its policy keeps it on this machine. */
  readonly libraryForbidsCloud: boolean;
  /** Whether restricted content may leave the machine. */
  readonly restrictedMayLeave: boolean;
}

export interface RouteInput {
  readonly request: RouteRequest;
  readonly tier: ModelTier;
  /** In the order of the settings: in each tier the best first. */
  readonly candidates: readonly RouteCandidate[];
  readonly defaultModel?: ModelId | undefined;
  readonly policy: RoutePolicy;
  /** Models whose circuit breaker is open. */
  readonly openBreakers: ReadonlySet<ModelId>;
  readonly outputTokens: number;
  readonly escalateWhen?: EscalationRule['when'];
  readonly decidedAt: Timestamp;
}
