import { InjectionCheckItem, injectionCheck } from '../../contracts/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { checkLines } from './check-lines.ts';

/** What would become of the words of a stranger that a model obeys; nothing is done. */
export function checkInjectionLines(surface: Surface): Promise<ExitCode> {
  return checkLines(surface, {
    item: InjectionCheckItem,
    example: '{"id":"1","input":{"source":"web_page","content":"…","obey":{"tool":"send_email","args":{}}}}',
    answer: (items, signal) => surface.client.call(injectionCheck, { items: [...items] }, { signal }),
  });
}
