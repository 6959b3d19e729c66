import { z } from 'zod';
import { NonEmptyText, runSteeringTaken, SteeringMessage, TaintClass, type OfferedTool, type RoleAci, type Subtask } from '../../contracts/index.ts';
import { currentPhase, PROJECT_FILES, previousArtifacts, projectKnowledge, recentMessages, retrievalHits, sessionSummaries, taskDefinition, type ContextItem } from '../../context/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import type { EffectDefinition } from '../../ledger/index.ts';
import { passagesOf } from '../../library/index.ts';
import type { Correction } from '../../loops/index.ts';
import { classNow, readMarks, runEntries } from '../../oversight/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import { sessionHistory } from './session-history.ts';
import type { Dispatched, Round } from './round.ts';
import type { TaskWork } from './task-ports.ts';

const Nothing = z.strictObject({});
const Files = z.array(z.strictObject({ path: NonEmptyText, text: z.string(), taint_class: TaintClass }));
const Messages = z.array(SteeringMessage);

/** A file that is larger tells nobody about a project; it can be read with a tool like any other. */
const PROJECT_FILE_CHARS_MAX = 256_000;

/** What a file of the person's own folder is unless something was marked. */
const OWN_FILES: TaintClass = 'user_trusted_bounded';

export interface PacketWanted {
  readonly key: string;
  readonly round: Round;
  readonly subtask: Subtask;
  readonly role: RoleAci;
  /** What earlier groups of this round came to. */
  readonly before: readonly Dispatched[];
  readonly nth: number;
  readonly tools: readonly OfferedTool[];
  /** What was looked for before it begins. */
  readonly retrieved?: ToolCallResult;
  readonly correction?: Correction;
}

/** Everything that the role of one subtask may be told, before anybody looks whether it fits. */
export async function packetItems(work: TaskWork, { key, round, subtask, role, before, nth, retrieved }: PacketWanted, signal: AbortSignal): Promise<readonly ContextItem[]> {
  const { runId, journal, wish } = work;
  const files = await journal.step(`${key}/context/files`, filesEffect(work), {}, { signal });
  const messages = await journal.step(`${key}/context/messages`, messagesEffect(work), {}, { signal });
  const history = wish.sessionId === undefined ? [] : sessionSummaries(wish.sessionId, await sessionHistory(work, `${key}/context/history`, signal));
  return [
    ...taskDefinition(round.task, round.said),
    ...currentPhase({ phase: 'execute', round: round.round, role, subtask, nth, of: round.plan.subtasks.length }),
    ...recentMessages(runId, messages.map(({ text }) => ({ from: 'the person, while the run was at work', text, taintClass: 'owner_typed' }))),
    ...(retrieved === undefined ? [] : retrievalHits(passagesOf(retrieved).map((hit) => ({ hit, title: hit.path, text: hit.text, taintClass: retrieved.outcome.taint_class })))),
    ...history,
    ...projectKnowledge(files.map(({ taint_class: taintClass, ...file }) => ({ ...file, taintClass }))),
    ...previousArtifacts([...round.earlier, ...before].filter(({ outcome }) => outcome.status === 'matched').map((one) => ({ subtaskId: one.subtask.subtask_id, intent: one.subtask.intent, output: one.outcome.output, taintClass: taintOf(one) }))),
  ];
}

/** What was written after reading something is trusted no further than what was read. */
function taintOf({ calls }: Dispatched): TaintClass {
  const rank = Math.max(TaintClass.options.indexOf(OWN_FILES), ...calls.map(({ outcome }) => TaintClass.options.indexOf(outcome.taint_class)));
  return TaintClass.options[rank] ?? 'unclassified';
}

/** As they lie there now, each with the label that the workspace has for it. */
function filesEffect({ ports }: TaskWork): EffectDefinition<z.infer<typeof Nothing>, z.infer<typeof Files>> {
  return {
    name: 'context.read_project',
    sideEffect: 'read_only',
    request: Nothing,
    result: Files,
    perform: async () => {
      const marks = await readMarks(ports.workspace, ports.ledger.documents);
      const read = await Promise.all(
        PROJECT_FILES.map(async (path) => {
          const text = await ports.readWorkspaceFile(path);
          if (text === undefined) return [];
          const mark = marks.find(({ subject_kind: kind, subject }) => kind === 'file' && subject === path);
          const shown = text.length <= PROJECT_FILE_CHARS_MAX ? text : `This file has ${text.length} characters, too many to be told here; read it with a tool.`;
          return [{ path, text: shown, taint_class: mark === undefined ? OWN_FILES : classNow(mark, sha256Hex(text)) }];
        }),
      );
      return read.flat();
    },
  };
}

/** What the person said to the run at work and somebody heard already; who works next was not there. */
function messagesEffect({ runId, ports }: TaskWork): EffectDefinition<z.infer<typeof Nothing>, SteeringMessage[]> {
  return {
    name: 'context.read_messages',
    sideEffect: 'read_only',
    request: Nothing,
    result: Messages,
    perform: async () => {
      const taken: SteeringMessage[] = [];
      for await (const { event } of runEntries(runId, ports.ledger.log)) if (event.type === runSteeringTaken.type && event.payload !== null) taken.push(...runSteeringTaken.payload.parse(event.payload).messages);
      return taken;
    },
  };
}
