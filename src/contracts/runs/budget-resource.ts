import { z } from 'zod';

/**
 * What can run out. Money is ours: no count of calls or tokens bounds it while prices differ a hundredfold. So are runs: those
 * of a user's day, or those that work at once in the whole system.
 */
export const BudgetResource = z.enum(['cloud_calls', 'tokens', 'duration', 'tools', 'retrieval', 'parallel', 'queue', 'cost', 'runs']);
export type BudgetResource = z.infer<typeof BudgetResource>;

/** Whose limit it is: that of one run, of a user's day, or of the whole system. */
export const BudgetScope = z.enum(['run', 'user_daily', 'global']);
export type BudgetScope = z.infer<typeof BudgetScope>;

/** What comes of a limit that is reached: the run ends, or it waits for a person who may raise it. */
export const OnLimit = z.enum(['end', 'ask']);
export type OnLimit = z.infer<typeof OnLimit>;
