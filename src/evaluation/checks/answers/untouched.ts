import type { FileChange } from '../../../contracts/index.ts';
import { hasCompleted } from '../../evidence/call-end.ts';
import { everyCall, refsOf } from '../../work.ts';
import type { Look } from '../check-ports.ts';
import { met, unmet } from '../finding.ts';
import { counted } from './calls.ts';

/** What the run changed is what it was to change. The runner saw every change; no tool tells of its own. */
export const untouched: Look<'untouched'> = async ({ except, allows }, work) => {
  const calls = everyCall(work);
  const changes = calls.flatMap(({ outcome }) => outcome.changes);
  const wrong = changes.filter((change) => !except.includes(change.path) && !isAllowed(change, allows, changes));
  const [first] = wrong;
  if (first !== undefined) return unmet(`${first.path} was ${first.kind}${wrong.length === 1 ? '' : `, and ${counted(wrong.length - 1, 'other file')} changed`}.`, 'logical', refsOf(calls.filter(({ outcome }) => outcome.changes.includes(first))));
  const told = changes.length === 0 ? 'no file was changed' : `only ${changes.slice(0, 5).map(({ path }) => path).join(', ')}${changes.length > 5 ? ` and ${changes.length - 5} more` : ''} changed`;
  return met(`In ${counted(calls.length, 'call')}, ${told}.`, refsOf(calls.filter(hasCompleted)));
};

function isAllowed(change: FileChange, allows: 'nothing' | 'new_files' | 'moved_files', all: readonly FileChange[]): boolean {
  if (allows === 'nothing' || change.kind === 'modified') return false;
  if (change.kind === 'created') return true;
  // A file that is gone from its old place has to be whole at another.
  return allows === 'moved_files' && change.before !== null && all.some(({ kind, after_sha256: after }) => kind === 'created' && after === change.before?.sha256);
}
