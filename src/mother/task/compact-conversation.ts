import { z } from 'zod';
import { HeldResult, openTodos, RunChild, runContextCompacted, TodoList, type ApprovalMode, type RunId, type RoleId, type TodoItem, type ToldFact } from '../../contracts/index.ts';
import { frameMaterial, type KeptSection } from '../../context/index.ts';
import { hasCode, sha256Hex } from '../../kernel/index.ts';
import type { Blobs, EffectDefinition, LogWriter, RunJournal } from '../../ledger/index.ts';
import type { CompactionPort } from '../../loops/index.ts';
import type { KnownChild } from '../children/children-of.ts';
import { DELEGATE } from '../children/delegate-tool.ts';

export interface CompactedConversation {
  readonly runId: RunId;
  readonly key: string;
  readonly roleId: RoleId;
  readonly mode?: ApprovalMode;
  readonly signal: AbortSignal;
}

export interface CompactionRecordPorts {
  /** Only the composer of contexts may say what a conversation was compacted to. */
  readonly log: Pick<LogWriter, 'append' | 'author'>;
  readonly blobs: Pick<Blobs, 'prepare'>;
  readonly journal: Pick<RunJournal, 'step' | 'pins'>;
  /** What the conversation has set out to do, as it stands now. */
  todos(): Promise<readonly TodoItem[]>;
  /** Those that the run handed work to. */
  children(): Promise<readonly KnownChild[]>;
  /** What the graph holds of results of this conversation; absent where nothing is remembered. */
  held?(): Promise<readonly HeldResult[]>;
  /** Whoever watches where words come from learns what the conversation is told. */
  wasTold?(fact: ToldFact): unknown;
}

/** The name of the prompt without which a run was begun before conversations were compacted: it goes on as it began. */
export const COMPACTOR = 'compactor';

const Nothing = z.strictObject({});
const Family = z.array(RunChild.pick({ run_id: true, task: true, deadline_at: true, reason: true }));

/** Where nothing is held, and in conversations of before anything was, it is the list alone. */
const Standing = z.union([TodoList, z.strictObject({ todos: TodoList, held: z.array(HeldResult) })]);

/** Where the record of each new view of one conversation goes: one append, with the block that stands for what was dropped. */
export function compactConversation({ runId, key, roleId, mode, signal }: CompactedConversation, { log, blobs, journal, todos, children, held, wasTold }: CompactionRecordPorts): CompactionPort {
  const readChildren: EffectDefinition<z.infer<typeof Nothing>, z.infer<typeof Family>> = { name: 'context.read_children', sideEffect: 'read_only', request: Nothing, result: Family, perform: async () => (await children()).map(({ runId: childId, task, order, result }) => ({ run_id: childId, task, deadline_at: order.deadline_at, reason: result?.reason ?? null })) };
  const look = async (): Promise<z.infer<typeof Standing>> => {
    const [items, results] = [[...(await todos())], (await held?.()) ?? []];
    return results.length === 0 ? items : { todos: items, held: [...results] };
  };
  const readStanding: EffectDefinition<z.infer<typeof Nothing>, z.infer<typeof Standing>> = { name: 'context.read_todos', sideEffect: 'read_only', request: Nothing, result: Standing, perform: look };
  return {
    async standing(turn) {
      const read = await journal.step(`${key}/turn-${turn}/compaction/todos`, readStanding, {}, { signal });
      const { todos: items, held: results } = Array.isArray(read) ? { todos: read, held: [] } : read;
      // A run that was begun before work could be handed over has handed none, and meets the steps that it has.
      const family = journal.pins.tools?.[DELEGATE] === undefined ? [] : await journal.step(`${key}/turn-${turn}/compaction/children`, readChildren, {}, { signal });
      for (const { facts } of results) for (const fact of facts) await wasTold?.(fact);
      return { kept: [...(mode === undefined ? [] : [{ kind: 'mode', text: `The approval mode is ${mode}.` } as const]), ...childSection(family), ...todoSection(items)], held: results };
    },
    async commit(turn, record, block) {
      const call = `${key}/turn-${turn}`;
      const kept = block === undefined ? undefined : await blobs.prepare(new TextEncoder().encode(block));
      const event = { type: runContextCompacted.type, streamId: runId, payload: { run_id: runId, call, role_id: roleId, compaction: { ...record, block_ref: kept?.ref ?? null } }, governance: { ...log.author.governance, taint_class: record.taint_class } };
      await log.append({ key: sha256Hex(`${runId}:${call}/compacted`), events: [event], ...(kept !== undefined && { operations: kept.operations }) }).catch((error: unknown) => {
        // A run that is gone on with compacts again what it compacted before, and the first record stands.
        if (!hasCode(error, 'ledger.key_reused')) throw error;
      });
    },
  };
}

/** In a frame: the words are a model's, and what it read may be in them. */
function todoSection(items: readonly TodoItem[]): KeptSection[] {
  const open = openTodos(items);
  return open.length === 0 ? [] : [{ kind: 'todos', text: frameMaterial('todos', open.map(({ id, content, status }) => `- [${status}] ${id}: ${content}`).join('\n')) }];
}

/** In a frame too: what was handed over is in words of a model. */
function childSection(family: z.infer<typeof Family>): KeptSection[] {
  const line = ({ run_id: id, task, deadline_at: deadlineAt, reason }: z.infer<typeof Family>[number]): string => `- ${id} [${reason ?? `at work, to be done by ${deadlineAt}`}]: ${task}`;
  return family.length === 0 ? [] : [{ kind: 'children', text: frameMaterial('children', family.map(line).join('\n')) }];
}
