import type { CheckedWork } from '../../work.ts';
import type { CheckPorts } from '../check-ports.ts';
import type { CheckFinding } from '../finding.ts';

/** One way to hold an answer against the facts; it may take for granted that some call completed. */
export type AnswerLook = (work: CheckedWork, ports: CheckPorts) => Promise<CheckFinding>;
