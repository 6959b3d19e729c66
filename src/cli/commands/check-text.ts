import { TextCheckItem, textCheck } from '../../contracts/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { checkLines } from './check-lines.ts';

/** Finds secrets and personal data in each line of standard input. */
export function checkTextLines(surface: Surface): Promise<ExitCode> {
  return checkLines(surface, {
    item: TextCheckItem,
    example: '{"id":"1","input":"text"}',
    answer: (items, signal) => surface.client.call(textCheck, { items: [...items] }, { signal }),
  });
}
