import { readFileSync } from 'node:fs';
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { CAN_DO } from '../can-do.ts';
import { OfflineTask } from '../tasks.ts';
import { readTasks } from './read-tasks.ts';

const Row = z.strictObject({
  id: z.string(),
  request: z.string(),
  expect: z.union([
    z.strictObject({ kind: z.literal('read'), tasks: z.array(OfflineTask), save_to: z.string().optional() }),
    z.strictObject({ kind: z.literal('ask'), question: z.string() }),
    z.strictObject({ kind: z.enum(['unknown', 'two_meanings']) }),
  ]),
});
const rows = readFileSync(new URL('../../../../test/fixtures/offline-requests.jsonl', import.meta.url), 'utf8').trimEnd().split('\n').map((line) => Row.parse(JSON.parse(line)));

/** As the table writes it. */
function seen(request: string): z.infer<typeof Row>['expect'] {
  const reading = readTasks(request);
  if (reading.kind === 'read') return { kind: 'read', tasks: [...reading.tasks], ...(reading.saveTo !== undefined && { save_to: reading.saveTo }) };
  return reading.kind === 'ask' ? { kind: 'ask', question: reading.question } : { kind: reading.kind };
}

describe('a request without a model', () => {
  it('is read as exactly the task that it says, asked about, or left alone: a table of requests, and no wrong reading', verifies('KEL-OFF-01'), () => {
    expect(rows.map(({ id, request }) => ({ id, request, expect: seen(request) }))).toEqual(rows);
  });

  it('stands in a table of at least 100 that are read and 50 that are not', () => {
    const read = rows.filter(({ expect: { kind } }) => kind === 'read').length;
    expect([read >= 100, rows.length - read >= 50, new Set(rows.map(({ request }) => request)).size]).toEqual([true, true, rows.length]);
  });

  it('of every kind that is offered is read', verifies('KEL-OFF-01'), () => {
    expect(CAN_DO.filter(({ example }) => readTasks(example).kind !== 'read')).toEqual([]);
  });

  it('that the documentation shows is read', verifies('KEL-OFF-01'), () => {
    const shown = readFileSync(new URL('../../../../docs/offline.md', import.meta.url), 'utf8').split('\n').filter((line) => line.startsWith('| ') && line.includes('`')).flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, said]) => said ?? ''));
    expect([shown.length > 50, shown.filter((said) => readTasks(said).kind !== 'read')]).toEqual([true, []]);
  });

  it('is never a defect, whatever it says', () => {
    assert(property(string({ unit: 'binary', maxLength: 80 }), (request) => ['read', 'ask', 'two_meanings', 'unknown'].includes(readTasks(request).kind)), { numRuns: 200 });
  });
});
