import { isJson } from '../../contracts/index.ts';

/**
 * The JSON of a value from which exactly this value is read again; undefined where there is none. Only such a value may
 * cross to another thread as text: JSON by itself leaves members out and turns numbers into null without a word.
 */
export function exactJson(value: unknown): string | undefined {
  return isJson(value) ? JSON.stringify(value) : undefined;
}
