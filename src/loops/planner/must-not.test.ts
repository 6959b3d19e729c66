import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { mustNotOf } from './must-not.ts';

const avoid = (space: string, entity: string) => ({ space, entity, action: 'avoid', reason: 'it went wrong' }) as const;

describe('what a plan must not use', () => {
  it('is what memory avoids, then the blocked tools, then the blocked targets', verifies('ART-R2-10'), () => {
    const calibration = [avoid('intent:sort_it', 'env:local'), avoid('tool:shell', 'path:/etc'), avoid('tool:glob', 'intent:sort_it'), { space: 'tool:edit_file', entity: 'env:local', action: 'exploit', reason: 'it worked' }] as const;
    expect(mustNotOf(calibration, { blocked_tools: ['web_search'], blocked_targets: ['b.txt'] })).toEqual([
      { from: 'memory', kind: 'way', what: 'intent:sort_it with env:local', why: 'it went wrong' },
      { from: 'memory', kind: 'target', what: '/etc', why: 'it went wrong' },
      { from: 'memory', kind: 'tool', what: 'glob', why: 'it went wrong' },
      { from: 'directive', kind: 'tool', what: 'web_search', why: 'its use failed in an earlier round' },
      { from: 'directive', kind: 'target', what: 'b.txt', why: 'it did not respond in an earlier round' },
    ]);
  });

  it('stands once with the reason of whoever comes first', verifies('ART-R2-10'), () => {
    expect(mustNotOf([avoid('tool:glob', 'env:local')], { blocked_tools: ['glob'], blocked_targets: ['glob'] })).toEqual([
      { from: 'memory', kind: 'tool', what: 'glob', why: 'it went wrong' },
      { from: 'directive', kind: 'target', what: 'glob', why: 'it did not respond in an earlier round' },
    ]);
  });

  it('is nothing when nobody forbids anything', verifies('ART-R2-10'), () => {
    expect(mustNotOf([], undefined)).toEqual([]);
  });
});
