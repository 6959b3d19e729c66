import { describe, expect, it } from 'vitest';
import { JOURNAL_RUN } from '../../../test/support/journal-fixture.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ChunkId, DocumentId, SessionId } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import { recentMessages, sessionSummaries } from './conversation.ts';
import { previousArtifacts, retrievalHits } from './earlier-work.ts';
import { PROJECT_FILES, projectKnowledge } from './project-knowledge.ts';
import { currentPhase, taskDefinition } from './task-sections.ts';

const TASK = { task_id: sample.taskId, intent: 'Count the boats', constraints: { scope: null, deadline: null }, raw_input: 'how many boats??' };

describe('what is told of the task', () => {
  it('is how it was understood and what the person typed, with what they said since', verifies('KEL-CTX-12'), () => {
    const item = { section: 'task_definition', taintClass: 'owner_typed', by: 'others' };
    expect(taskDefinition(TASK, [])).toEqual([
      { ...item, ref: { kind: 'event', key: `${sample.taskId}/intent` }, label: 'The task as it was understood', text: 'Count the boats' },
      { ...item, ref: { kind: 'event', key: `${sample.taskId}/request` }, label: "The person's own words", text: 'how many boats??' },
    ]);
    const bounded = { ...TASK, constraints: { scope: 'the harbour', deadline: sample.time } };
    expect(taskDefinition(bounded, ['Only small ones', 'And red ones']).map(({ text }) => text)).toEqual([`Count the boats\nScope: the harbour\nDeadline: ${sample.time}`, 'how many boats??', '- Only small ones\n- And red ones']);
  });

  it('says where the run stands and when the subtask is done', verifies('KEL-CTX-12'), () => {
    const subtask = { subtask_id: sample.subtaskId, intent: 'Look', success_criteria: [{ criterion: 'It was looked at' }, { criterion: 'Nothing was moved' }] };
    expect(currentPhase({ phase: 'execute', round: 2, role: { role_name: 'Coder' }, subtask, nth: 1, of: 3 })).toEqual([
      { section: 'current_phase', taintClass: 'owner_typed', ref: { kind: 'event', key: `${sample.subtaskId}/execute/2` }, label: 'Where the run stands', text: 'Phase execute, round 2, subtask 1 of 3, as Coder. The phase is left when every subtask has its verdict.', by: 'keelson' },
      { section: 'current_phase', taintClass: 'owner_typed', ref: { kind: 'event', key: `${sample.subtaskId}/criteria` }, label: 'This subtask, and when it is done', text: 'Look\n- It was looked at\n- Nothing was moved', by: 'others' },
    ]);
  });
});

describe('what is told beside the task', () => {
  it('is what was said in this run and in tasks before it', verifies('KEL-CTX-12'), () => {
    expect(recentMessages(JOURNAL_RUN, [{ from: 'the person', text: 'Hurry', taintClass: 'owner_typed' }])).toEqual([{ section: 'recent_messages', ref: { kind: 'event', key: `${JOURNAL_RUN}/message-1` }, label: 'Said by the person', text: 'Hurry', taintClass: 'owner_typed', by: 'others' }]);
    const session = SessionId.parse('ses_01JCQZ9Y5D0000000000000001');
    expect(sessionSummaries(session, [{ input: 'a.csv?', summary: '42' }]).map(({ taintClass }) => taintClass)).toEqual(['unclassified']);
    expect(sessionSummaries(session, [{ input: 'a.csv?', summary: '42', taintClass: 'external_untrusted' }])).toEqual([{ section: 'session_summaries', ref: { kind: 'document', key: `session:${session}/1` }, label: 'Exchange 1 of 1 before this task', text: 'Asked: a.csv?\nCame to: 42', taintClass: 'external_untrusted', by: 'others' }]);
  });

  it('is what the folder says about itself, the same text once and nothing empty', verifies('KEL-CTX-12', 'MAH-11B-1', 'MAH-11B-3'), () => {
    expect(PROJECT_FILES).toEqual(['.claude/memory.md', 'AGENTS.md', 'CLAUDE.md', 'README.md']);
    const file = (path: string, text: string) => ({ path, text, taintClass: 'external_untrusted' as const });
    expect(projectKnowledge([file('AGENTS.md', 'Use make.'), file('CLAUDE.md', 'Use make.'), file('README.md', ' \n')])).toEqual([
      { section: 'project_knowledge', ref: { kind: 'document', key: `workspace:AGENTS.md@${sha256Hex('Use make.').slice(0, 12)}`, sha256: sha256Hex('Use make.') }, label: 'From the file "AGENTS.md"', text: 'Use make.', taintClass: 'external_untrusted', by: 'others' },
    ]);
  });

  it('is what was found and what earlier subtasks came to', verifies('KEL-CTX-12'), () => {
    const hit = { chunk_id: ChunkId.parse(sample.chunkId), document_id: DocumentId.parse(sample.documentId) };
    expect(retrievalHits([{ hit, title: 'Pilot\nbook', text: 'Twelve boats.', taintClass: 'external_untrusted' }])).toEqual([{ section: 'retrieval_hits', ref: { kind: 'document', key: `${sample.documentId}/${sample.chunkId}` }, label: `Found in "Pilot\\nbook" (${sample.chunkId})`, text: 'Twelve boats.', taintClass: 'external_untrusted', by: 'others' }]);
    const outcome = { subtaskId: sample.subtaskId, intent: 'Look', taintClass: 'user_trusted_bounded' as const };
    expect(previousArtifacts([{ ...outcome, output: 'Seen.' }, { ...outcome, output: { boats: 12 } }])).toEqual(
      ['Seen.', '{\n "boats": 12\n}'].map((text) => ({ section: 'previous_artifacts', ref: { kind: 'event', key: `${sample.subtaskId}/outcome` }, label: 'Outcome of the earlier subtask "Look"', text, taintClass: 'user_trusted_bounded', by: 'others' })),
    );
  });
});
