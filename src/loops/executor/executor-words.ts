import { withoutOurMarkup } from '../../context/index.ts';
import { IDENTICAL_CALLS_MAX } from './executor-limits.ts';
import { FINISH } from './finish-tool.ts';

/** What an executor is told while it works. None of it ends the attempt. */

export const LAST_TURN = `This is your last turn: no tool but ${FINISH} can be called any more. Hand back now what you have, and say in the output what is unfinished.`;
export const LOOK_FIRST = `Not taken: look at the results first, then call ${FINISH} alone.`;
export const REPORT_TAKEN = 'Your report was taken.';
export const NOT_MADE = 'Not made, because the work is being ended.';
export const UNREADABLE_STOOD_HERE = '[An answer of yours that could not be read stood here.]';
export const SAID_NOTHING = `You said nothing and called nothing. Make the next call, or call ${FINISH}.`;
export const CALL_WAS_TEXT = `You wrote a call as text, so nothing was done. Make it as a call, or call ${FINISH} when the work is over.`;

export function tooManyCalls(callsMax: number): string {
  return `Not made: at most ${callsMax} calls can be made in one turn. Look at the results, then ask again for what is still needed.`;
}

export function repeatedCall(times: number): string {
  return `You have done this ${times} times now and nothing else has changed. The result will be the same; do something else. At the ${IDENTICAL_CALLS_MAX}th time the work is ended.`;
}

export function repeatedTooOften(times: number): string {
  return `Not made: this would be the ${times}th time. The work is being ended.`;
}

export function unknownTool(name: string, offered: readonly string[]): string {
  return `Not made: "${name}" is no tool of yours. You have: ${offered.join(', ')}.`;
}

export function blockedTarget(target: string, why: string | undefined): string {
  return withoutOurMarkup(`Not made: ${JSON.stringify(target)} must not be used, because ${why ?? 'it has led nowhere in an earlier round'}. Go another way.`);
}

export function unreadable(problems: readonly string[]): string {
  return `Nothing of your answer was done, because it could not be read: ${problems.join(' ')} Make one call at a time, with arguments that fit its schema.`;
}

export function reportWrong(problems: readonly string[]): string {
  return `The report was not taken: ${problems.join('; ')}. Call ${FINISH} again with every field.`;
}

export function answerWithheld(explanation: string): string {
  return `Your output may not be handed on: ${explanation} Hand back again without it.`;
}
