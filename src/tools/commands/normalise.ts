/** What a command looks like to a person, against what it is to a shell. */
import { holds, isAscii, isBidirectional, isControl, isDash, isForeignSpace, isInvisible, isPrivate, without, withoutTerminalSequences } from './characters.ts';
import type { Finding } from './context.ts';
import { SHOWN_CHARS_MAX, STEPS_MAX } from './limits.ts';
import { isAssignment, type Command, type Script, type Word } from './syntax/tree.ts';
import { parseShell } from './syntax/parse.ts';

/** The texts to be judged: as given, and without what a terminal would swallow. */
export function readingsOf(text: string): string[] {
  const whole = text.replaceAll('\u0000', '');
  const shown = without(withoutTerminalSequences(whole), isControl);
  const asLines = (reading: string): string => reading.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return [...new Set([whole, shown, asLines(whole), asLines(shown)])];
}

/** Why the text may not be what it seems. */
export function suspicionsOf(text: string): Finding[] {
  const findings: Finding[] = [];
  const add = (rule: string, explanation: string): void => void findings.push({ decision: 'ask', rule, explanation });
  if (holds(text, isControl)) add('control_characters', 'It holds control characters, which can make a terminal show something else.');
  if (text.includes('\r')) add('control_characters', 'It holds carriage returns, which can make a terminal show something else.');
  if (isAscii(text)) return findings;
  if (holds(text, isBidirectional)) add('bidirectional_text', 'It holds marks that change the order in which text is shown.');
  if (holds(text, isPrivate)) add('private_characters', 'It holds characters that have no agreed meaning.');
  const parsed = parseShell(text, { commandsMax: STEPS_MAX });
  const words = parsed.ok ? unquotedWords(parsed.script) : [{ text, isProgram: true }];
  const odd = words.find((word) => isConfusable(word.text, word.isProgram));
  if (odd !== undefined) add('confusable_characters', `"${odd.text.slice(0, SHOWN_CHARS_MAX)}" holds characters that look like others.`);
  return findings;
}

/** The text as it reads: look-alikes of NFKC folded, invisible characters gone. */
export function foldedText(text: string): string {
  const visible = without(without(withoutTerminalSequences(text), isInvisible), isBidirectional);
  return [...visible.normalize('NFKC')].map((character) => (isForeignSpace(character) ? ' ' : character)).join('');
}

/** In a program's name any foreign letter counts; in an argument only what passes for an ASCII character. */
function isConfusable(word: string, isProgram: boolean): boolean {
  if (isAscii(word)) return false;
  if (isProgram) return true;
  if (holds(word, isInvisible) || holds(word, isForeignSpace) || isDash(word)) return true;
  return [...word].some((character) => !isAscii(character) && isAscii(character.normalize('NFKC')));
}

interface SeenWord {
  readonly text: string;
  readonly isProgram: boolean;
}

/** The unquoted text of every word of a tree. */
function unquotedWords(script: Script): SeenWord[] {
  const words: SeenWord[] = [];
  const fromWord = (word: Word, isProgram: boolean): void => {
    for (const part of word.parts) {
      if (part.kind === 'text' || (isProgram && part.kind === 'quoted')) words.push({ text: part.text, isProgram });
      if (part.kind === 'command' || part.kind === 'process') fromScript(part.script);
      if (part.kind === 'double') for (const inner of part.parts) {
        if (inner.kind === 'command') fromScript(inner.script);
        if (inner.kind === 'text' && isProgram) words.push({ text: inner.text, isProgram });
      }
    }
  };
  const fromCommand = (command: Command): void => {
    for (const redirection of command.redirections) if (!redirection.operator.startsWith('<<')) fromWord(redirection.target, false);
    switch (command.kind) {
      case 'simple':
        for (const assignment of command.assignments) fromWord(assignment.value, false);
        command.words.forEach((word, index) => (isAssignment(word) ? fromWord(word.value, false) : fromWord(word, index === 0)));
        return;
      case 'group':
      case 'subshell':
      case 'counting':
        return fromScript(command.body);
      case 'if':
        for (const branch of command.branches) {
          fromScript(branch.condition);
          fromScript(branch.body);
        }
        if (command.otherwise !== undefined) fromScript(command.otherwise);
        return;
      case 'while':
      case 'until':
        fromScript(command.condition);
        return fromScript(command.body);
      case 'for':
      case 'select':
        for (const word of command.words ?? []) fromWord(word, false);
        return fromScript(command.body);
      case 'case':
        for (const clause of command.clauses) fromScript(clause.body);
        return;
      case 'function':
      case 'coproc':
        return fromCommand(command.body);
      default:
    }
  };
  const fromScript = (inner: Script): void => {
    for (const { andOr } of inner.items) for (const pipeline of [andOr.first, ...andOr.rest.map((item) => item.pipeline)]) pipeline.commands.forEach(fromCommand);
  };
  fromScript(script);
  return words;
}
