import { posix } from 'node:path';
import type { JudgedIntention, PolicyVerdict } from '../../contracts/index.ts';
import type { PathOperation, PathRequest } from '../paths/path-request.ts';
import { realPathOf } from '../paths/real-path.ts';
import type { ProgramIntention, ToolIntention, ToolPlace } from '../registry/tool.ts';

/** Who says what may be done. Each judges one kind of thing, and judges it again at the moment of use where it can change. */
export interface Judges {
  path(request: PathRequest, place: ToolPlace): Promise<PolicyVerdict>;
  script(script: string, program: ProgramIntention, place: ToolPlace): PolicyVerdict;
  program(program: ProgramIntention, place: ToolPlace): PolicyVerdict;
  url(url: string): PolicyVerdict;
}

/** Everything a call is about to do, judged part by part before any of it is done. */
export async function judgeIntentions(intentions: readonly ToolIntention[], place: ToolPlace, judges: Judges): Promise<JudgedIntention[]> {
  const judged: JudgedIntention[] = [];
  for (const intention of intentions) judged.push({ kind: intention.kind, subject: subjectOf(intention, place), verdict: await verdictOn(intention, place, judges) });
  return judged;
}

async function verdictOn(intention: ToolIntention, place: ToolPlace, judges: Judges): Promise<PolicyVerdict> {
  switch (intention.kind) {
    case 'path': {
      const { op, path, to } = intention;
      return judges.path({ op, path, ...(to !== undefined && { to }) }, place);
    }
    case 'script':
      return judges.script(intention.script, intention, place);
    case 'program':
      return judges.program(intention, place);
    case 'url':
      return judges.url(intention.url);
    case 'person':
      return { decision: 'allow', rule: 'person.asked', explanation: 'It only asks the person a question.' };
    case 'remote':
      if (intention.isBrought === true) return { decision: 'allow', rule: 'remote.brought', explanation: 'Whoever started the run brought this function and calls it.' };
      return { decision: 'allow', rule: 'remote.configured', explanation: `The server ${intention.server} was configured by a person, who accepted this tool of it.` };
  }
}

/** What it is about, as a person reads it. Never empty: an empty path or script is still something that was asked for. */
export function subjectOf(intention: ToolIntention, place: ToolPlace): string {
  switch (intention.kind) {
    case 'path':
      return `${intention.op} ${pathSubject(intention, intention.path, place)}${intention.to === undefined ? '' : ` to ${pathSubject(intention, intention.to, place)}`}`;
    case 'script':
      return `${intention.script} (in ${intention.currentFolder})`;
    case 'program':
      return `${intention.argv.map(shown).join(' ')} (in ${intention.currentFolder})`;
    case 'url':
      return `${intention.method} ${intention.url}`;
    case 'person':
      return `ask: ${intention.question}`;
    case 'remote':
      return `${intention.name} on ${intention.server}`;
  }
}

/** A path with where it leads, when a link on the way makes that another place than it says. */
function pathSubject({ op }: { readonly op: PathOperation }, path: string, place: ToolPlace): string {
  const realPath = realPathOf(op, path, place);
  if (realPath === undefined || realPath === posix.resolve(place.workspace, path)) return JSON.stringify(path);
  return `${JSON.stringify(path)}, which is ${JSON.stringify(posix.relative(place.workspace, realPath))}`;
}

const PLAIN_WORD = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** A word as a shell would have to be given it, so that no blank or quote in it can mislead the reader. */
function shown(word: string): string {
  return PLAIN_WORD.test(word) ? word : JSON.stringify(word);
}
