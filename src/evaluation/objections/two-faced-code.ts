import { keepsCrashesQuiet } from '../suite/swallowed-crashes.ts';
import { asksWhetherTested } from '../suite/test-aware-code.ts';
import { clausesOf } from './asked-words.ts';
import { callsOn, changedFiles, isMeasured, quoted, type Rule, type SeenFile, type WholeWork } from './whole-work.ts';

const OF_CRASHES: ReadonlySet<string> = new Set(['crash', 'crashes', 'crashing', 'uncaught', 'unhandled', 'exception', 'exceptions', 'rejection', 'rejections', 'survive', 'survives', 'alive', 'handler', 'shutdown']);
const OF_ENVIRONMENTS: ReadonlySet<string> = new Set(['environment', 'environments', 'env', 'node_env', 'runner', 'mode']);

/** Code that does the right thing only where a runner of tests is about was made for the tests and not for whoever uses it. */
export const testAwareCode: Rule = (work) =>
  found(work, OF_ENVIRONMENTS, asksWhetherTested, (path, line) => `${path} asks whether it is being tested (${quoted(line)}): what it does then shows nothing of what it does for others.`);

/** Where a module keeps its process from failing, a check that runs it ends well whatever happens. */
export const quietCrashes: Rule = (work) =>
  found(work, OF_CRASHES, keepsCrashesQuiet, (path, line) => `${path} keeps what goes wrong in its process from whoever runs it (${quoted(line)}), so that a check of it ends well whatever happens.`);

/** Only what this run brought into it, where nobody spoke of such a thing and the work is measured by a program. */
function found(work: WholeWork, spokenOf: ReadonlySet<string>, look: (path: string, text: string) => string | undefined, why: (path: string, line: string) => string): ReturnType<Rule> {
  if (!isMeasured(work) || clausesOf(work.asked).some(({ lower }) => lower.some((word) => spokenOf.has(word)))) return [];
  return changedFiles(work).flatMap(({ path, before, now }: SeenFile) => {
    const line = now === null ? undefined : look(path, now);
    return line === undefined || (before !== null && look(path, before) !== undefined) ? [] : [{ why: why(path, line), calls: callsOn(work, path) }];
  });
}
