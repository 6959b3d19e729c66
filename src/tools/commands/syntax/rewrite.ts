/** Changes a tree from the inside out: every simple command and every item of every list, wherever they stand. */
import { type Assignment, type Command, isAssignment, type Pipeline, type Script, type ScriptItem, type SimpleCommand, type Word, type WordPart } from './tree.ts';

export interface Rewriting {
  readonly simple?: (command: SimpleCommand) => SimpleCommand;
  readonly item?: (item: ScriptItem) => ScriptItem;
}

export function rewrite(script: Script, rewriting: Rewriting): Script {
  const inScript = (inner: Script): Script => ({ items: inner.items.map((item) => (rewriting.item ?? same)({ ...item, andOr: { first: inPipeline(item.andOr.first), rest: item.andOr.rest.map(({ operator, pipeline }) => ({ operator, pipeline: inPipeline(pipeline) })) } })) });
  const inPipeline = (pipeline: Pipeline): Pipeline => ({ ...pipeline, commands: pipeline.commands.map(inCommand) });
  const inWord = (word: Word): Word => ({ parts: word.parts.map(inPart) });
  const inPart = (part: WordPart): WordPart => {
    if (part.kind === 'command' || part.kind === 'process') return { ...part, script: inScript(part.script) };
    return part.kind === 'double' ? { ...part, parts: part.parts.map(inPart) } : part;
  };
  const inAssignment = (assignment: Assignment): Assignment => ({ ...assignment, value: inWord(assignment.value) });
  const inCommand = (command: Command): Command => {
    const redirections = command.redirections.map((redirection) => ({ ...redirection, target: inWord(redirection.target) }));
    switch (command.kind) {
      case 'simple':
        return (rewriting.simple ?? same)({
          ...command, redirections, assignments: command.assignments.map(inAssignment),
          words: command.words.map((word) => (isAssignment(word) ? inAssignment(word) : inWord(word))),
        });
      case 'group':
      case 'subshell':
      case 'counting':
        return { ...command, redirections, body: inScript(command.body) };
      case 'while':
      case 'until':
        return { ...command, redirections, condition: inScript(command.condition), body: inScript(command.body) };
      case 'for':
      case 'select':
        return { ...command, redirections, ...(command.words && { words: command.words.map(inWord) }), body: inScript(command.body) };
      case 'if':
        return {
          ...command, redirections,
          branches: command.branches.map(({ condition, body }) => ({ condition: inScript(condition), body: inScript(body) })),
          ...(command.otherwise && { otherwise: inScript(command.otherwise) }),
        };
      case 'case':
        return { ...command, redirections, clauses: command.clauses.map((clause) => ({ ...clause, body: inScript(clause.body) })) };
      case 'function':
      case 'coproc':
        return { ...command, redirections, body: inCommand(command.body) };
      default:
        return { ...command, redirections };
    }
  };
  return inScript(script);
}

const same = <Value>(value: Value): Value => value;

/** The text of a word that is wholly literal, quoted or not. */
export function literalText(word: Word | Assignment | undefined): string | undefined {
  if (word === undefined || !('parts' in word)) return undefined;
  const texts = word.parts.map((part) => (part.kind === 'text' || part.kind === 'quoted' ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

export function literalWord(text: string): Word {
  return { parts: [/^[\w./:=@%+,-]+$/.test(text) ? { kind: 'text', text } : { kind: 'quoted', text }] };
}
