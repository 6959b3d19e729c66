import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxBackend } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { noSandbox } from '../sandbox/choose-sandbox.ts';
import { environmentFor, SYSTEM_PATH } from '../sandbox/environment.ts';
import type { BackgroundProcess, CapturedOutput, ChosenSandbox, ProcessLimits, ProcessRequest, ProcessResult, SandboxProfile } from '../sandbox/sandbox.ts';
import type { BackgroundPrograms, ProgramRun } from './hands.ts';

/** Where the programs of a run are started, and what they see. One for each run; closing it ends all of them. */
export interface Programs {
  readonly backend: SandboxBackend | null;
  /** Whether a program that may only read the workspace is really kept from changing it. */
  readonly holdsFiles: boolean;
  run(run: ProgramRun, limits: ProcessLimits, places?: KeptPlaces): Promise<ProcessResult>;
  readonly background: Omit<BackgroundPrograms, 'start'> & { start(run: ProgramRun, places?: KeptPlaces): Promise<{ readonly processId: number }> };
  hasProgram(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Whether the places of files that must not be made are kept taken while a program runs. */
export interface KeptPlaces {
  readonly keepsPlaces: boolean;
}

export interface ProgramsOptions {
  readonly chosen: ChosenSandbox;
  profile(access: SandboxProfile['workspaceAccess'], places: KeptPlaces): Promise<SandboxProfile>;
  /** The environment of this process, of which only harmless names are taken. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** Folders of programs in front of the system's own, such as the one of the running Node. */
  readonly programFolders: readonly string[];
}

/** What is kept of each output of a program; a test run of a large project stays below it. */
export const PROGRAM_OUTPUT_BYTES_MAX = 4 * 1024 * 1024;

/** Programs that one run may have going at once. */
const BACKGROUND_MAX = 16;

export function openPrograms(options: ProgramsOptions): Programs {
  const { chosen, inherited, programFolders } = options;
  const started = new Map<number, { readonly argv: readonly string[]; readonly process: BackgroundProcess; end: ProcessResult | null }>();
  /** Begun and not there yet: they count, and closing waits for them. */
  const starting = new Set<Promise<unknown>>();
  let isClosed = false;
  let lastNumber = 0;
  const prepare = async ({ argv, currentFolder, environment, input, workspaceAccess = 'read_write' }: ProgramRun, places: KeptPlaces = { keepsPlaces: workspaceAccess === 'read_write' }): Promise<[ProcessRequest, SandboxProfile]> => {
    const profile = await options.profile(workspaceAccess, places);
    const fixed = environmentFor({ profile, inherited, programFolders });
    return [{ argv, currentFolder, environment: { ...fixed, ...environment }, ...(input !== undefined && { input }) }, profile];
  };
  const sandbox = () => {
    if (chosen.sandbox === null) throw noSandbox(chosen);
    return chosen.sandbox;
  };
  const startOne = async (run: ProgramRun, places: KeptPlaces | undefined): Promise<{ readonly processId: number }> => {
    const [request, profile] = await prepare(run, places);
    const process = await sandbox().start(request, profile, { outputBytesMax: run.outputBytesMax ?? PROGRAM_OUTPUT_BYTES_MAX });
    if (isClosed) {
      await process.kill();
      throw runOver();
    }
    const one = { argv: run.argv, process, end: null as ProcessResult | null };
    void process.ended.then((end) => (one.end = end));
    const processId = (lastNumber += 1);
    started.set(processId, one);
    return { processId };
  };
  const known = (processId: number) => {
    const one = started.get(processId);
    if (one === undefined) throw noProcess(processId);
    return one;
  };
  return {
    backend: chosen.decision.chosen,
    holdsFiles: chosen.sandbox?.isolation.filesystem ?? false,
    async run(run, limits, places) {
      const [request, profile] = await prepare(run, places);
      return sandbox().run(request, profile, limits);
    },
    background: {
      async start(run, places) {
        if (isClosed) throw runOver();
        const running = [...started.values()].filter(({ end }) => end === null).length + starting.size;
        if (running >= BACKGROUND_MAX) throw failed(`${BACKGROUND_MAX} programs are running already`, 'Stop one of them first.');
        const begun = startOne(run, places);
        starting.add(begun);
        return begun.finally(() => starting.delete(begun));
      },
      list: () => [...started].map(([processId, { argv, end }]) => ({ processId, argv, isRunning: end === null, exitCode: end?.exitCode ?? null })),
      output: (processId): CapturedOutput => known(processId).process.output(),
      async kill(processId) {
        const { process } = known(processId);
        await process.kill();
        return process.ended;
      },
    },
    hasProgram: (name) => isProgramIn([...programFolders, ...SYSTEM_PATH], name),
    async close() {
      isClosed = true;
      await Promise.allSettled(starting);
      await Promise.all([...started.values()].map(({ process }) => process.kill()));
    },
  };
}

function runOver(): KeelsonError<'tool.failed'> {
  return failed('The run is over, so nothing is started in it any more', 'Start it in another run.');
}

/** Whether one of these folders holds a program of this name. */
export async function isProgramIn(folders: readonly string[], name: string): Promise<boolean> {
  const found = await Promise.all(folders.map((folder) => access(join(folder, name), constants.X_OK).then(() => true, () => false)));
  return found.includes(true);
}

function noProcess(processId: number): KeelsonError<'tool.failed'> {
  return failed(`No program was started under the number ${processId}`, 'Use a number that start_process gave.');
}

function failed(detail: string, nextStep: string): KeelsonError<'tool.failed'> {
  return new KeelsonError('tool.failed', { message: `${detail}.`, nextStep, data: { tool_id: 'start_process', detail } });
}
