import type { ArgumentOrigin, JsonObject, JudgedIntention, PolicyVerdict, RunId, Sha256, SideEffect, StorageRef, SubjectTaint, TaintClass, ToolCallOutcome, ToolId } from '../../contracts/index.ts';
import type { Documents, NewEvent } from '../../ledger/index.ts';
import { classifyCall, type CallToClassify, type IntendedAct } from './classify-call.ts';
import type { ReadSource } from './derive.ts';
import { argumentLeaves } from './calls/arguments.ts';
import { decideAnswer } from './judge-answer.ts';
import { judgeCallWords, judgedIntention, noteKept } from './judge-call.ts';
import { SOURCE_CHARS_INDEXED_MAX, SOURCES_NAMED_MAX } from './limits.ts';
import { privateValues } from './private-words.ts';
import { createRunWords, higherClass } from './run-words.ts';
import { classNow, markEvent, marksBelow, readMarks, subjectPath } from './workspace-marks.ts';

/** A call as the runner of tools describes it. */
export interface CallInRun {
  readonly runId: RunId;
  readonly call: string;
  readonly tool: { readonly definition: { readonly tool_id: ToolId; readonly side_effects?: SideEffect }; readonly touches: readonly string[]; readonly taint: TaintClass };
  readonly arguments: JsonObject;
  readonly typedBy: 'model' | 'owner' | 'plan';
  readonly intentions: readonly IntendedAct[];
  readonly place: { readonly workspace: string };
}

export interface ProvenanceOptions {
  readonly runId: RunId;
  /** What a tool gives back is trusted no further than this. */
  readonly distrust: Readonly<Record<ToolId, TaintClass>>;
  /** Whether programs can reach a network: what they print may then come from anywhere. */
  readonly programsReachOut: boolean;
  /** Values that must not leave: secrets of the environment and the like. Never recorded. */
  readonly privateValues: readonly string[];
}

export interface ProvenancePorts {
  readonly documents: Pick<Documents, 'get'>;
  readonly blobs: { stream(ref: Pick<StorageRef, 'key'>): AsyncIterable<Uint8Array> };
  /** Of a file below the workspace as it is now; undefined when there is none. */
  contentHash(workspace: string, path: string): Promise<Sha256 | undefined>;
}

/** Knows where the words of one run came from, and judges by it. */
export interface RunProvenance {
  judge(call: CallInRun): Promise<{ readonly judged: readonly JudgedIntention[]; readonly origins: readonly ArgumentOrigin[] }>;
  classOf(call: CallInRun): Promise<TaintClass>;
  eventsFor(call: CallInRun, outcome: ToolCallOutcome): readonly NewEvent[];
  observe(call: CallInRun, outcome: ToolCallOutcome): Promise<void>;
  /** Words that the person typed: the task, a message to the run at work, an answer. */
  ownerSaid(text: string): void;
  /** Words of others that stood in what a role was told, such as a file of the folder or what came of an earlier task. */
  wasTold(label: string, taintClass: TaintClass, text: string): void;
  /** What another run read has a part in this one: a parent's sources in a child, a child's in its parent. */
  inherit(sources: readonly ReadSource[]): void;
  sources(): readonly ReadSource[];
  judgeAnswer(text: string): { readonly verdict: PolicyVerdict; readonly taintClass: TaintClass; readonly sources: readonly string[] };
}

/** Up to here a file needs no mark: it is what files of the person are anyway. */
const UNMARKED_MAX: TaintClass = 'user_trusted_bounded';
const WHOLE_REWRITE: ReadonlySet<string> = new Set(['write_file']);
const WRITE_ONLY: ReadonlySet<string> = new Set(['write', 'create_directory', 'delete', 'rename']);

export function provenanceOfRun({ runId, distrust, programsReachOut, privateValues: told }: ProvenanceOptions, { documents, blobs, contentHash }: ProvenancePorts): RunProvenance {
  const words = createRunWords();
  const secrets = privateValues(told);
  /** As they were when the call began; the events of its result are built from them. */
  let marks: readonly SubjectTaint[] = [];
  const above = (one: TaintClass, other: TaintClass): boolean => one !== other && higherClass(one, other) === one;
  const labels = (): string[] => [...new Set(words.sources().map(({ label }) => label))].slice(-SOURCES_NAMED_MAX);

  const classOfMark = async (mark: SubjectTaint, workspace: string): Promise<TaintClass> => classNow(mark, mark.cleaned === null ? undefined : await contentHash(workspace, mark.subject));

  const classOf = async ({ tool, intentions, place: { workspace } }: CallInRun): Promise<TaintClass> => {
    marks = await readMarks(workspace, documents);
    let highest = higherClass(tool.taint, distrust[tool.definition.tool_id] ?? 'owner_typed');
    if (programsReachOut && runsProgram(intentions)) highest = higherClass(highest, 'external_untrusted');
    for (const mark of marksRead(marks, intentions, workspace)) highest = higherClass(highest, await classOfMark(mark, workspace));
    return highest;
  };

  return {
    async judge(call) {
      if (call.typedBy === 'owner') return { judged: [], origins: argumentLeaves(call.arguments).leaves.map(({ pointer, value }) => ({ argument: pointer, origin: 'owner', span: value.slice(0, 200) })) };
      // The plan was shown before anything was read; looking whether its criteria are met follows nobody's words, unless a stranger's were read since.
      if (call.typedBy === 'plan' && !above(words.highestClass() ?? UNMARKED_MAX, UNMARKED_MAX)) return { judged: [], origins: [] };
      const judged = judgeCallWords(callToClassify(call), words, secrets);
      const intention = judgedIntention(judged, words);
      return { judged: intention === null ? [] : [intention], origins: judged.origins };
    },
    classOf,
    eventsFor({ tool, intentions, place: { workspace } }, { changes, taint_class }) {
      const runClass = higherClass(taint_class, words.highestClass() ?? UNMARKED_MAX);
      const isWhole = WHOLE_REWRITE.has(tool.definition.tool_id);
      const moved = intentions.flatMap((one) => (one.kind === 'path' && one.to !== undefined ? [one] : []));
      return changes.filter(({ kind }) => kind !== 'deleted').flatMap(({ path, kind }) => {
        const from = moved.find(({ to }) => to !== undefined && subjectPath(to, workspace) === path)?.path;
        const origin = from === undefined ? undefined : marks.find(({ subject }) => subject === subjectPath(from, workspace));
        const taintClass = origin === undefined ? runClass : higherClass(runClass, origin.taint_class);
        const isMarked = marks.some(({ subject_kind, subject }) => subject_kind === 'file' && subject === path);
        const replaces = isWhole || kind === 'created';
        if (!above(taintClass, UNMARKED_MAX) && !(isMarked && replaces)) return [];
        return [markEvent(workspace, { subject_kind: 'file', subject: path, taint_class: taintClass, sources: labels(), replaces, run_id: runId })];
      });
    },
    async observe(made, outcome) {
      const { call, tool, intentions } = made;
      noteKept(classifyCall(callToClassify(made)), words, secrets);
      const text = outcome.shown.whole === null ? outcome.shown.text : await wholeText(outcome.shown.whole, blobs);
      if (intentions.length > 0 && intentions.every(({ kind }) => kind === 'person') && outcome.taint_class === 'owner_typed') return words.ownerSaid(text);
      // What a tool says about a write of its own is nobody's words but the tool's.
      const isOnlyWriting = outcome.status === 'completed' && intentions.length > 0 && intentions.every((one) => one.kind === 'path' && WRITE_ONLY.has(one.op));
      if (!isOnlyWriting) words.read(labelOf(call, tool.definition.tool_id, intentions), outcome.taint_class, text);
    },
    ownerSaid: (text) => words.ownerSaid(text),
    wasTold: (label, taintClass, text) => words.read(label, taintClass, text),
    inherit: (sources) => words.inherit(sources),
    sources: () => words.sources(),
    judgeAnswer(text) {
      const { decision, rule, explanation } = decideAnswer(text, words, secrets);
      return { verdict: { decision, rule, explanation }, taintClass: words.highestClass() ?? 'owner_typed', sources: labels() };
    },
  };
}

function callToClassify({ tool, arguments: given, intentions, place }: CallInRun): CallToClassify {
  return { name: tool.definition.tool_id, arguments: given, intentions: withoutOwnPrograms(tool, given, intentions), touches: tool.touches, workspace: place.workspace };
}

/** A tool that takes no command starts a program of its own, in words of its own; what it comes to is looking, or a change of the folder. */
function withoutOwnPrograms({ definition }: CallInRun['tool'], given: CallInRun['arguments'], intentions: readonly IntendedAct[]): readonly IntendedAct[] {
  const takesCommand = argumentLeaves(given).leaves.some(({ role }) => role === 'command');
  if (takesCommand || !intentions.some(({ kind }) => kind === 'program')) return intentions;
  const others = intentions.filter(({ kind }) => kind !== 'program');
  return definition.side_effects === 'read_only' ? others : [...others, { kind: 'path', op: 'write', path: '.' }];
}

function runsProgram(intentions: readonly IntendedAct[]): boolean {
  return intentions.some(({ kind }) => kind === 'script' || kind === 'program');
}

/** A program may read every file there is. */
function marksRead(marks: readonly SubjectTaint[], intentions: readonly IntendedAct[], workspace: string): readonly SubjectTaint[] {
  if (runsProgram(intentions)) return marks.filter(({ subject_kind }) => subject_kind === 'file');
  return intentions.flatMap((one) => {
    const subject = one.kind === 'path' && one.op !== 'write' ? subjectPath(one.path, workspace) : undefined;
    return subject === undefined ? [] : marksBelow(marks, subject);
  });
}

function labelOf(call: string, toolId: ToolId, intentions: readonly IntendedAct[]): string {
  const [first] = intentions;
  const what = first?.kind === 'url' ? first.url : first?.kind === 'path' ? first.path : first?.kind === 'remote' ? `${first.name} on ${first.server}` : '';
  return what === '' ? `${toolId} (${call})` : `${toolId} ${what.slice(0, 200)} (${call})`;
}

/** As much as is indexed and a little more, so that the index knows when it was cut. */
async function wholeText(ref: StorageRef, { stream }: ProvenancePorts['blobs']): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of stream(ref)) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > SOURCE_CHARS_INDEXED_MAX) return text;
  }
  return text + decoder.decode();
}
