import { z } from 'zod';
import { refsOf, type MadeCall } from '../../work.ts';
import { met, unmet } from '../finding.ts';
import type { AnswerLook } from './answer-look.ts';
import { counted, repliesOf } from './calls.ts';

const Asked = z.object({ group_by: z.array(z.string()).default([]), aggregates: z.array(z.object({ function: z.string(), column: z.string().optional(), as: z.string().optional() })).min(1) });
const Table = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())), has_more: z.boolean(), matched_count: z.number() });

/** Sums of decimals differ in their last digits with the order in which they are made. */
const RELATIVE_DIFFERENCE_MAX = 1e-9;

interface Reckoned {
  readonly call: MadeCall;
  readonly how: string;
  /** Per group: its number, and how many cells it was made of. */
  readonly parts: readonly { readonly value: unknown; readonly of: number }[];
  readonly matched: number;
  readonly isWhole: boolean;
}

/** A table is asked twice: in groups and as a whole. What the groups come to together has to be what the whole comes to. */
export const groupTotals: AnswerLook = async (work) => {
  const reckoned = repliesOf(work, 'query_table', Table).flatMap(({ call, reply }) => reckonedBy(call, reply));
  const [groups, whole] = [reckoned.findLast(({ call }) => isGrouped(call)), reckoned.findLast(({ call }) => !isGrouped(call))];
  if (groups === undefined || whole === undefined) return unmet('The table was not asked in two ways.', 'logical');
  const refs = refsOf([groups.call, whole.call]);
  if (groups.matched !== whole.matched) return unmet(`In groups ${counted(groups.matched, 'row')} were used, as a whole ${whole.matched}.`, 'environmental', refs);
  if (!groups.isWhole) return met(`${counted(groups.matched, 'row')} were used both times; there are too many groups to add them up.`, refs);
  const [together, alone] = [joined(groups), whole.parts[0]?.value ?? null];
  if (!isSame(together, alone)) return unmet(`The groups come to ${String(together)}, the whole to ${String(alone)}.`, 'logical', refs);
  return met(`${counted(groups.parts.length, 'group')} together and the whole asked by itself both come to ${alone === null ? 'nothing' : String(alone)}.`, refs);
};

function isGrouped({ decision }: MadeCall): boolean {
  return (Asked.safeParse(decision.arguments).data?.group_by.length ?? 0) > 0;
}

/** The first aggregate is what is asked for; the second counts the cells that it is made of. */
function reckonedBy(call: MadeCall, { columns, rows, has_more: hasMore, matched_count: matched }: z.infer<typeof Table>): Reckoned[] {
  const asked = Asked.safeParse(call.decision.arguments).data;
  const [first, second] = asked?.aggregates ?? [];
  if (first === undefined) return [];
  const [value, of] = [columns.indexOf(first.as ?? ''), columns.indexOf(second?.as ?? '')];
  return value === -1 ? [] : [{ call, how: first.function, parts: rows.map((row) => ({ value: row[value] ?? null, of: Number(row[of] ?? 1) })), matched, isWhole: !hasMore }];
}

function joined({ how, parts }: Reckoned): unknown {
  const filled = parts.filter(({ value }) => value !== null);
  const numbers = filled.map(({ value }) => Number(value));
  if (filled.length === 0) return how === 'count' ? 0 : null;
  if (how === 'avg') return filled.reduce((sum, { value, of }) => sum + Number(value) * of, 0) / filled.reduce((sum, { of }) => sum + of, 0);
  if (how !== 'min' && how !== 'max') return numbers.reduce((sum, one) => sum + one, 0);
  if (filled.some(({ value }) => typeof value === 'string')) return filled.map(({ value }) => String(value)).toSorted((left, right) => (left < right ? -1 : 1)).at(how === 'min' ? 0 : -1);
  return numbers.reduce((best, one) => (how === 'min' ? Math.min(best, one) : Math.max(best, one)));
}

function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'number' || typeof right !== 'number') return left === right || String(left) === String(right);
  return Math.abs(left - right) <= RELATIVE_DIFFERENCE_MAX * Math.max(1, Math.abs(left), Math.abs(right));
}
