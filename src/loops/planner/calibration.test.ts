import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { RUN, TASK } from '../../../test/support/run-samples.ts';
import type { PlanCalibration, PotentialAction, RecalledPlace } from '../../contracts/index.ts';
import { calibrationTags, NOTHING_LEARNT, readCalibration, toolsToAskAbout, valueOf, type CalibrationTag } from './calibration.ts';

const LOSS = { D: 0.5, P: 0.5, Omega: 0.1, L: 0.5 };
const place = (action: PotentialAction, space = 'tool:shell', entity = 'path:a.txt'): RecalledPlace => ({
  space,
  entity,
  potentials: { attention: 1, decision: 0, action },
  sops: [],
  action,
  written: 2,
  states: { change_approach: 2 },
  first_at: '2026-03-01T08:00:00.000Z',
  last_at: '2026-03-02T08:00:00.000Z',
  latest: [{ at: '2026-03-02T08:00:00.000Z', state: 'change_approach', content: 'It lost\n two names.', sigma: -1, from: { from: 'experience', run_id: RUN, task_id: TASK, round: 1, loss: LOSS } }],
  taint_class: 'owner_typed',
});
const told = (action: PotentialAction, space = 'tool:shell', entity = 'path:a.txt'): PlanCalibration => ({ space, entity, action, reason: `earlier the wrong approach 2 times, last on 2026-03-02 in run ${RUN.slice(-6)}: It lost two names`, taint_class: 'owner_typed' });
const entry = (action: PlanCalibration['action'], space = 'tool:shell', entity = 'env:local'): PlanCalibration => ({ space, entity, action, reason: `because of ${action}` });
const asking = (...places: readonly RecalledPlace[]) => ({ read: async () => places });
const TASK_IN = { intent: 'Sort it', raw_input: 'sort it please' };

describe('what memory is asked before a plan', () => {
  it('is the first three words of the intent on this machine, and every tool once: in such tasks, and on its targets', verifies('ART-R2-04', 'KEL-MEM-12'), () => {
    expect(calibrationTags({ intent: 'Sort the names in names.txt' }, ['shell', 'glob', 'shell'])).toEqual([
      { space: 'intent:sort_the_names', entity: 'env:local' },
      { space: 'tool:shell', entity: 'intent:sort_the_names', entityKind: 'path' },
      { space: 'tool:glob', entity: 'intent:sort_the_names', entityKind: 'path' },
    ]);
  });

  it('is asked nothing of a client\'s function, whose name may mean something else with the next one', verifies('KEL-FUNC-10'), () => {
    expect(calibrationTags({ intent: 'Sort the names in names.txt' }, ['client__shell', 'shell']).map(({ space }) => space)).toEqual(['intent:sort_the_names', 'tool:shell']);
  });

  it('is read once for each plan, and what it says to ignore is left out', verifies('ART-R2-03', 'ART-R2-05'), async () => {
    const asked: (readonly CalibrationTag[])[] = [];
    const memory = {
      async read(tags: readonly CalibrationTag[]) {
        asked.push(tags);
        return [place('exploit'), place('ignore'), place('caution'), place('avoid')];
      },
    };
    expect(await readCalibration(TASK_IN, ['shell'], memory)).toEqual([told('exploit'), told('caution'), told('avoid')]);
    expect(asked).toEqual([[{ space: 'intent:sort_it', entity: 'env:local' }, { space: 'tool:shell', entity: 'intent:sort_it', entityKind: 'path' }]]);
  });

  it('is nothing where there is no memory', verifies('ART-R2-03'), async () => {
    expect(await readCalibration(TASK_IN, ['shell'], NOTHING_LEARNT)).toEqual([]);
  });
});

describe('what memory says', () => {
  it('gives way to the person’s own words: what they name is told and not forbidden', verifies('KEL-MEM-13'), async () => {
    const request = { intent: 'Sort the file', raw_input: 'sort a.txt with the shell' };
    const found = await readCalibration(request, ['shell'], asking(place('avoid'), place('avoid', 'tool:shell', 'intent:sort_the_file'), place('avoid', 'tool:glob', 'path:aa.txt'), place('exploit')));
    expect(found.map(({ entity, named_by_person: isNamed }) => [entity, isNamed])).toEqual([['path:a.txt', true], ['intent:sort_the_file', true], ['path:aa.txt', undefined], ['path:a.txt', undefined]]);
  });

  it('says of a rule that it holds, beside what happened', verifies('KEL-MEM-12'), async () => {
    const sop = { megram_id: 'meg_00000000000000000000000000' as never, kind: 'constraint' as const, space: 'tool:shell', entity: 'path:a.txt', content: 'Leave it alone.', f: 0.9, sigma: -1, created_at: '2026-03-01T08:00:00.000Z', last_recalled_at: null, taint_class: 'owner_typed' as const };
    const only = { ...place('avoid'), sops: [sop], written: 1, states: { consolidated: 1 }, latest: [] };
    const found = await readCalibration(TASK_IN, ['shell'], asking({ ...place('avoid'), sops: [sop] }, only));
    expect(found.map(({ reason }) => reason)).toEqual([`a rule against it holds: Leave it alone; ${told('avoid').reason}`, 'a rule against it holds: Leave it alone']);
  });

  it('does not count the word of a person, which is kept as often as it takes to outweigh the rest', verifies('KEL-MEM-12'), async () => {
    const latest = [{ at: '2026-03-02T08:00:00.000Z', state: 'correction' as const, content: 'It was mended.', sigma: 1, from: { from: 'correction' as const, by: 'owner', about: null } }];
    const found = await readCalibration(TASK_IN, ['shell'], asking({ ...place('exploit'), written: 4, states: { change_approach: 2, correction: 2 }, latest }));
    expect(found.map(({ reason }) => reason)).toEqual(['earlier the wrong approach 2 times, put right by a person, last on 2026-03-02: It was mended']);
  });

  it('asks for a person where it is wary of a tool, or of one of its targets', verifies('ART-R2-05'), () => {
    const named = { ...entry('caution', 'tool:read_file'), named_by_person: true as const };
    expect(toolsToAskAbout([entry('caution'), entry('caution', 'intent:sort_it'), entry('avoid', 'tool:glob'), entry('caution', 'tool:glob', 'path:b.txt'), named])).toEqual([{ tool: 'shell', entity: 'env:local' }, { tool: 'glob', target: 'b.txt', entity: 'path:b.txt' }]);
  });

  it('speaks of a tool or a path only under its own kind', verifies('ART-R2-10'), () => {
    expect([valueOf('tool', 'tool:shell'), valueOf('path', 'path:/a:b'), valueOf('tool', 'path:/a'), valueOf('tool', 'tool:'), valueOf('path', 'a path:/b')]).toEqual(['shell', '/a:b', undefined, undefined, undefined]);
  });
});
