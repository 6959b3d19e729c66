import type { Duplex } from 'node:stream';
import type { PolicyVerdict } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { blocked } from './judge-address.ts';
import { judgeHost } from './judge-url.ts';
import type { ProxySurroundings } from './proxy-surroundings.ts';
import { connectVetted, type VettedTarget } from './vetted-connection.ts';

export type Upstream =
  | { readonly kind: 'open'; readonly socket: Duplex }
  /** `status` is the answer of the proxy; `reason` is one line. */
  | { readonly kind: 'closed'; readonly status: 403 | 502 | 504; readonly reason: string };

/** Judges a host, connects to it when it is allowed, and reports the decision either way. */
export async function openUpstream(target: VettedTarget, surroundings: ProxySurroundings): Promise<Upstream> {
  const { policy, ports, limits, closing, report } = surroundings;
  const verdict = judgeHost(target.host, target.port, policy);
  if (verdict.decision !== 'allow') return refused(target, verdict, surroundings);
  const late = AbortSignal.timeout(limits.connectMs);
  try {
    const { socket } = await connectVetted(target, ports, AbortSignal.any([late, closing]));
    report({ ...target, verdict });
    return { kind: 'open', socket };
  } catch (error) {
    if (hasCode(error, 'network.refused')) return refused(target, blocked(error.data.rule, error.message), surroundings);
    return { kind: 'closed', status: late.aborted ? 504 : 502, reason: 'The host could not be reached.' };
  }
}

function refused(target: VettedTarget, verdict: PolicyVerdict, { report }: ProxySurroundings): Upstream {
  report({ ...target, verdict });
  return { kind: 'closed', status: 403, reason: `Refused by the network policy (${verdict.rule}).` };
}
