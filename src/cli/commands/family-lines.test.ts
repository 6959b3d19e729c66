import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RunId } from '../../contracts/index.ts';
import { style } from '../style.ts';
import { familyLines } from './run-report-text.ts';

const run = (nth: number): RunId => RunId.parse(`run_01JCQZ9Y5D000000000000000${nth}`);
const deadline = '2026-11-16T11:00:00.000Z';
const sheet = { width: 100, paint: style(false) };

describe('what is shown of the family of a run', () => {
  it('is who handed it over, and whom it handed work to and what came of that', verifies('KEL-CHILD-01'), () => {
    expect(familyLines({}, sheet)).toEqual([]);
    expect(familyLines({ child_of: { run_id: run(1), deadline_at: deadline } }, sheet)).toEqual(['Handed over by 000001, to be done by 2026-11-16 11:00 UTC.']);
    const child = { task: 'Read a.txt.', deadline_at: deadline, taint_class: null };
    expect(familyLines({ children: [{ ...child, run_id: run(2), reason: null, details: null }, { ...child, run_id: run(3), reason: 'success', details: 'Done.' }, { ...child, run_id: run(4), reason: 'timeout', details: 'It was late.' }] }, sheet)).toEqual([
      'Handed over',
      '  - 000002 Read a.txt.: not done yet, by 2026-11-16 11:00 UTC',
      '  - 000003 Read a.txt.: success',
      '  - 000004 Read a.txt.: timeout. It was late.',
    ]);
  });
});
