import type { AuditStanding } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import { readHead, segmentsIn } from './audit-files.ts';
import { AUDIT_GENESIS } from './line.ts';
import type { AuditedLog, AuditFolder } from './ports.ts';

/** Where log and audit stand, as far as it can be read. Creates nothing. */
export async function standingOf(folder: AuditFolder, log: AuditedLog): Promise<AuditStanding> {
  const head = await readHead(folder).catch((error: unknown) => (hasCode(error, 'audit.damaged') ? undefined : Promise.reject(error)));
  return {
    folder: folder.path,
    sequence: head?.sequence ?? 0,
    hash: head?.hash ?? AUDIT_GENESIS,
    position: head?.position ?? 0,
    log_position: (await log.head()).position,
    began_at: head?.began_at ?? null,
    began_behind: head?.began_behind ?? 0,
    segments: (await segmentsIn(folder)).length,
  };
}
