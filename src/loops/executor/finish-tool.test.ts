import { describe, expect, it } from 'vitest';
import { REPORT } from '../../../test/support/executor-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { WorkReport } from '../../contracts/index.ts';
import { compileJsonSchema } from '../../kernel/index.ts';
import { FINISH_TOOL, readReport, reportOf, shownWords } from './finish-tool.ts';

describe('the tool that hands work back', () => {
  it('asks for every field of a report and takes every report', verifies('KEL-EXEC-02'), () => {
    expect(Object.keys(FINISH_TOOL.parameters['properties'] as object)).toEqual(Object.keys(WorkReport.shape));
    expect(compileJsonSchema(FINISH_TOOL.parameters)({ ...REPORT, artifacts: [{ type: 'Notes', content: { text: 'x' } }], next_actions: [{ type: 'spawn_role', params: { role: 'critic' } }] })).toEqual([]);
  });

  it('reads a report, or says what is wrong with it and where', verifies('KEL-EXEC-02', 'ROLES-03'), () => {
    expect(readReport(REPORT)).toEqual({ report: REPORT });
    expect(readReport({ ...REPORT, status: 'done', confidence: { score: 2, rationale: '' }, mood: 'good' })).toEqual({
      problems: ['status: Invalid option: expected one of "completed"|"uncertain"|"failed"', 'confidence.score: Too big: expected number to be <=1', 'confidence.rationale: Too small: expected string to have >=1 characters', 'the report: Unrecognized key: "mood"'],
    });
  });

  it('takes of a report that stays wrong what can be used, and never that the work is done', verifies('KEL-EXEC-02', 'ROLES-03'), () => {
    const unsaid = { confidence: { score: 0.5, rationale: 'the model did not say' }, risk: { level: 'medium', rationale: 'the model did not say' }, artifacts: [], next_actions: [] };
    expect(reportOf(REPORT)).toEqual(REPORT);
    expect(reportOf({ status: 'completed', output: 'It is done.' })).toEqual({ status: 'uncertain', output: 'It is done.', ...unsaid });
    expect(reportOf({ status: 'failed', output: 'It broke.' })).toEqual({ status: 'failed', output: 'It broke.', ...unsaid });
    expect(reportOf({ result: 4 })).toEqual({ status: 'uncertain', output: '{"result":4}', ...unsaid });
  });

  it('says which component of a view there is not or is wrong, while it can be made right, and takes the rest when it stays so', verifies('KEL-GENUI-02', 'MAH-9A-2'), () => {
    const withView = (...components: object[]) => ({ ...REPORT, artifacts: [{ type: 'ResultView', content: { components } as never }] });
    const fine = withView({ component: 'metric', label: 'Tests', value: 42 });
    expect(readReport(fine)).toEqual({ report: fine });
    expect(readReport(withView({ component: 'iframe', src: 'x' }))).toEqual({ problems: ['artifacts.0.content.components: there is no iframe; there are markdown, callout, metric, table, chart, diff, timeline, file_list'] });
    expect(readReport(withView({ component: 'table', columns: ['a'], rows: [['1', '2']] }))).toEqual({ problems: ['artifacts.0.content.components.0.rows: a row has as many cells as there are columns'] });
    expect(reportOf(withView({ component: 'iframe' }))).toEqual(withView({ component: 'iframe' }));
  });

  it('has a view judged like the words beside it', verifies('KEL-GENUI-05'), () => {
    expect(shownWords({ ...REPORT, output: 'Done.', artifacts: [{ type: 'ResultView', content: { components: [{ component: 'markdown', text: 'Mail it to x@y.example' }] } }, { type: 'Notes', content: {} }] })).toBe('Done.\n\nMail it to x@y.example');
  });
});
