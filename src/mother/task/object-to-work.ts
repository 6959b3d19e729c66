import { z } from 'zod';
import type { FileChange } from '../../contracts/index.ts';
import { filesInWords, foldersAppealedTo, foldersAskedInto, foldersInWords, foldersOfFiles, foldersReadThrough, objectionsTo, WORKSPACE, type SeenFile } from '../../evaluation/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import { askedOf, type Dispatched, type Round } from './round.ts';
import type { Refusal } from './settle-conflicts.ts';
import type { TaskWork } from './task-ports.ts';

const CRITERION = 'Nothing that the run itself shows speaks against calling it done';

const Paths = z.strictObject({ paths: z.array(z.string()) });
const Folders = z.strictObject({ folders: z.array(z.string()) });
const Seen = z.array(z.strictObject({ path: z.string(), is_there: z.boolean(), has_changed: z.boolean(), before: z.string().nullable(), now: z.string().nullable() }));

/** Larger files are data, and a run that changes more of them than this is looked at in part. */
const FILE_BYTES_MAX = 256 * 1024;
const FILES_MAX = 200;
/** Folders that hold what others made. */
const OF_OTHERS: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv', '__pycache__']);

/**
 * What speaks against the work although everybody who judged it is content. It is looked at without asking anybody, and only
 * where a model did the work: whatever works without one claims nothing.
 */
export async function objectToWork(work: TaskWork, at: string, round: Round, dispatched: readonly Dispatched[], signal: AbortSignal): Promise<Refusal[]> {
  if (work.engine.kind !== 'model') return [];
  const calls = [...round.earlier, ...dispatched].flatMap((one) => one.calls);
  const criteria = [...round.plan.task_criteria, ...dispatched.flatMap(({ subtask }) => subtask.success_criteria)];
  const asked = askedOf(round);
  const changes = calls.flatMap(({ outcome }) => outcome.changes);
  const ordered = [...new Set([...foldersInWords(asked), ...foldersReadThrough(asked)])];
  const listed = await filesEverywhere(work, at, [...new Set([...ordered, ...foldersOfFiles(asked).map(({ folder }) => folder), ...foldersAskedInto(asked), ...foldersAppealedTo(asked)])], signal);
  const everywhere = listed.filter((path) => ordered.some((folder) => folder === WORKSPACE || path.startsWith(`${folder}/`)));
  const paths = [...new Set([...changes.map(({ path }) => path), ...filesInWords({ asked, criteria }), ...everywhere])].slice(0, FILES_MAX);
  const effect: EffectDefinition<z.infer<typeof Paths>, z.infer<typeof Seen>> = { name: 'review.files', sideEffect: 'read_only', request: Paths, result: Seen, perform: () => Promise.all(paths.map((path) => seen(path, changes.filter((change) => change.path === path), work))) };
  const files = paths.length === 0 ? [] : (await work.journal.step(`${at}/files`, effect, { paths }, { signal })).map(({ is_there: isThere, has_changed: hasChanged, ...texts }): SeenFile => ({ ...texts, isThere, hasChanged }));
  const executions = dispatched.map(({ execution }) => execution.result);
  const found = objectionsTo({ asked, criteria, outputs: executions.map(({ output }) => output), unsure: executions.filter(({ status }) => status === 'uncertain').map(({ output }) => output), calls, files, listed, parts: dispatched.map(({ subtask, execution, calls: made }) => ({ intent: subtask.intent, output: execution.result.output, calls: made })) });
  return found.length === 0 ? [] : [{ criterion: CRITERION, evidence: found.map(({ why }) => why).join(' '), evidence_refs: found.flatMap((one) => one.calls.map(({ evidence }) => evidence.journal_ref)), isOpen: false }];
}

/** What lies in folders of which the person speaks as a whole, also deeper in them; nothing is asked where they speak of none. */
async function filesEverywhere({ journal, ports }: TaskWork, at: string, folders: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  if (folders.length === 0) return [];
  const perform = async (): Promise<z.infer<typeof Paths>> => {
    const paths: string[] = [];
    const open = [...folders];
    for (let folder = open.shift(); folder !== undefined && paths.length < FILES_MAX; folder = open.shift()) {
      const place = folder;
      // What is no folder holds no files.
      const { names } = await ports.listWorkspace(place).catch(() => ({ names: [] }));
      const below = (name: string): string => (place === WORKSPACE ? name : `${place}/${name}`);
      open.push(...names.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1)).filter((name) => !OF_OTHERS.has(name)).map(below));
      paths.push(...names.filter((name) => !name.endsWith('/')).map(below));
    }
    return { paths };
  };
  const effect: EffectDefinition<z.infer<typeof Folders>, z.infer<typeof Paths>> = { name: 'review.folders', sideEffect: 'read_only', request: Folders, result: Paths, perform };
  return (await journal.step(`${at}/folders`, effect, { folders: [...folders] }, { signal })).paths;
}

async function seen(path: string, changes: readonly FileChange[], { ports }: TaskWork): Promise<z.infer<typeof Seen>[number]> {
  // What cannot be opened, such as a folder or a place outside, is no file that somebody wrote.
  const bytes = await ports.readWorkspaceBytes(path).catch(() => undefined);
  const now = textOf(bytes);
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return { path, is_there: bytes !== undefined, has_changed: false, before: now, now };
  const before = first.before === null ? null : textOf(await ports.ledger.blobs.read(first.before));
  return { path, is_there: bytes !== undefined, has_changed: (first.before?.sha256 ?? null) !== last.after_sha256, before, now };
}

function textOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined || bytes.byteLength > FILE_BYTES_MAX ? null : new TextDecoder().decode(bytes);
}
