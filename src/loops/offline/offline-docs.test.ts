import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { offlineRig } from '../../../test/support/offline-rig.ts';
import { verifies } from '../../../test/requirements/verifies.ts';

const even = (text: string): string => text.split(/\s/u).filter((word) => word !== '').join(' ');

/** The transcripts of the page, each with its request. Lines of a terminal are wrapped, so words are compared and not lines. */
async function transcripts(): Promise<{ readonly request: string; readonly shown: string }[]> {
  const page = await readFile(new URL('../../../docs/offline.md', import.meta.url), 'utf8');
  return page.split('```').flatMap((block) => {
    const [first = '', ...rest] = block.trim().split('\n');
    return first.startsWith('$ keelson run "') ? [{ request: first.slice('$ keelson run "'.length, -1), shown: even(rest.join('\n')) }] : [];
  });
}

describe('docs/offline.md', () => {
  it('shows the plans, criteria, answers and refusals of today', verifies('KEL-OFFUSE-07'), async () => {
    const all = await transcripts();
    expect(all.length).toBeGreaterThanOrEqual(3);
    for (const { request, shown } of all) {
      const rig = await offlineRig();
      const outcome = await rig.plan(request);
      const { plan, outputs } = outcome.decision === 'plan' ? await rig.ask(request) : { plan: undefined, outputs: [] };
      const said = [
        ...(outcome.decision === 'impossible' ? [outcome.reason] : []),
        ...(plan?.task_criteria.map(({ criterion }) => criterion) ?? []),
        ...(plan?.subtasks.flatMap(({ intent, success_criteria }) => [intent, ...success_criteria.map(({ criterion }) => criterion)]) ?? []),
        ...outputs,
      ];
      expect(said.length).toBeGreaterThan(0);
      expect(said.filter((words) => !shown.includes(even(words)))).toEqual([]);
    }
  });
});
