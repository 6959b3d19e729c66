import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import type { ShownEntry } from '../../../live/live-log.ts';
import { foldRun } from '../view/fold-run.ts';
import { NO_EVENTS } from '../view/run-view.ts';
import { PhaseTrail } from './phase-trail.tsx';

const left = (position: number, phase: string, exit: string): ShownEntry =>
  ({ position, event: { type: 'run.phase_exited', recorded_at: '2026-01-01T00:00:00Z', payload: { run_id: 'run_1', phase, exit: { exit, reason: `${phase} was left` }, gate: { checks: [{ gate_id: 'plan_valid', result: 'passed', detail: 'It can be carried out.', refs: [] }] } } } }) as unknown as ShownEntry;

it('shows the phases of a run in their order, how each was left, and the one that it is in', verifies('KEL-WEB-20'), () => {
  const view = foldRun(NO_EVENTS, [left(1, 'plan', 'success'), left(2, 'execute', 'success'), left(3, 'review', 'needs_repair'), left(4, 'repair', 'fail')]);
  expect(view.phases[2]).toEqual({ phase: 'review', exit: 'needs_repair', reason: 'review was left', gates: [{ gate_id: 'plan_valid', result: 'passed', detail: 'It can be carried out.', refs: [] }], at: '2026-01-01T00:00:00Z' });
  const shown = (standing: 'working' | 'ended'): string[] => [...renderToStaticMarkup(<PhaseTrail view={view} report={{ phase: 'execute', standing }} />).matchAll(/class="(?:button chip )?([^"]+)"(?: aria-expanded="false")?>([a-z]+…?)</g)].map(([, look, says]) => `${says} ${look}`);
  expect([shown('working'), shown('ended')]).toEqual([
    ['plan went-well', 'execute went-well', 'review sent-back', 'repair went-wrong', 'execute… tag busy'],
    ['plan went-well', 'execute went-well', 'review sent-back', 'repair went-wrong'],
  ]);
});
