import { hasCompleted } from '../evidence/call-end.ts';
import { clausesOf } from './asked-words.ts';
import { isProgram } from './program-runs.ts';
import { changedFiles, type Rule, type WholeWork } from './whole-work.ts';

/** Verbs whose deed is a command of one name, whatever else is done around it. */
const DEEDS: Readonly<Record<string, string>> = { commit: 'commit' };
/** Verbs that bring something into a folder. */
const BRINGING: ReadonlySet<string> = new Set(['unpack', 'unzip', 'clone', 'restore']);
/** A verb at the beginning of a sentence, behind one of these, or with `it` behind it is an order. */
const BEFORE: ReadonlySet<string> = new Set(['and', 'then', 'to', 'please']);
const FORBIDDING: ReadonlySet<string> = new Set(['not', "don't", 'never', 'without', 'how', 'why']);

/** What was ordered by a verb that only one kind of command fulfils needs such a command, of the run or of a script that it wrote. */
export const undoneActs: Rule = (work) => {
  const done = acted(work);
  return ordersIn(work).flatMap(({ verb, into }) => {
    const program = DEEDS[verb];
    if (program !== undefined && !done.some((text) => text.includes(program))) return [{ why: `It was asked to ${verb}, and no call of this run did.`, calls: [] }];
    return into === undefined || done.some((text) => text.includes(into)) ? [] : [{ why: `Something was to come into ${into}, and no call of this run speaks of that.`, calls: [] }];
  });
};

interface Order {
  readonly verb: string;
  /** The folder, where it has a name of its own. */
  readonly into: string | undefined;
}

function ordersIn({ asked }: WholeWork): Order[] {
  return clausesOf(asked).filter(({ isQuestion, lower }) => !isQuestion && !lower.some((word) => FORBIDDING.has(word))).flatMap(({ words, lower }) => lower.flatMap((verb, at) => {
    if ((DEEDS[verb] === undefined && !BRINGING.has(verb)) || (at > 0 && !BEFORE.has(lower[at - 1] ?? '') && !['it', 'them'].includes(lower[at + 1] ?? ''))) return [];
    const into = words[lower.indexOf('into', at) + 1] ?? '';
    const isName = lower.includes('into', at) && BRINGING.has(verb) && /^[a-z][\w./-]+$/u.test(into) && !['the', 'a', 'an', 'it', 'its', 'this', 'that', 'one', 'place', 'memory', 'text'].includes(into);
    return [{ verb, into: isName ? into : undefined }];
  }));
}

/** Everything that was given to tools that completed, and what scripts of this run say. */
function acted(work: WholeWork): string[] {
  return [...work.calls.filter(hasCompleted).map(({ decision }) => `${decision.tool_id} ${JSON.stringify(decision.arguments)}`), ...changedFiles(work).filter(({ path }) => isProgram(path)).map(({ now }) => now ?? '')];
}
