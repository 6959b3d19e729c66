import { z } from 'zod';
import { NonEmptyText } from '../../../contracts/index.ts';

/** A question to a table, as data: there is nothing in it that runs. */
const Value = z.union([z.string(), z.number(), z.boolean()]);

export const Condition = z.union([
  z.strictObject({ column: NonEmptyText, op: z.enum(['eq', 'ne', 'lt', 'le', 'gt', 'ge']), value: Value }),
  z.strictObject({ column: NonEmptyText, op: z.enum(['contains', 'starts_with', 'ends_with']), value: z.string() }),
  z.strictObject({ column: NonEmptyText, op: z.literal('in'), value: z.array(Value).min(1).max(1_000) }),
  z.strictObject({ column: NonEmptyText, op: z.enum(['is_empty', 'is_not_empty']) }),
]);
export type Condition = z.infer<typeof Condition>;

export const Aggregate = z
  .strictObject({ function: z.enum(['count', 'count_distinct', 'sum', 'avg', 'min', 'max']), column: NonEmptyText.optional(), as: NonEmptyText.optional() })
  .refine(({ function: name, column }) => name === 'count' || column !== undefined, 'only count works without a column');
export type Aggregate = z.infer<typeof Aggregate>;

export const TableQuery = z.strictObject({
  select: z.array(NonEmptyText).min(1).optional().describe('The columns to give; all when left out.'),
  where: z.array(Condition).max(50).default([]).describe('All of them must hold. Texts are compared without regard to case by contains, starts_with and ends_with only.'),
  ignore_case: z.boolean().default(false).describe('Compare texts without regard to case and to blanks around them in eq, ne and in too.'),
  group_by: z.array(NonEmptyText).max(10).default([]),
  aggregates: z.array(Aggregate).max(50).default([]),
  order_by: z.array(z.strictObject({ column: NonEmptyText, direction: z.enum(['asc', 'desc']).default('asc') })).max(10).default([]),
});
export type TableQuery = z.infer<typeof TableQuery>;
