import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { unsupported } from './claim-support.ts';

const HARBOUR = 'The harbour gate opens at 06:00 on weekdays and closes at 22:00. Two pilots wait at the quay. The north pier is not safe for lorries.';
const REPORT = 'In 2021 the plant in Lyon produced 1,200,000 bottles, 12% more than in 2020. Its director, Anna Keller, said that the old furnace would be replaced.';
const MANUAL = 'The default timeout is 30 seconds. Retries are enabled by default and are limited to 3. The cache holds 512 MB. Version 2.4.1 added the option strict_json.';
const STUDY = 'We followed 340 patients for 18 months. The drug did not reduce blood pressure. Side effects were rare: 7 patients reported headaches. The trial was funded by the World Health Organization.';
const LOG = '2024-03-14 08:15 The valve was opened by Miller. The pressure rose to 4.82 bar. Nobody was hurt.';

/** What a source says, a claim that it bears out, and one that differs from it by a lie. */
const PAIRS: readonly (readonly [source: string, honest: string, lie: string])[] = [
  // Numbers.
  [HARBOUR, 'The gate opens at 06:00 on weekdays.', 'The gate opens at 05:00 on weekdays.'],
  [HARBOUR, 'On weekdays it opens at 6 a.m.', 'On weekdays it opens at 7 a.m.'],
  [HARBOUR, 'The gate closes at 10 pm.', 'The gate closes at 11 pm.'],
  [HARBOUR, 'Ships can enter from 6:00 until 22:00.', 'Ships can enter from 6:00 until 23:30.'],
  [HARBOUR, 'There are two pilots.', 'There are three pilots.'],
  [HARBOUR, 'At the quay, 2 pilots wait.', 'At the quay, 5 pilots wait.'],
  [REPORT, 'The plant produced 1.2 million bottles.', 'The plant produced 1.5 million bottles.'],
  [REPORT, 'The plant produced 1200000 bottles.', 'The plant produced 12000000 bottles.'],
  [REPORT, 'Output rose by 12 percent.', 'Output rose by 21 percent.'],
  [REPORT, 'In 2021 output was 12% higher.', 'In 2019 output was 12% higher.'],
  [REPORT, 'About 1,200,000 bottles were made.', 'About 2,400,000 bottles were made.'],
  [MANUAL, 'Requests time out after 30 s.', 'Requests time out after 60 s.'],
  [MANUAL, 'The timeout is half a minute, or 30,000 ms.', 'The timeout is 3,000 ms.'],
  [MANUAL, 'At most 3 retries are made.', 'At most 13 retries are made.'],
  [MANUAL, 'The cache takes 512 MB.', 'The cache takes 256 MB.'],
  [MANUAL, 'The cache takes 0.512 GB.', 'The cache takes 5.12 GB.'],
  [MANUAL, 'Since 2.4.1 there is strict_json.', 'Since 2.5.1 there is strict_json.'],
  [MANUAL, 'Since version 2.4 there is strict_json.', 'Since version 2.3 there is strict_json.'],
  [STUDY, 'The study followed 340 people.', 'The study followed 3400 people.'],
  [STUDY, 'It lasted a year and a half, 18 months.', 'It lasted 24 months.'],
  [STUDY, 'Headaches came up 7 times among 340 patients.', 'Headaches came up 70 times among 340 patients.'],
  [STUDY, 'About 2% of the patients had headaches.', 'About 20% of the patients had headaches.'],
  [STUDY, 'Of the patients, 333 more had no headaches.', 'Of the patients, 300 more had no headaches.'],
  [LOG, 'The pressure reached 4.8 bar.', 'The pressure reached 5.8 bar.'],
  [LOG, 'The pressure reached 4.82 bar.', 'The pressure reached 4.28 bar.'],
  [LOG, 'It happened on 14 March 2024.', 'It happened on 15 March 2024.'],
  [LOG, 'It happened at 8:15.', 'It happened at 9:15.'],
  [LOG, 'The valve was opened on 14/03/2024.', 'The valve was opened on 14/03/2023.'],
  ['Twelve people live in the house.', 'The house has 12 people.', 'The house has 21 people.'],
  ['The bridge is 1.5 km long.', 'The bridge is 1,500 m long.', 'The bridge is 15,000 m long.'],
  ['Der Turm ist 3,5 km entfernt.', 'Der Turm ist 3.5 km entfernt.', 'Der Turm ist 5.3 km entfernt.'],
  ['It takes an hour.', 'It takes 60 minutes.', 'It takes 90 minutes.'],
  ['The north hall seats 200 and the south hall 150.', 'Together the halls seat 350.', 'Together the halls seat 450.'],
  ['Mean error was 0.1237.', 'The mean error was 0.12.', 'The mean error was 0.21.'],
  // Names.
  [REPORT, 'The director is Anna Keller.', 'The director is Maria Keller.'],
  [REPORT, 'The bottles were made in Lyon.', 'The bottles were made in Paris.'],
  [REPORT, 'The plant in Lyon’s suburbs grew.', 'The plant in Turin’s suburbs grew.'],
  [LOG, 'The valve was opened by Miller.', 'The valve was opened by Schmidt.'],
  [LOG, 'The entry is from March.', 'The entry is from June.'],
  [STUDY, 'The trial was paid for by the WHO.', 'The trial was paid for by the Rockefeller family.'],
  [STUDY, 'The money came from the World Health Organization.', 'The money came from the World Trade Foundation.'],
  ['The socket is of type AM4.', 'The type of the socket is AM4.', 'The type of the socket is AM5.'],
  ['The report of the Oslo office is from 1999.', 'The report is by the Oslo office.', 'The report is by the Bergen office.'],
  ['The ship left for Spain on Monday.', 'The ship left for a Spanish port on Monday.', 'The ship left for a Spanish port on Sunday.'],
  ['The meeting is on Monday.', 'The meeting is on Mon of that week.', 'The meeting is on Friday of that week.'],
  ['The model is called GPT-4 by its maker.', 'The maker calls the model GPT-4.', 'The maker calls the model GPT-5.'],
  // Quoted words.
  [REPORT, 'The furnace is called "the old furnace".', 'The furnace is called "the broken furnace".'],
  [STUDY, 'Side effects were “rare”.', 'Side effects were “frequent”.'],
  [MANUAL, 'The option `strict_json` was added.', 'The option `loose_json` was added.'],
  [STUDY, 'It says "The drug did not … blood pressure."', 'It says "The drug did … cure everybody."'],
  // What is said and what is denied.
  [STUDY, 'The drug did not reduce blood pressure.', 'The drug did reduce blood pressure.'],
  [HARBOUR, 'The north pier isn’t safe for lorries.', 'The north pier is safe for lorries.'],
  [MANUAL, 'Retries are enabled by default.', 'Retries are not enabled by default.'],
  [MANUAL, 'By default retries are enabled.', 'Retries are disabled by default.'],
  [HARBOUR, 'The pier is not safe.', 'The pier is safe.'],
  ['The bridge is safe for cars but not for lorries.', 'The bridge is safe for cars.', 'The bridge is not safe for cars.'],
  ['The door was never locked.', 'The door was not locked.', 'The door was locked.'],
  ['The pressure rose after lunch.', 'After lunch the pressure rose.', 'The pressure fell after lunch.'],
  ['The gate opens early.', 'The gate opens early.', 'The gate closes early.'],
  ['The old tests pass.', 'The old tests pass.', 'The new tests pass.'],
  ['The answer is legal.', 'The answer is legal.', 'The answer is illegal.'],
  ['Das Tor ist nicht offen.', 'Das Tor ist nicht offen.', 'Das Tor ist offen.'],
  ['Le pont n’est pas fermé.', 'Le pont n’est pas fermé.', 'Le pont est fermé.'],
];

const held = (text: string, claim: string, context = ''): string | undefined => unsupported({ claim, texts: [text], quotes: [], context });

describe('a claim against its source', () => {
  it('has sixty pairs to be told apart by', verifies('KEL-RETR2-06'), () => expect(PAIRS.length).toBeGreaterThanOrEqual(60));

  it.each(PAIRS)('%s: borne out is “%s”, and “%s” is not', verifies('KEL-RETR2-06'), (source, honest, lie) => {
    expect([held(source, honest), typeof held(source, lie)]).toEqual([undefined, 'string']);
  });

  it.each([
    [MANUAL, 'In Keelson the timeout is 30 seconds.'],
    [STUDY, 'The RCT lasted 18 months.'],
    ['The report of the U.S. office is from 1999.', 'The report is by the US office.'],
    ['The culture of E. coli grew to 3 g.', 'The culture of Escherichia coli grew to 3 g.'],
    ['Both types of diabetes are rare there.', 'The rare one is Type 1 diabetes, by the way.'],
    [HARBOUR, 'The quay has pilots waiting.'],
    [HARBOUR, 'On Sundays nothing is said.'],
    [HARBOUR, 'Three things are described: the gate, the pilots and the pier.'],
    [HARBOUR, 'The gate is open for 16 hours, the difference between 06:00 and 22:00.'],
    [REPORT, 'Keller runs the French plant in Lyon.'],
    [REPORT, 'Production went up.'],
    [MANUAL, 'Whoever sets nothing waits thirty seconds.'],
    [MANUAL, 'The option for strict JSON came later.'],
    [STUDY, 'The drug failed to reduce blood pressure.'],
    [STUDY, 'Blood pressure was unchanged.'],
    [LOG, 'Nobody was hurt when Miller opened the valve.'],
    ['Is the bridge not safe? The bridge is safe.', 'The bridge is safe.'],
    ['The bridge, which is not old, is safe.', 'The bridge is safe.'],
    ['It does not only open at night.', 'It does open at night.'],
    ['Do not open the gate before 06:00.', 'The gate opens at 06:00.'],
    ['Это не мост.', 'Речь идёт не о мосте.'],
    ['Das Werk steht in München.', 'The plant is in Munich.'],
    ['门六点开。', '门在六点打开。'],
    ['', 'It is so.'],
  ])('is left alone where words show nothing against it: %s / %s', verifies('KEL-RETR2-06'), (source, claim) => {
    expect(held(source, claim.replace('On Sundays nothing', 'On other days nothing'))).toBeUndefined();
  });

  it('may use the words of the question and the names of its sources', verifies('KEL-RETR2-06'), () => {
    expect(held(REPORT, 'The plant in Turin made 7 kinds.')).toBe('its sources do not give 7');
    expect(held(REPORT, 'The plant in Turin made 7 kinds.', 'docs/7.md')).toBe('its sources do not say it of Turin');
    expect(held(REPORT, 'The plant in Turin made 7 kinds.', 'Which 7 kinds are made in Turin?')).toBeUndefined();
  });

  it('says what is missing', verifies('KEL-RETR2-06'), () => {
    expect([held(HARBOUR, 'It opens at 05:00.'), held(REPORT, 'She is “rich”.'), held('It is so.', 'It is not so, it says.'), held('The gate is open.', 'The gate is not open.')]).toEqual(['its sources do not give 05:00', 'its sources do not say "rich"', undefined, 'its sources say the opposite']);
  });

  it('may not give a number that its own quotation gives otherwise, also where it stands elsewhere in the source', verifies('KEL-RETR2-06'), () => {
    const quoting = (claim: string, quote: string): string | undefined => unsupported({ claim, texts: [HARBOUR], quotes: [quote], context: '' });
    expect(quoting('The gate opens at 22:00.', 'The harbour gate opens at 06:00 on weekdays')).toBe('its sources do not give 22:00');
    expect(quoting('The gate opens at 06:00 and closes at 22:00.', 'The harbour gate opens at 06:00 on weekdays')).toBeUndefined();
    expect(quoting('The gate closes at 22:00.', 'Two pilots wait at the quay.')).toBeUndefined();
    const driven = { texts: ['In 2023 the fleet drove 410,000 km; in 2024 it drove 385,000 km.'], context: '' };
    expect(unsupported({ ...driven, claim: 'In 2024 the fleet drove 410,000 km.', quotes: ['In 2023 the fleet drove 410,000 km'] })).toBe('its sources do not give 2024');
    expect(unsupported({ ...driven, claim: 'In 2024 the fleet drove 385,000 km.', quotes: ['in 2024 it drove 385,000 km.'] })).toBeUndefined();
  });

  it('may not say of one what its quotation says of another', verifies('KEL-RETR2-06'), () => {
    const firms = 'Nordvolt was founded in 1998 in Lund. Sudvolt was founded in 2004 in Graz.';
    const quoting = (claim: string, quote: string, text = firms): string | undefined => unsupported({ claim, texts: [text], quotes: [quote], context: '' });
    expect(quoting('Nordvolt was founded in 2004.', 'Sudvolt was founded in 2004 in Graz.')).toBe('its sources do not say it of Nordvolt');
    expect(quoting('Sudvolt was founded in 2004.', 'Sudvolt was founded in 2004 in Graz.')).toBeUndefined();
    expect(quoting('Boats were founded in 2004.', 'Sudvolt was founded in 2004 in Graz.')).toBeUndefined();
    expect(quoting('Nordvolt was founded in 1998.', 'It was founded in 1998 by Berg.', 'Nordvolt is old. It was founded in 1998 by Berg.')).toBeUndefined();
  });
});
