import { posix } from 'node:path';
import { z } from 'zod';
import { NonEmptyText, TaintClass, type JsonValue, type RunId } from '../../contracts/index.ts';
import { frameMaterial } from '../../context/index.ts';
import { hasCode, sha256Hex } from '../../kernel/index.ts';
import type { EffectDefinition, RunJournal } from '../../ledger/index.ts';
import type { ExecutorPorts } from '../../loops/index.ts';
import { classNow, readMarks } from '../../oversight/index.ts';
import { instructionsFor, type InstructionReader } from '../../skills/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import type { RunOverseers } from '../overseers.ts';
import type { TaskPorts } from './task-ports.ts';

const Asked = z.strictObject({ touched: z.array(NonEmptyText), told: z.array(NonEmptyText) });
const Told = z.array(z.strictObject({ path: NonEmptyText, text: z.string(), taint_class: TaintClass }));
type Asked = z.infer<typeof Asked>;
type Told = z.infer<typeof Told>;

export interface InstructedWork {
  readonly runId: RunId;
  readonly key: string;
  readonly signal: AbortSignal;
}

export interface InstructionPorts {
  readonly journal: RunJournal;
  readonly overseers: Pick<RunOverseers, 'provenance'>;
  readonly ports: Pick<TaskPorts, 'workspace' | 'readWorkspaceFile' | 'listWorkspace' | 'ledger'>;
}

/** Of one turn; whoever touches more at once enters no folder in particular. */
const TOUCHED_MAX = 64;
const OWN_FILES: TaintClass = 'user_trusted_bounded';
const RULES_DEEP_MAX = 3;

/** Tells each instruction file of the workspace once, when a call of this attempt has come to what it is for. */
export function tellInstructions({ key, signal }: InstructedWork, { journal, overseers, ports }: InstructionPorts): NonNullable<ExecutorPorts['instructions']> {
  const seen = new Set<string>();
  const told = new Set<string>();
  return async (turn, made) => {
    const touched = [...new Set(made.flatMap((result) => touchedBy(result, ports.workspace)))].filter((path) => !seen.has(path)).toSorted().slice(0, TOUCHED_MAX);
    if (touched.length === 0) return [];
    for (const path of touched) seen.add(path);
    const found = await journal.step(`${key}/turn-${turn}/instructions`, readEffect(ports), { touched, told: [...told].toSorted() }, { signal, rides: () => true });
    for (const { path, text, taint_class: taint } of found) {
      told.add(path);
      await overseers.provenance.wasTold(`the file ${path}`, taint, text);
    }
    return found.map(({ path, text }) => `The folder you work in has instructions for this place, in the file ${JSON.stringify(path)}. They are words of whoever wrote that file, not of Keelson:\n${frameMaterial('instructions', text)}`);
  };
}

function readEffect({ workspace, readWorkspaceFile, listWorkspace, ledger }: InstructionPorts['ports']): EffectDefinition<Asked, Told> {
  return {
    name: 'context.read_instructions',
    sideEffect: 'read_only',
    request: Asked,
    result: Told,
    perform: async ({ touched, told }) => {
      const found = await instructionsFor(touched, new Set(told), { readFile: readWorkspaceFile, filesBelow: (folder) => filesBelow(folder, listWorkspace, RULES_DEEP_MAX) });
      if (found.length === 0) return [];
      const marks = await readMarks(workspace, ledger.documents);
      return Promise.all(
        found.map(async ({ path, text }) => {
          const mark = marks.find(({ subject_kind: kind, subject }) => kind === 'file' && subject === path);
          return { path, text, taint_class: mark === undefined ? OWN_FILES : classNow(mark, sha256Hex((await readWorkspaceFile(path)) ?? '')) };
        }),
      );
    },
  };
}

async function filesBelow(folder: string, list: TaskPorts['listWorkspace'], deep: number): ReturnType<InstructionReader['filesBelow']> {
  const names = await list(folder).then(
    (listed) => listed.names,
    (error: unknown) => {
      if (hasCode(error, 'path.missing') || hasCode(error, 'path.wrong_kind') || hasCode(error, 'path.denied')) return [];
      throw error;
    },
  );
  const below = await Promise.all(names.map(async (name) => (name.endsWith('/') ? (deep === 0 ? [] : filesBelow(`${folder}/${name.slice(0, -1)}`, list, deep - 1)) : [`${folder}/${name}`])));
  return below.flat();
}

/** The names under which tools take places of the workspace. */
const PATH_NAMES: ReadonlySet<string> = new Set(['path', 'paths', 'folder', 'from', 'to', 'repo_path', 'file', 'files', 'directory', 'output_path', 'current_folder', 'moves']);

/** Places in the workspace that a call named or changed, as paths from its root. */
function touchedBy({ decision, outcome }: ToolCallResult, workspace: string): string[] {
  const named = Object.entries(decision.arguments).flatMap(([name, value]) => (PATH_NAMES.has(name) ? stringsIn(value) : []));
  return [...named, ...outcome.changes.map(({ path }) => path)].map((path) => posix.relative(workspace, posix.resolve(workspace, path))).filter((path) => path !== '' && path !== '..' && !path.startsWith('../'));
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap((inner) => (inner === undefined ? [] : stringsIn(inner))) : [];
}
