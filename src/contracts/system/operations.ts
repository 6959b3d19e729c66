import type { Operation } from '../commands/operation.ts';
import { systemDoctor } from './doctor.ts';
import { requirementsList } from './requirements.ts';
import { textCheck } from './text-check.ts';

/** Every operation that exists. A surface offers nothing that is not here, and each one here is served. */
export const OPERATIONS: readonly Operation[] = [systemDoctor, requirementsList, textCheck];
