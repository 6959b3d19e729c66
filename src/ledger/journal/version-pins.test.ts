import { describe, expect, it } from 'vitest';
import { runId } from '../../../test/contract-suites/ledger-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { JOURNAL_RUN, journalFixture, PINNED } from '../../../test/support/journal-fixture.ts';
import { refusalOf } from '../../../test/support/ledger-in-memory.ts';
import { acceptVersions } from './version-pins.ts';

const AVAILABLE = { prompts: { planner: ['1.0.0', '1.1.0'] }, contracts: { coder: ['1.2.0'] }, formulas: { 'solver.gradient': ['0.8.0', '1.0.0'] } };
const NEWER = { prompts: { planner: ['2.0.0'] }, contracts: {}, formulas: AVAILABLE.formulas };

describe('the versions of a run', () => {
  it('are those it was started under, whatever is newest', verifies('KEL-JOURNAL-11'), async () => {
    const fixture = await journalFixture();
    expect((await fixture.open({ available: AVAILABLE })).pins).toEqual(PINNED);
  });

  it('are refused by name when they are not at hand', verifies('KEL-JOURNAL-11'), async () => {
    const fixture = await journalFixture();
    expect(await refusalOf(fixture.open({ available: NEWER }))).toEqual({
      code: 'journal.versions_unavailable',
      message: `The run ${JOURNAL_RUN} was started under versions that are not at hand: planner 1.0.0 (prompts), coder 1.2.0 (contracts).`,
      next_step: `Bring back what is named and resume the run, or let it go on under what there is now: keelson resume ${JOURNAL_RUN} --accept-versions "why".`,
      data: { missing: [{ kind: 'prompts', name: 'planner', version: '1.0.0' }, { kind: 'contracts', name: 'coder', version: '1.2.0' }] },
    });
  });

  it('may be replaced by a person, as often as needed, each time on record', verifies('KEL-JOURNAL-11', 'KEL-JOURNAL-16'), async () => {
    const fixture = await journalFixture();
    const accept = (version: string, fence?: { lease: string; token: number }) =>
      acceptVersions({
        runId: JOURNAL_RUN,
        reader: fixture.log,
        writer: fixture.writer,
        versions: { ...PINNED, prompts: { planner: version }, contracts: {} },
        acceptedBy: 'ada',
        reason: 'The old prompt is gone.',
        ...(fence && { fence }),
      });
    await accept('3.0.0');
    await accept('2.0.0');
    expect(await refusalOf(accept('4.0.0', { lease: 'run', token: 1 }))).toMatchObject({ code: 'lease.lost' });
    expect((await fixture.open({ available: NEWER })).pins).toEqual({ ...PINNED, prompts: { planner: '2.0.0' }, contracts: {} });
    expect(await fixture.events()).toEqual(
      ['3.0.0', '2.0.0'].map((version) => ({
        type: 'run.versions_accepted',
        payload: { run_id: JOURNAL_RUN, pinned_versions: { ...PINNED, prompts: { planner: version }, contracts: {} }, accepted_by: 'ada', reason: 'The old prompt is gone.' },
      })),
    );
    expect(fixture.asked.map(({ key }) => key)).toEqual([1, 2, 3].map((number) => `${JOURNAL_RUN}:versions.${number}`));
  });

  it('belong to a run that was started; a mistyped id is not a new run', verifies('KEL-JOURNAL-16'), async () => {
    const fixture = await journalFixture();
    expect(await refusalOf(fixture.open({ runId: runId(8) }))).toMatchObject({ code: 'journal.run_unknown', data: { run_id: runId(8) } });
  });
});
