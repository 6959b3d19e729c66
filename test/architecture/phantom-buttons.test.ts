import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { phantomsIn } from './phantom-buttons.ts';
import { sourceFiles } from './source-files.ts';

describe('the buttons of the page', () => {
  it('each have a registered command done, or change only what is shown', verifies('KEL-WEB-05', 'ELN-D-14', 'MAH-1-10'), () => {
    const files = sourceFiles(['web/src'], '.tsx');
    expect(files.length).toBeGreaterThan(10);
    expect(files.flatMap(phantomsIn)).toEqual([]);
  });

  it('would be found out', verifies('KEL-WEB-05', 'ELN-D-14', 'MAH-1-10', 'fixture.command_registry_phantom_button'), () => {
    const path = 'web/src/pages/x.tsx';
    const text = 'const a = <><button>x</button><Act operation="run.vanish" /><Act operation={name} /><Act operation="run.cancel" /><Act operation="run.list" /><Press /></>;';
    expect(phantomsIn({ path, text })).toEqual([`${path}: a button that is neither an Act nor a Press`, `${path}: run.vanish is no registered command`, `${path}: an Act whose operation is not a plain name`, `${path}: run.list is no registered command`]);
  });
});
