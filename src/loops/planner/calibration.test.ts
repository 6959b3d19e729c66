import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { PlanCalibration } from '../../contracts/index.ts';
import { calibrationTags, NOTHING_LEARNT, readCalibration, toolsToAskAbout, valueOf, type CalibrationTag } from './calibration.ts';

const entry = (action: PlanCalibration['action'], space = 'tool:shell', entity = 'env:local'): PlanCalibration => ({ space, entity, action, reason: `because of ${action}` });

describe('what memory is asked before a plan', () => {
  it('is the first three words of the intent on this machine, and every tool once', verifies('ART-R2-04'), () => {
    expect(calibrationTags({ intent: 'Sort the names in names.txt' }, ['shell', 'glob', 'shell'])).toEqual([{ space: 'intent:sort_the_names', entity: 'env:local' }, { space: 'tool:shell' }, { space: 'tool:glob' }]);
  });

  it('is read once for each plan, and what it says to ignore is left out', verifies('ART-R2-03', 'ART-R2-05'), async () => {
    const asked: (readonly CalibrationTag[])[] = [];
    const memory = {
      async read(tags: readonly CalibrationTag[]) {
        asked.push(tags);
        return [entry('exploit'), entry('ignore'), entry('caution'), entry('avoid')];
      },
    };
    expect(await readCalibration({ intent: 'Sort it' }, ['shell'], memory)).toEqual([entry('exploit'), entry('caution'), entry('avoid')]);
    expect(asked).toEqual([[{ space: 'intent:sort_it', entity: 'env:local' }, { space: 'tool:shell' }]]);
  });

  it('is nothing until there is a memory', verifies('ART-R2-03'), async () => {
    expect(await readCalibration({ intent: 'Sort it' }, ['shell'], NOTHING_LEARNT)).toEqual([]);
  });
});

describe('what memory says', () => {
  it('asks for a person where it is wary of a tool', verifies('ART-R2-05'), () => {
    expect(toolsToAskAbout([entry('caution'), entry('caution', 'intent:sort_it'), entry('avoid', 'tool:glob'), entry('caution', 'tool:glob')])).toEqual(['shell', 'glob']);
  });

  it('speaks of a tool or a path only under its own kind', verifies('ART-R2-10'), () => {
    expect([valueOf('tool', 'tool:shell'), valueOf('path', 'path:/a:b'), valueOf('tool', 'path:/a'), valueOf('tool', 'tool:'), valueOf('path', 'a path:/b')]).toEqual(['shell', '/a:b', undefined, undefined, undefined]);
  });
});
