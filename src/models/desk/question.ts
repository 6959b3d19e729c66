import type { Capability, ModelId, ModelRequest, RoleId, RunId, Sensitivity } from '../../contracts/index.ts';
import type { GatewayEvent } from '../gateway/gateway.ts';
import type { Budgets } from '../gateway/spending.ts';
import type { RoutePolicy } from '../routing/route-input.ts';
import type { ModelWork } from '../routing/tiers.ts';

/** What a role asks of a model within a run. Which model it is, is not its business. */
export interface Question {
  readonly runId: RunId;
  /** Where in the run: the path below which everything about it is recorded. */
  readonly key: string;
  readonly roleId: RoleId;
  readonly work: ModelWork;
  readonly request: ModelRequest;
  /** Without these a model cannot do it; one of which nothing is known is tried. */
  readonly requiredCapabilities: readonly Capability[];
  /** With these a model does it better. */
  readonly wantedCapabilities?: readonly Capability[];
  /** Whoever answers must reason at least as well as this model; it is refused when only weaker ones are left. */
  readonly noWeakerThan?: ModelId | undefined;
  /** Ask a larger model than usual; the usual one where there is none. */
  readonly escalate?: boolean | undefined;
  readonly sensitivity: Sensitivity;
  readonly targetLatencyMs: number;
  /** Questions of one conversation share their beginning. */
  readonly conversation: string;
  /** How many messages, from the first, are to stay as they are. */
  readonly stable?: number;
  readonly budgets: Budgets;
  readonly policy: Omit<RoutePolicy, 'cloud'>;
  readonly signal: AbortSignal;
  onEvent?(event: GatewayEvent): void;
}
