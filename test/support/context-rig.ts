import { composeContext, type ComposedContext, type ContextItem, type ContextPorts, type WantedContext } from '../../src/context/index.ts';
import { contextBudget, TaskId, type ContextSection } from '../../src/contracts/index.ts';
import { BUILTIN_SETUP, createBlobs, createDocuments, type Documents, type LogWriter } from '../../src/ledger/index.ts';
import { JOURNAL_RUN, journalFixture, type JournalFixture } from './journal-fixture.ts';
import { INTERNAL } from './validated-appends.ts';

/** One token for each word, so that figures can be read off a text. */
export const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** So many words that no other item has, in sentences of ten. */
export function prose(name: string, words: number): string {
  return Array.from({ length: words }, (_, at) => `${name}${at}${at % 10 === 9 ? '.' : ''}`).join(' ');
}

export function itemOf(section: ContextSection, text: string, changes: Partial<ContextItem> = {}): ContextItem {
  return { section, ref: { kind: 'document', key: `${section}/${text.slice(0, 24)}` }, label: `The ${section}`, text, taintClass: 'user_trusted_bounded', by: 'others', ...changes };
}

export const TASK_ITEM = itemOf('task_definition', 'Count the boats in the harbour.', { taintClass: 'owner_typed' });
export const PHASE_ITEM = itemOf('current_phase', 'Phase execute, round 1.', { taintClass: 'owner_typed', by: 'keelson' });

export function windowOf(available: number) {
  return contextBudget({ max_tokens: available + 30, reserved_for_system: 10, reserved_for_output: 20 });
}

export interface ContextRig extends JournalFixture {
  readonly documents: Documents;
  readonly context: LogWriter;
  readonly readBlob: (key: string) => Promise<string>;
  compose(changes?: Partial<WantedContext>, ports?: Partial<ContextPorts>): Promise<ComposedContext>;
}

/** A ledger in memory with a run that wants packets, written by the only author they are accepted from. */
export async function contextRig(): Promise<ContextRig> {
  const fixture = await journalFixture();
  const context = fixture.log.writerFor({ actor: 'context', governance: INTERNAL });
  const blobs = createBlobs(fixture.store);
  return {
    ...fixture,
    context,
    documents: createDocuments(fixture.store, BUILTIN_SETUP.projections),
    readBlob: async (key) => new TextDecoder().decode(await blobs.read({ key })),
    compose: async (changes = {}, ports = {}) =>
      composeContext(
        { runId: JOURNAL_RUN, taskId: TaskId.parse('task_01JCQZ9Y5D0000000000000001'), key: 'execute/1/1/attempt-1', roleId: 'coder', audience: 'sub_agent', budget: windowOf(200), items: [TASK_ITEM, PHASE_ITEM], signal: new AbortController().signal, ...changes },
        { countTokens: wordsIn, journal: await fixture.open(), log: context, blobs, ...ports },
      ),
  };
}
