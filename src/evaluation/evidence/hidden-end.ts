import { simpleCommandsOf } from './script-words.ts';

const STOPS_AT_ERRORS = ['set -e', 'set -o errexit', 'set -o pipefail', 'set -euo', 'set -eo'] as const;
/** Signs of a script that is more than a chain of plain commands, and whose end tells nothing of what ran in it. */
const HIDING = ['|| ', '; exit 0', 'set +e', 'if ', 'trap ', ' & ', ' | '] as const;

/** Whether a shell command can end with 0 although the program that it names did not. */
export function hidesItsEnd(command: string, program: string): boolean {
  if (command.trimEnd().endsWith('&') && !command.trimEnd().endsWith('&&')) return true;
  const commands = simpleCommandsOf(command);
  if (commands === undefined) return HIDING.some((sign) => command.includes(sign));
  const stops = STOPS_AT_ERRORS.some((sign) => command.includes(sign));
  const at = commands.findLastIndex(({ words }) => words.some((word) => word.includes(program)));
  return at !== -1 && commands.slice(at + 1).some(({ after }) => after === '||' || after === '&' || (after === ';' && !stops) || (after === '|' && !command.includes('pipefail')));
}

/** Whether a script that this run wrote ends well whatever happens in it. */
export function endsWellAnyway(path: string, text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (path.endsWith('.sh') || text.startsWith('#!/bin/')) {
    const isGuarded = lines.some((line) => line.startsWith('set -e') || line === 'set -o errexit');
    return lines.some((line) => (line.startsWith('trap ') && line.includes('exit 0')) || line === 'set +e' || line.endsWith('|| true') || line.endsWith('|| :')) || (!isGuarded && ['exit 0', 'true', ':'].includes(lines.at(-1) ?? ''));
  }
  if (path.endsWith('.py')) return text.includes('subprocess.run(') && !['check=True', 'returncode', 'check_returncode'].some((sign) => text.includes(sign));
  return false;
}
