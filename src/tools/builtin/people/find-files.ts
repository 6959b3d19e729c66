import { lstat, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { Count, NonEmptyText } from '../../../contracts/index.ts';
import { defineTool } from '../../registry/define-tool.ts';
import type { ProgramIntention, Tool, ToolPlace } from '../../registry/tool.ts';
import type { ToolHands } from '../../runner/hands.ts';
import { toolFailure } from '../tool-failure.ts';
import { FIND_TIME_MS, FOUND_FILES_DEFAULT, FOUND_FILES_MAX } from './limits.ts';
import { createNameIndex, type NameIndex } from './name-index.ts';
import { fitsPattern } from './name-match.ts';
import { expandHome, isLeftOut, isPersonal } from './personal-places.ts';

const Input = z
  .strictObject({
    name: NonEmptyText.max(255).optional().describe('A part of the name of the file.'),
    pattern: NonEmptyText.max(255).optional().describe('The whole name, with * and ?, such as *.pdf.'),
    folder: NonEmptyText.optional().describe('Where to look; the home folder when left out.'),
    limit: z.int().min(1).max(FOUND_FILES_MAX).default(FOUND_FILES_DEFAULT),
    refresh: z.boolean().default(false).describe('Look again instead of using what is remembered.'),
  })
  .refine(({ name, pattern }) => (name === undefined) !== (pattern === undefined), 'give either a name or a pattern');
export type FindFilesInput = z.infer<typeof Input>;

const Output = z.strictObject({
  files: z.array(z.strictObject({ path: z.string(), size_bytes: Count.nullable() })),
  has_more: z.boolean(),
  source: z.enum(['spotlight', 'index']),
  /** How long ago the names were gathered; null for Spotlight, which keeps up by itself. */
  index_age_ms: Count.nullable(),
  /** False when not every folder was looked into. */
  is_index_whole: z.boolean(),
});
export type FindFilesOutput = z.infer<typeof Output>;

const SPOTLIGHT_OUTPUT_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Finds a person's files by name: by Spotlight on macOS, which was never run where this was written, and by an index of
 * our own elsewhere. Only names and sizes are told; hidden folders, keys and other sensitive names are left out.
 */
export function findFilesTool(index: NameIndex = createNameIndex()): Tool<FindFilesInput, FindFilesOutput> {
  return defineTool<FindFilesInput, FindFilesOutput>({
    tool_id: 'find_files',
    tool_name: 'Find a file of the person by its name',
    category: 'file_ops',
    side_effects: 'read_only',
    handles_patterns: ['\\bfind\\b.*\\b(file|document|photo|picture)s?\\b.*\\b(called|named|on my|in my)\\b', '\\bwhere (is|are) my\\b'],
    keywords: ['find', 'files', 'document', 'named', 'home'],
    priority: 84,
    timeout_ms: FIND_TIME_MS,
    max_retries: 1,
    allowed_roles: ['librarian', 'research', 'coder', 'analyst', 'vision'],
    input: Input,
    output: Output,
    touches: ['other_apps'],
    taint: 'user_trusted_bounded',
    intentions: (input, place) => (isMac(place) ? [{ kind: 'program', ...spotlight(input, place) }] : []),
    async perform(input, hands) {
      const { place } = hands;
      const folder = await personalFolder(input, place);
      return isMac(place) ? askSpotlight(input, hands) : askIndex(input, folder, hands, index);
    },
    show: showFound,
  });
}

const isMac = ({ platform }: Pick<ToolPlace, 'platform'>): boolean => platform === 'darwin';

/** The folder with every link resolved: one that leads out of the person's own places is refused. */
async function personalFolder({ folder = '~' }: FindFilesInput, place: ToolPlace): Promise<string> {
  const wanted = expandHome(folder, place.home);
  const real = isPersonal(wanted, place) ? await realpath(wanted).catch(() => undefined) : wanted;
  if (real === undefined) throw toolFailure('find_files', `There is no folder ${folder}.`, 'Name a folder that is there, or leave it out to look in the whole home folder.');
  const home = await realpath(place.home).catch(() => place.home);
  if (isPersonal(real, { ...place, home })) return real;
  throw toolFailure('find_files', `${folder} is not one of the person's own folders.`, 'Look below the home folder or a drive; for the project use glob.');
}

/** In Spotlight's own words. `-0` ends each path with a zero byte, so that no name can pretend to be two. */
export function spotlight({ name, pattern, folder = '~' }: FindFilesInput, { home, workspace }: ToolPlace): ProgramIntention {
  const question = name === undefined ? [`kMDItemFSName == "${(pattern ?? '').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"c`] : ['-name', name];
  return { argv: ['mdfind', '-0', '-onlyin', expandHome(folder, home), ...question], currentFolder: workspace, environment: {} };
}

async function askSpotlight(input: FindFilesInput, { place, run }: ToolHands): Promise<FindFilesOutput> {
  const { exitCode, stdout } = await run({ ...spotlight(input, place), workspaceAccess: 'read_only', outputBytesMax: SPOTLIGHT_OUTPUT_BYTES_MAX });
  if (exitCode !== 0) throw toolFailure('find_files', `Spotlight ended with code ${exitCode}.`, 'Check that Spotlight is switched on for this folder.');
  const isCut = stdout.totalBytes > stdout.head.length;
  const paths = new TextDecoder().decode(stdout.head).split('\0').slice(0, -1).filter((path) => !isLeftOut(path, basename(path), place));
  return { files: paths.slice(0, input.limit).map((path) => ({ path, size_bytes: null })), has_more: isCut || paths.length > input.limit, source: 'spotlight', index_age_ms: null, is_index_whole: true };
}

async function askIndex(input: FindFilesInput, folder: string, { place, clock, signal }: ToolHands, index: NameIndex): Promise<FindFilesOutput> {
  const { paths, builtAtMs, isWhole } = await index.names({ folder, isLeftOut: (path, name) => isLeftOut(path, name, place), mustBeFresh: input.refresh, clock, signal });
  const files: FindFilesOutput['files'] = [];
  let hasMore = false;
  for (const path of paths) {
    if (!isWanted(basename(path), input)) continue;
    hasMore = files.length >= input.limit;
    if (hasMore) break;
    // What is gone or has become something else since is not told.
    const status = await lstat(path).catch(() => undefined);
    if (status?.isFile()) files.push({ path, size_bytes: status.size });
  }
  return { files, has_more: hasMore, source: 'index', index_age_ms: Math.max(0, Math.round(clock.nowMs() - builtAtMs)), is_index_whole: isWhole };
}

function isWanted(fileName: string, { name, pattern }: FindFilesInput): boolean {
  return name === undefined ? fitsPattern(fileName, pattern ?? '') : fileName.toLowerCase().includes(name.toLowerCase());
}

function showFound({ files, has_more, index_age_ms, is_index_whole }: FindFilesOutput): string {
  const notes = [
    ...(has_more ? ['there are more; raise limit or narrow the name'] : []),
    ...(index_age_ms === null ? [] : [`names gathered ${Math.round(index_age_ms / 1_000)} s ago`]),
    ...(is_index_whole ? [] : ['not every folder was looked into']),
    'hidden and sensitive files are left out',
  ];
  const lines = files.map(({ path, size_bytes }) => (size_bytes === null ? path : `${path} (${size_bytes} bytes)`));
  return [...(lines.length > 0 ? lines : ['No such file was found.']), `[${notes.join('; ')}]`].join('\n');
}
