import type { AuditWindowFigures } from '../contracts/index.ts';
import { wilsonBounds } from '../formulas/index.ts';

type Counted = Pick<AuditWindowFigures, 'tasks' | 'corrections' | 'runs_ended' | 'runs_failed' | 'tool_calls' | 'tool_calls_failed'>;

/** From fewer cases nobody can tell a change from chance. */
const CASES_MIN = 5;

interface Rate {
  readonly what: string;
  readonly of: (figures: Counted) => { readonly bad: number; readonly all: number };
}

const RATES: readonly Rate[] = [
  { what: 'runs that fail', of: ({ runs_failed, runs_ended }) => ({ bad: runs_failed, all: runs_ended }) },
  { what: 'calls of tools that fail', of: ({ tool_calls_failed, tool_calls }) => ({ bad: tool_calls_failed, all: tool_calls }) },
];

/** Rates of this window that lie clearly above those of the windows before: the two intervals of the true rate do not meet. */
export function driftAlerts(window: Counted, earlier: readonly Counted[]): string[] {
  const alerts = RATES.flatMap(({ what, of }) => {
    const now = of(window);
    const before = earlier.map(of).reduce((sum, one) => ({ bad: sum.bad + one.bad, all: sum.all + one.all }), { bad: 0, all: 0 });
    if (now.all < CASES_MIN || before.all < CASES_MIN) return [];
    const [lower] = wilsonBounds(now.bad, now.all, LEVEL);
    const [, upper] = wilsonBounds(before.bad, before.all, LEVEL);
    return lower > upper ? [`${what}: ${now.bad} of ${now.all} in this window, ${before.bad} of ${before.all} in the ${earlier.length} before`] : [];
  });
  return [...alerts, ...correctionAlert(window, earlier)];
}

const LEVEL = 0.95;

/** A task can be corrected more than once, so this is no share: twice as many for each task is told. */
const CORRECTIONS_FACTOR = 2;

function correctionAlert(window: Counted, earlier: readonly Counted[]): string[] {
  const tasks = earlier.reduce((sum, one) => sum + one.tasks, 0);
  const corrections = earlier.reduce((sum, one) => sum + one.corrections, 0);
  if (window.tasks < CASES_MIN || tasks < CASES_MIN || window.corrections < CASES_MIN) return [];
  if (window.corrections / window.tasks <= CORRECTIONS_FACTOR * (corrections / tasks)) return [];
  return [`corrections: ${window.corrections} for ${window.tasks} tasks in this window, ${corrections} for ${tasks} in the ${earlier.length} before`];
}
