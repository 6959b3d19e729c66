import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { withPreference } from './preference-log.ts';

describe('the file of preferences', () => {
  it('begins with a title and has one preference a line', verifies('MAH-11B-3', 'KEL-SESSION-09'), () => {
    const first = withPreference(undefined, 'prefer pnpm\n  workspaces');
    expect(first).toEqual({ content: '# What to keep to here\n\n- prefer pnpm workspaces\n', isNew: true });
    expect(withPreference(first.content, 'never round').content).toBe('# What to keep to here\n\n- prefer pnpm workspaces\n- never round\n');
  });

  it('keeps what the person wrote to the byte, and says nothing twice', verifies('MAH-11B-3', 'KEL-SESSION-09'), () => {
    const own = 'My rules\r\n  - tabs, please';
    expect(withPreference(own, 'no tests in src')).toEqual({ content: `${own}\n- no tests in src\n`, isNew: true });
    expect(withPreference('- never round \n', 'never   round')).toEqual({ content: '- never round \n', isNew: false });
  });
});
