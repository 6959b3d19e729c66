import { expect, it } from 'vitest';
import { made } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { deniedFinds } from './denied-finds.ts';

const found = made('search_text', { arguments: { pattern: 'door', path: 'docs' }, output: { matches: [{ path: 'docs/storage.md', text: 'The door stays locked at night.' }] }, shown: 'docs/storage.md:5:The door stays locked at night.' });
const objections = (output: string): number => deniedFinds({ asked: 'Is the door open at night?', criteria: [], outputs: [output], unsure: [], calls: [found], files: [] }).length;

it('takes a no that is said in the words that were found, and no other', verifies('KEL-LIE-48'), () => {
  expect([objections('No, the door stays locked at night.'), objections('No: it stays locked at all times.')]).toEqual([0, 0]);
  expect([objections('No, nothing is said of it.'), objections('No.'), objections('No, the door.')]).toEqual([1, 1, 1]);
});
