/** Which loops never end, and what in them starts processes that nobody waits for. */
import type { Command, Script } from '../syntax/tree.ts';

type Loop = Extract<Command, { kind: 'while' | 'until' | 'counting' }>;

export function isEndless(loop: Loop): boolean {
  if (loop.kind === 'counting') {
    const text = loop.header.parts.map((part) => (part.kind === 'text' ? part.text : '?')).join('');
    const condition = text.split(';')[1]?.trim();
    return condition === '' || condition === '1';
  }
  const truth = constantTruth(loop.condition);
  return truth !== undefined && truth === (loop.kind === 'while');
}

/** True or false for a condition that is always so. */
function constantTruth(condition: Script): boolean | undefined {
  const [item, ...others] = condition.items;
  const command = item?.andOr.first.commands[0];
  if (item === undefined || others.length > 0 || item.andOr.rest.length > 0 || command === undefined) return undefined;
  const negated = item.andOr.first.negated;
  if (command.kind === 'arithmetic' || command.kind === 'conditional') return !negated;
  if (command.kind !== 'simple') return undefined;
  const words = command.words.map((word) => ('parts' in word ? word.parts.map((part) => (part.kind === 'text' || part.kind === 'quoted' ? part.text : '?')).join('') : '?'));
  const text = words.join(' ');
  if (['true', ':', '[ 1 ]', '[ true ]', 'test 1', '/bin/true', 'sleep 0', '[ 1 = 1 ]', '[ 1 -eq 1 ]'].includes(text)) return !negated;
  return text === 'false' || text === '[ ]' ? negated : undefined;
}

/** Whether something in here runs in the background and nothing waits for it. */
export function startsInBackground(script: Script): boolean {
  const texts = script.items.filter((item) => !item.background).map((item) => item.andOr.first.commands[0]);
  const waits = texts.some((command) => command?.kind === 'simple' && isWait(command));
  return !waits && script.items.some((item) => item.background || item.andOr.first.commands.some((command) => (command.kind === 'group' || command.kind === 'subshell' ? startsInBackground(command.body) : command.kind === 'coproc')));
}

function isWait(command: Extract<Command, { kind: 'simple' }>): boolean {
  const [word] = command.words;
  const part = word !== undefined && 'parts' in word ? word.parts[0] : undefined;
  return part?.kind === 'text' && (part.text === 'wait' || part.text === 'sleep');
}
