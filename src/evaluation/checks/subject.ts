import type { CheckSubject } from '../../contracts/index.ts';
import { hasCompleted, hasSucceeded } from '../evidence/call-end.ts';
import { natureOf } from '../evidence/call-nature.ts';
import { classifyFailure } from '../evidence/failure-class.ts';
import { callsThatTouched } from '../evidence/file-history.ts';
import type { CheckedWork, MadeCall } from '../work.ts';
import type { CheckPorts } from './check-ports.ts';
import { unmet, type CheckFinding } from './finding.ts';

/** What a check looks at, with the calls that tie it to this run. */
export interface Subject {
  readonly name: string;
  readonly text: string;
  readonly calls: readonly MadeCall[];
}

/** Reads the subject; a finding when there is nothing to look at, or nothing that ties it to this run. */
export async function subjectOf(subject: CheckSubject, work: CheckedWork, ports: CheckPorts): Promise<Subject | { readonly finding: CheckFinding }> {
  return subject.of === 'output' ? outputOf(work) : fileOf(subject.path, work, ports);
}

/** The form of an output is its own; still it must come out of something that was done. */
function outputOf(work: CheckedWork): Subject | { readonly finding: CheckFinding } {
  if (work.output.trim() === '') return { finding: unmet('The output is empty.', 'logical') };
  const calls = work.calls.filter((call) => hasCompleted(call) && natureOf(call) !== 'says');
  const acted = calls.findLast(hasSucceeded) ?? calls.at(-1);
  if (acted === undefined) return { finding: unmet('No call of this subtask completed, so the output rests on nothing but the executor\'s own words.', classifyFailure(work)) };
  return { name: 'the output', text: work.output, calls: [acted] };
}

async function fileOf(path: string, work: CheckedWork, ports: CheckPorts): Promise<Subject | { readonly finding: CheckFinding }> {
  const calls = callsThatTouched(path, work);
  if (calls.length === 0) return { finding: unmet(`No call of this run that succeeded changed or read ${path}; what may stand in it proves nothing.`, classifyFailure(work)) };
  const text = await ports.readFile(path);
  if (text === undefined) return { finding: unmet(`There is no file ${path} to look at.`, 'environmental', calls.map(({ evidence }) => evidence.journal_ref)) };
  return { name: path, text, calls: calls.slice(-1) };
}
