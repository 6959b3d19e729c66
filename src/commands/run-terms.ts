import { runTerms } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import type { OpenTools } from './tools-ports.ts';

/** Serves `run.terms`: where and under what a task is worked on that says nothing of it. */
export function runTermsBinding(openTools: OpenTools): Binding {
  return bind(runTerms, async () => {
    const ports = await openTools();
    const [{ workspace }, { budget }, { approvals }] = await Promise.all([ports.place(undefined), ports.runSettings(), ports.oversight.settings()]);
    return { workspace, mode: approvals.mode, limits: budget.per_run };
  });
}
