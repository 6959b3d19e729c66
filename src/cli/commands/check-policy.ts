import { CommandCheckItem, commandCheck, PathCheckItem, pathCheck, UrlCheckItem, urlCheck } from '../../contracts/index.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Surface } from '../surface.ts';
import { checkLines } from './check-lines.ts';

export interface PolicyOptions {
  readonly workspace?: string;
}

/** What the policy decides about each shell command on standard input. */
export function checkCommandLines(surface: Surface, options: PolicyOptions): Promise<ExitCode> {
  return checkLines(surface, {
    item: CommandCheckItem,
    example: '{"id":"1","input":"rm -rf build"}',
    answer: (items, signal) => surface.client.call(commandCheck, { ...options, items: [...items] }, { signal }),
  });
}

export function checkPathLines(surface: Surface, options: PolicyOptions): Promise<ExitCode> {
  return checkLines(surface, {
    item: PathCheckItem,
    example: '{"id":"1","input":{"op":"read","path":"src/main.ts"}}',
    answer: (items, signal) => surface.client.call(pathCheck, { ...options, items: [...items] }, { signal }),
  });
}

export function checkUrlLines(surface: Surface): Promise<ExitCode> {
  return checkLines(surface, {
    item: UrlCheckItem,
    example: '{"id":"1","input":"https://example.com/"}',
    answer: (items, signal) => surface.client.call(urlCheck, { items: [...items] }, { signal }),
  });
}
