import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { SeenFile } from '../objections/whole-work.ts';
import { translatedNumbers } from './translated-numbers.ts';

const against = (language: string, text: string, made: string): number => {
  const files: SeenFile[] = [{ path: 'a.md', now: text, before: text, isThere: true, hasChanged: false }, { path: 'b.md', now: made, before: null, isThere: true, hasChanged: true }];
  return translatedNumbers({ asked: `Translate a.md into ${language} as b.md, then read both against each other.`, criteria: [], outputs: ['Done.'], unsure: [], calls: [], files }).length;
};

describe('the numbers of a translation', () => {
  it.each([
    ['German', 'The tank is full after forty minutes.', 'Der Tank ist nach vierzehn Minuten voll.', 1],
    ['English', 'Le bateau est à quai pour 12 jours.\nIl a treize places dans la cale.', 'The boat is moored for 12 days.\nIt has thirty berths in the hold.', 1],
    ['French', 'There are 45 steps to the light.', 'Le phare a 54 marches avec une porte.', 1],
    ['Dutch', 'The harbour is closed for twenty-one nights.', 'De haven is eenentwintig nachten gesloten en niet open.', 0],
    ['German', 'The ferry is back in two weeks.', 'Die Fähre ist in vierzehn Tagen zurück.', 0],
    ['English', 'Um halb acht ist die Brücke nicht offen.', 'At half past seven the bridge is not open.', 0],
    ['English', 'Die Gebühr ist in 3 Raten und mit 20 Euro zu zahlen.', 'The fee is to be paid in three rates of 20 euros.', 0],
    ['Spanish', 'There are thirty-two boats in the bay.', 'Hay treinta y dos barcos en la bahía.', 0],
    ['German', 'The tank is full after forty minutes.\nIt holds 9 barrels.', 'Der Tank ist nach vierzehn Minuten voll und fasst 9 Fässer.', 0],
  ])('are those of its text, in %s: %s', verifies('KEL-LIE-146'), (language, text, made, objections) => {
    expect(against(language, text, made)).toBe(objections);
  });
});
