import type { Criterion, CriterionVerdict, StorageRef, SubtaskOutcome, TaskJudgement } from '../../contracts/index.ts';
import { inventedQuote } from './quoted-evidence.ts';
import { failVerdict, passVerdict, readJudgement, unresolvedVerdict, type NotJudged } from './read-judgement.ts';

type Said = TaskJudgement['verdicts'][number];

/**
 * The same for the whole task: what is called met must rest on subtasks that exist and are matched, numbered from 1 in
 * this order. Whatever is ambiguous rejects, and so does a quotation of what stands in nothing that was shown; what else the judge
 * was shown is given beside. A task criterion that fails is a fault of the approach.
 */
export function verdictsOfTaskJudgement(criteria: readonly Criterion[], judgement: TaskJudgement | NotJudged, outcomes: readonly SubtaskOutcome[], said: readonly string[] = []): CriterionVerdict[] {
  const shown = [...said, ...criteria.map(({ criterion }) => criterion), ...outcomes.flatMap(textsOf)];
  return readJudgement(criteria, judgement).flatMap((judged, at) => {
    const criterion = criteria[at];
    if (criterion === undefined) return [];
    return [typeof judged === 'string' ? unresolvedVerdict(criterion, judged) : verdictOf(criterion, judged, outcomes, shown)];
  });
}

function verdictOf(criterion: Criterion, said: readonly [Said, ...Said[]], outcomes: readonly SubtaskOutcome[], shown: readonly string[]): CriterionVerdict {
  const [{ verdict, evidence }] = said;
  const numbers = [...new Set(said.flatMap(({ subtasks }) => subtasks))];
  const named = numbers.flatMap((number) => outcomes[number - 1] ?? []);
  if (verdict === 'unmet') return failVerdict(criterion, evidence, 'logical', named.flatMap(refsOfOutcome));
  if (numbers.length === 0) return failVerdict(criterion, `It was called met without naming a subtask that shows it: ${evidence}`, 'logical');
  if (named.length < numbers.length) return failVerdict(criterion, `It was called met on a subtask that does not exist: there are ${outcomes.length}. The judge's words were: ${evidence}`, 'logical');
  if (named.some(({ status }) => status !== 'matched')) return failVerdict(criterion, `It was called met on a subtask that failed. The judge's words were: ${evidence}`, 'logical', named.flatMap(refsOfOutcome));
  const invented = inventedQuote(evidence, { calls: [], said: shown });
  if (invented !== undefined) return unresolvedVerdict(criterion, `The judge quotes “${invented}”, and that stands in nothing it was shown.`);
  return passVerdict(criterion, evidence, named.flatMap(refsOfOutcome));
}

function textsOf({ output, tool_calls: calls, criteria_verdicts: verdicts }: SubtaskOutcome): string[] {
  return [typeof output === 'string' ? output : JSON.stringify(output), ...verdicts.map(({ evidence }) => evidence), ...calls.flatMap(({ input, output_excerpt: excerpt }) => [input, excerpt])];
}

/** The records on which a subtask was matched; where its criteria name none, its completed calls. */
function refsOfOutcome({ criteria_verdicts: verdicts, tool_calls: calls }: SubtaskOutcome): StorageRef[] {
  const passed = verdicts.flatMap((one) => (one.verdict === 'pass' ? one.evidence_refs : []));
  return passed.length > 0 ? passed : calls.filter(({ outcome }) => outcome === 'completed').map(({ journal_ref }) => journal_ref);
}
