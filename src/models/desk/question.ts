import type { Capability, ModelRequest, RoleId, RunId, Sensitivity } from '../../contracts/index.ts';
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
  readonly requiredCapabilities: readonly Capability[];
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
