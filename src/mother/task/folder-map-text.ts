import { z } from 'zod';
import { Count } from '../../contracts/index.ts';
import { estimateTokens } from '../../models/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import type { FirstOf, FolderMap } from '../../tools/index.ts';

const firstOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ first: z.array(item), total: Count });

/** A map as a run records it. */
export const MappedFolder = z.strictObject({
  files: Count,
  kinds: firstOf(z.strictObject({ ending: z.string(), files: Count })),
  folders: firstOf(z.strictObject({ path: z.string(), files: Count })),
  notable: firstOf(z.string()),
  tests: z.strictObject({ files: Count, folders: firstOf(z.string()) }),
  passed_over: firstOf(z.string()),
  sensitive_files: Count,
  is_cut: z.boolean(),
});
export type MappedFolder = z.infer<typeof MappedFolder>;

export function mappedFolder({ passedOver, sensitiveFiles, isCut, files, kinds, folders, notable, tests }: FolderMap): MappedFolder {
  return MappedFolder.parse({ files, kinds, folders, notable, tests, passed_over: passedOver, sensitive_files: sensitiveFiles, is_cut: isCut });
}

/** What a planner is told of a folder: enough to name what is there, and little beside the task. */
export const FOLDER_MAP_TOKENS_MAX = 600;

/** How many are named of each; the most that fits is told. */
const NAMED: readonly number[] = [12, 8, 5, 3, 1, 0];
const NAME_CHARS_MAX = 80;

/** A map in few lines. What is left out of a list is counted there, and what nobody looked at is said. */
export function folderMapText(map: MappedFolder): string {
  const texts = NAMED.map((named) => withoutSecrets(linesOf(map, named).join('\n')));
  return texts.find((text) => estimateTokens(text, 'other') <= FOLDER_MAP_TOKENS_MAX) ?? '';
}

function linesOf({ files, kinds, folders, notable, tests, passed_over: passedOver, sensitive_files: sensitive, is_cut: isCut }: MappedFolder, named: number): string[] {
  const folder = (path: string): string => (path === '.' ? 'the folder itself' : `${nameOf(path)}/`);
  return [
    `Files below it: ${files}${isCut ? ' looked at; there are more' : ''}.`,
    ...list('By the ends of their names', kinds, named, ({ ending, files: count }) => `${ending === '' ? 'without one' : nameOf(ending)} ${count}`),
    ...list('By folder', folders, named, ({ path, files: count }) => `${folder(path)} ${count}`),
    ...list('To look at first', notable, named, nameOf),
    ...(tests.files === 0 ? [] : list(`Tests, by their names: ${tests.files} files, in`, tests.folders, named, folder)),
    ...list('Not looked into', passedOver, named, folder),
    ...(sensitive === 0 ? [] : [`Left out for their names, which stand for secrets: ${sensitive} files.`]),
  ];
}

function list<Item>(title: string, { first, total }: FirstOf<Item>, named: number, told: (item: Item) => string): string[] {
  if (total === 0) return [];
  const shown = first.slice(0, named).map(told);
  const more = total - shown.length;
  return [`${title}${title.endsWith(', in') ? '' : ':'} ${[...shown, ...(more === 0 ? [] : [`${shown.length === 0 ? '' : 'and '}${more} more`])].join(', ')}.`];
}

/** A name can hold anything: signs that do not print are shown as a mark, and a long one is cut where that can be seen. */
function nameOf(name: string): string {
  const plain = [...name].map((sign) => (/\p{C}|\p{Z}/u.test(sign) && sign !== ' ' ? '\u{FFFD}' : sign));
  return plain.length <= NAME_CHARS_MAX ? plain.join('') : `${plain.slice(0, NAME_CHARS_MAX).join('')}…`;
}
