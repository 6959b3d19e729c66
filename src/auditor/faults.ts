import type { AuditFault } from '../contracts/index.ts';
import { FAULTS_MAX } from './limits.ts';

/** Collects faults up to a bound; what comes after only makes it full. */
export interface Faults {
  readonly found: AuditFault[];
  add(code: AuditFault['code'], position: number | null, subject: string, detail: string): void;
  isFull(): boolean;
}

export function collectFaults(): Faults {
  const found: AuditFault[] = [];
  let isFull = false;
  return {
    found,
    add(code, position, subject, detail) {
      if (found.length < FAULTS_MAX) found.push({ code, position, subject, detail });
      else isFull = true;
    },
    isFull: () => isFull,
  };
}
