import { DEFAULT_TENANT, type AttentionLedgerItem, type AuditTrouble } from '../contracts/index.ts';
import type { AuditDesk } from './audit.ts';
import type { HostProbe, ProbeFinding } from './doctor.ts';

/** What a person should hear of the audit of this machine without asking it. */
export type ReadAuditTroubles = (signal: AbortSignal) => Promise<readonly AuditTrouble[]>;

export function auditTroublesOf(desk: AuditDesk): ReadAuditTroubles {
  return async (signal) => (await (await desk.open(DEFAULT_TENANT))?.troubles(signal)) ?? [];
}

/** Among what waits for a person: one item for each kind, which goes when they have seen to it. */
export async function auditItems(troubles: readonly AuditTrouble[]): Promise<AttentionLedgerItem[]> {
  const { attentionItem } = await import('../oversight/index.ts');
  return troubles.map(({ kind, summary, command, since }) => attentionItem({ id: `audit.${kind}`, kind: 'audit_trouble', source: { kind: 'document', key: `audit:${kind}` }, summary, priority: 'high', command, createdAt: since }));
}

/** For the doctor. An audit that was not begun yet is none that is missing. */
export function auditProbe(read: ReadAuditTroubles): HostProbe {
  return { id: 'audit', run: async (signal) => findingOf(await read(signal)) };
}

function findingOf(troubles: readonly AuditTrouble[]): ProbeFinding {
  if (troubles.length === 0) return { status: 'ok', found: 'nothing to see to' };
  return { status: troubles.some(({ kind }) => kind === 'not_written') ? 'absent' : 'limited', found: troubles.map(({ summary }) => summary).join(' ') };
}
