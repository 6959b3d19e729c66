import { Scenario } from '../../contracts/index.ts';
import { decodeJson, KeelsonError, type JsonRepair } from '../../kernel/index.ts';

/** A scenario from the text of a file; `file` is how people know it. Everything that does not fit is told at once. */
export function readScenario(text: string, file: string): Scenario {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(file, [{ path: '', message: `it is not JSON${firstMistake(text)}` }]);
  }
  return checkScenario(value, file);
}

export function checkScenario(value: unknown, file: string): Scenario {
  const parsed = Scenario.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(file, parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })));
}

/**
 * What is wrong first and where, without the words that stand there: somebody may have named another file by mistake. The
 * tolerant decoder knows what it would have to repair; the parser often does not say where it stopped.
 */
function firstMistake(text: string): string {
  let repairs: readonly JsonRepair[];
  try {
    ({ repairs } = decodeJson(text));
  } catch {
    return '';
  }
  const first = repairs.toSorted((left, right) => left.offset - right.offset)[0];
  if (first === undefined) return '';
  const lines = text.slice(0, first.offset).split('\n');
  return ` (${first.kind.replaceAll('_', ' ')} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`;
}

function invalid(file: string, issues: { path: string; message: string }[]): KeelsonError<'scenario.invalid'> {
  const listed = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  return new KeelsonError('scenario.invalid', {
    message: `The scenario ${file} does not fit: ${listed}.`,
    nextStep: 'Correct these places; `keelson mock-model --example` prints a scenario that fits, and docs/mock-model.md names every field.',
    data: { file, issues },
  });
}
