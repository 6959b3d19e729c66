import type { JsonObject, JsonValue } from '../../contracts/index.ts';
import { mentions } from '../planner/mentions.ts';

/**
 * Which argument of a call says what it is aimed at, the most telling first: an address, a query, a pattern and a command
 * say more than the folder they are used in. A tool with none of these is aimed at its first argument that is text.
 */
const TELLING_ARGUMENTS = ['url', 'query', 'pattern', 'command', 'path', 'file_path', 'input_path', 'image_path', 'output_path', 'repo_path'] as const;

/** The whole workspace is not a target: to block it would block everything. */
const WHOLE_WORKSPACE = new Set(['.', './', '/']);

/** What a call is aimed at; undefined when no argument says so, and then nothing can be blocked. */
export function primaryTarget(given: JsonObject): string | undefined {
  const telling = TELLING_ARGUMENTS.map((name) => given[name]).find(isTarget);
  return telling ?? Object.keys(given).toSorted().map((name) => given[name]).find(isTarget);
}

/** The same of a call as evidence tells it: canonical JSON, or its beginning and end when it was long. */
export function targetOfInput(input: string): string | undefined {
  try {
    const given: unknown = JSON.parse(input);
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? primaryTarget(given as JsonObject) : input;
  } catch {
    return input;
  }
}

/**
 * Whether a call is aimed at a target: one of its arguments, or an entry of one, is it; or its command names it, where it is
 * the kind of word that means one thing alone. What a call only writes about something does not aim at it.
 */
export function aimsAt(given: JsonObject, target: string): boolean {
  const named = [...Object.values(given), ...Object.values(given).flatMap((value) => (Array.isArray(value) ? value : []))].filter(isTarget);
  if (named.some((value) => isSameTarget(value, target))) return true;
  const { command } = given;
  return typeof command === 'string' && isPathLike(target) && mentions(command, withoutDot(target));
}

/** Whether two words for a target mean the same. */
export function isSameTarget(one: string, other: string): boolean {
  return withoutDot(one) === withoutDot(other);
}

function withoutDot(value: string): string {
  return value.trim().replace(/^\.\//u, '');
}

function isPathLike(target: string): boolean {
  return !/\s/u.test(target) && (target.includes('/') || target.includes('.'));
}

function isTarget(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '' && !WHOLE_WORKSPACE.has(value);
}
