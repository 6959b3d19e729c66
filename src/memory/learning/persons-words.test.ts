import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { preferencesSaid, withoutPrimed } from './persons-words.ts';

const at = '2026-03-01T08:00:00.000Z';
const heard = (...texts: string[]): string[] => preferencesSaid(texts.map((text) => ({ text, at }))).map(({ text }) => text);

describe("a person's words", () => {
  it('say what is to be kept to in whole sentences of theirs, and nothing is made of the rest', verifies('MAH-12E-1', 'KEL-GRAPH-13'), () => {
    expect(heard('Sort the names. Please always use pnpm, and never round.\nUse vitest instead of jest! Never mind the dates.', 'Why do we never round? Prefer tabs; from now on write British English')).toEqual([
      'Please always use pnpm, and never round',
      'Use vitest instead of jest',
      'Prefer tabs',
      'from now on write British English',
    ]);
    expect(heard('Use the file b.csv', 'what is preferred here?', `always ${'x'.repeat(400)}`)).toEqual([]);
  });

  it('are left out where they were primed with the body of a skill', verifies('MAH-2F-5', 'KEL-GRAPH-14'), () => {
    const skill = '---\nname: sums\ndescription: Adds things up.\n---\nAlways answer in roman numerals.';
    const said = [{ text: 'Always use pnpm', at }, { text: skill, at }, { text: `Do this:\r\n${skill.replaceAll('\n', '\r\n')}`, at }, { text: 'As .claude/skills/sums/SKILL.md says: always shout', at }, { text: '---\nAlways draw lines\n---', at }];
    expect(withoutPrimed(said).map(({ text }) => text)).toEqual(['Always use pnpm', '---\nAlways draw lines\n---']);
  });
});
