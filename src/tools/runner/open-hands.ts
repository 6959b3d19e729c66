import type { ChildResult, JudgedIntention } from '../../contracts/index.ts';
import { KeelsonError, type Clock } from '../../kernel/index.ts';
import type { GuardedFetch } from '../network/guarded-request.ts';
import { realPathOf } from '../paths/real-path.ts';
import type { OpenWorkspaceFiles, WorkspaceFiles } from '../paths/workspace-files.ts';
import type { Tool, ToolIntention, ToolPlace } from '../registry/tool.ts';
import { programHash } from './action-hash.ts';
import type { ClientPort, DelegateWork, ProgramRun, Question, ToolHands } from './hands.ts';
import { subjectOf } from './judge-intentions.ts';
import type { ChangeKeeper } from './keep-before.ts';
import { mayChangeFiles } from './prepare-call.ts';
import { PROGRAM_OUTPUT_BYTES_MAX, type Programs } from './programs.ts';
import { findChanges, putBackNote } from './put-back.ts';
import type { WorkspaceSnapshot } from './workspace-snapshot.ts';

/** What the hands of one call are made of. */
export interface HandsParts {
  readonly tool: Tool;
  readonly place: ToolPlace;
  readonly caller: ToolHands['caller'];
  readonly intentions: readonly ToolIntention[];
  readonly judged: readonly JudgedIntention[];
  readonly openFiles: OpenWorkspaceFiles;
  readonly programs: Programs;
  readonly snapshot: WorkspaceSnapshot;
  readonly keeper: ChangeKeeper;
  /** A person said yes to exactly this call. */
  readonly isApproved: boolean;
  /** Done when the run is over and none of its programs is left. */
  whenRunEnds(work: () => Promise<void>): void;
  readonly fetch: GuardedFetch;
  ask(question: Question, signal: AbortSignal): Promise<string>;
  readonly todos: ToolHands['todos'];
  readonly delegate: DelegateWork;
  readonly askClient: ClientPort['ask'];
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface OpenHands {
  readonly hands: ToolHands;
  /** False once something was done of which nothing could be kept. */
  isUndoable(): boolean;
  usedSandbox(): boolean;
  /** What other runs did for this call. */
  delegated(): readonly ChildResult[];
  /** What a program had to leave as it was, in a sentence; empty when there is nothing to say. */
  putBack(): string;
}

/** Hands that do what was decided and nothing else. Every check is made again here, at the moment of use. */
export function openHands(parts: HandsParts): OpenHands {
  const { tool, place, intentions, programs, snapshot, keeper, signal } = parts;
  const decided = decidedPaths(parts);
  const isDeclared = (path: string): boolean => decided.changed.has(path) || decided.changedBelow.some((folder) => path.startsWith(`${folder}/`));
  const demandDecided = (path: string): void => {
    if (!isDeclared(`${place.workspace}/${path}`)) throw notDecided(tool, `a change of ${path}`);
  };
  const files = parts.openFiles(
    { workspace: place.workspace, home: place.home, ownState: place.ownState, granted: (op, realPath) => decided.gated.has(`${op} ${realPath}`) },
    { demandDecided, beforeChange: (change) => (demandDecided(change.path), keeper.keep(change)) },
  );
  const programHashes = new Set(intentions.flatMap((one) => (one.kind === 'script' || one.kind === 'program' ? [programHash(one)] : [])));
  const requests = new Set(intentions.flatMap((one) => (one.kind === 'url' ? [`${one.method} ${one.url}`] : [])));
  let isUndoable = true;
  let usedSandbox = false;
  const putBack: string[] = [];
  const delegated: ChildResult[] = [];
  const unasked = (): WorkspaceFiles => parts.openFiles({ workspace: place.workspace, home: place.home, ownState: place.ownState, granted: () => true });
  const holdToDecision = ({ argv, currentFolder, environment }: ProgramRun): void => {
    if (!programHashes.has(programHash({ argv, currentFolder, environment }))) throw notDecided(tool, argv.join(' '));
    usedSandbox = true;
  };
  const isHeld = (run: ProgramRun): boolean => run.workspaceAccess === 'read_only' && programs.holdsFiles;
  const hands: ToolHands = {
    place,
    caller: parts.caller,
    files,
    async run(run) {
      holdToDecision(run);
      const limits = { timeoutMs: Math.min(run.timeoutMs ?? parts.timeoutMs, parts.timeoutMs), outputBytesMax: run.outputBytesMax ?? PROGRAM_OUTPUT_BYTES_MAX, signal };
      // Whoever does not say that it changes files cannot have a program do so. Where nothing holds it, its changes are looked for.
      if (!mayChangeFiles(tool) || isHeld(run)) return programs.run({ ...run, workspaceAccess: 'read_only' }, limits);
      const taken = await snapshot.take();
      try {
        // Where nothing can be looked at afterwards, places are kept taken beforehand.
        return await programs.run(run, limits, { keepsPlaces: taken === undefined });
      } finally {
        const found = findChanges(keeper);
        if (taken === undefined || !(await taken.keepChanged(found))) isUndoable = false;
        if (!parts.isApproved) putBack.push(...(await found.putBack(unasked())));
      }
    },
    background: {
      ...programs.background,
      async start(run) {
        holdToDecision(run);
        if (isHeld(run)) return programs.background.start(run);
        // It goes on when the call is over; what it must not leave behind is looked for when the run ends.
        isUndoable = false;
        const taken = await snapshot.take();
        const started = await programs.background.start(run, { keepsPlaces: taken === undefined });
        parts.whenRunEnds(async () => {
          const found = findChanges(null);
          await taken?.keepChanged(found);
          if (!parts.isApproved) await found.putBack(unasked());
        });
        return started;
      },
    },
    // A tool brings no network of its own, which would not be the one that judges addresses.
    async fetch(request) {
      const asked = `${request.method ?? 'GET'} ${request.url}`;
      if (!requests.has(asked)) throw notDecided(tool, asked);
      return parts.fetch({ ...request, signal });
    },
    ask: (question) => parts.ask(question, signal),
    todos: parts.todos,
    async delegate(work) {
      const { roleId, call } = parts.caller;
      const result = await parts.delegate(work, { roleId, call, signal });
      delegated.push(result);
      return result;
    },
    askClient: (asked) => parts.askClient({ ...asked, call: parts.caller.call }, signal),
    hasProgram: programs.hasProgram,
    clock: parts.clock,
    signal,
  };
  return { hands, isUndoable: () => isUndoable, usedSandbox: () => usedSandbox, delegated: () => delegated, putBack: () => putBackNote(putBack) };
}

interface DecidedPaths {
  /** Real paths that may be changed. */
  readonly changed: ReadonlySet<string>;
  /** Real paths of folders that may go or move with everything in them. */
  readonly changedBelow: readonly string[];
  /** Operations on real paths that a person said yes to. */
  readonly gated: ReadonlySet<string>;
}

const LOOKING: ReadonlySet<string> = new Set(['read', 'list', 'stat']);

function decidedPaths({ intentions, judged, place }: HandsParts): DecidedPaths {
  const changed = new Set<string>();
  const changedBelow: string[] = [];
  const gated = new Set<string>();
  for (const [at, intention] of intentions.entries()) {
    // What a path leads to may have changed since it was judged; the decision is about what it led to then.
    if (intention.kind !== 'path' || judged[at]?.subject !== subjectOf(intention, place)) continue;
    for (const path of [intention.path, ...(intention.to === undefined ? [] : [intention.to])]) {
      const realPath = realPathOf(intention.op, path, place);
      if (realPath === undefined) continue;
      if (!LOOKING.has(intention.op)) changed.add(realPath);
      if (intention.op === 'delete' || intention.op === 'rename') changedBelow.push(realPath);
      if (judged[at]?.verdict.decision === 'gate') gated.add(`${intention.op} ${realPath}`);
    }
  }
  return { changed, changedBelow, gated };
}

function notDecided({ definition }: Tool, subject: string): KeelsonError<'tool.not_decided'> {
  return new KeelsonError('tool.not_decided', {
    message: `${definition.tool_id} tried something that was not decided before it began: ${subject}.`,
    nextStep: 'This is a defect of the tool: it must tell everything it does beforehand. Nothing was done.',
    data: { tool_id: definition.tool_id, subject },
  });
}
