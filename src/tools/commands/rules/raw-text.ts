/** A last look at a text that is not understood: what is plainly never allowed is refused even so. */
import type { CommandContext, Finding } from '../context.ts';
import { STAR } from '../expand/marks.ts';
import { normalise, vitalMatch } from './places.ts';

const WORDS_MAX = 20_000;
const STOPS = new Set(['shutdown', 'reboot', 'poweroff', 'halt']);

export function rawFindings(text: string, context: CommandContext): Finding[] {
  const words = text.slice(0, 400_000).split(/[\s;&|()`"']+/).slice(0, WORDS_MAX);
  for (const [index, word] of words.entries()) {
    const name = word.split('/').at(-1) ?? '';
    if (name !== 'rm' && name !== 'dd' && !name.startsWith('mkfs') && !STOPS.has(name)) continue;
    const rest = words.slice(index + 1, index + 6);
    const recursive = rest.some((flag) => /^-[a-zA-Z]*[rR]|^--recursive$/.test(flag));
    const isVital = (argument: string): boolean => {
      // Only these lead out of the folder in which the line begins.
      if (!/^[~/.*?[]|\.\./.test(argument)) return false;
      const path = normalise(argument.replace(/^~/, context.home).replaceAll('*', STAR), context.currentFolder);
      return argument !== '' && !argument.startsWith('-') && vitalMatch(path, context) !== undefined;
    };
    const target = name === 'rm' && recursive ? rest.find(isVital) : undefined;
    if (target !== undefined) return [{ decision: 'block', rule: 'root_wipe', explanation: `It cannot be read whole, and it would remove ${target}.` }];
    if (name.startsWith('mkfs') || (name === 'dd' && rest.some((argument) => /^of=\/dev\/[a-z]/.test(argument) && argument !== 'of=/dev/null'))) return [{ decision: 'block', rule: 'raw_device', explanation: `It cannot be read whole, and it would write to a disk with ${name}.` }];
    if (STOPS.has(name) && (index === 0 || /(^|[\n;&|])\s*$/.test(text.slice(0, Math.max(0, text.indexOf(word)))))) return [{ decision: 'block', rule: 'power', explanation: `It cannot be read whole, and it would stop the machine with ${name}.` }];
  }
  return [];
}
