import { z } from 'zod';

/** In which capacity somebody must say yes. On one machine one person holds all three. */
export const RequiredApprover = z.enum(['owner', 'admin', 'security']);
export type RequiredApprover = z.infer<typeof RequiredApprover>;
