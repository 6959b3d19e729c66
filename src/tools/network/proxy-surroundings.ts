import type { PolicyVerdict } from '../../contracts/index.ts';
import type { ProxyLimits } from './limits.ts';
import type { NetworkPorts } from './network-ports.ts';
import type { UrlPolicy } from './url-policy.ts';

/** What the proxy decided about one connection that somebody inside asked for. */
export interface ProxyDecision {
  readonly host: string;
  readonly port: number;
  readonly verdict: PolicyVerdict;
}

/** What tunnels and forwarded requests share. */
export interface ProxySurroundings {
  readonly policy: UrlPolicy;
  readonly ports: NetworkPorts;
  readonly limits: ProxyLimits;
  /** Aborted when the proxy closes. */
  readonly closing: AbortSignal;
  report(decision: ProxyDecision): void;
}
