/** Exported functions that no scenario can touch, each with the reason. One that a scenario touches must leave this list. */
export const UNTOUCHED: Readonly<Record<string, string>> = {};
