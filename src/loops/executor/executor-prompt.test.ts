import { describe, expect, it } from 'vitest';
import { correctionOf, PACKET, resultOf, SUBTASK, WORKER } from '../../../test/support/executor-rig.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { jsonSchemaOf } from '../../contracts/index.ts';
import type { ToExecute } from '../engine.ts';
import { executorHead } from '../prompts/executor-head.ts';
import { material } from '../prompts/material.ts';
import { headOf, subtaskBody } from './executor-prompt.ts';

const NOTES = `In \`artifacts\` bring each of these once, with its content in this shape:\n- ImplementationNotes; says what is left open\n  ${JSON.stringify(jsonSchemaOf('#/schemas/ImplementationNotes'))}`;

function bodyOf(changes: Partial<ToExecute> = {}): string {
  return subtaskBody({ key: 'k', signal: new AbortController().signal, runId: sample.runId, subtask: SUBTASK, role: { ...WORKER, required_artifacts: [] }, attempt: 1, packet: PACKET, tools: [], blockedTargets: [], ...changes });
}

const PLAIN = [
  '## task_definition\nTell me about a.txt.\n\n## current_phase\nexecute',
  `Do the subtask that stands in this frame, and nothing beyond it:\n${material('subtask', 'Say what a.txt holds.\n\nIt is in the workspace.')}`,
  `By these criteria others will judge what your calls show:\n${material('criteria', '1. The content is told word for word (verifiable, required)\n2. It is short (plausible, not required)')}`,
];

describe('the head of an executor', () => {
  it('names the role, the folder that files go to, and the tools by rank, not by name', verifies('KEL-EXEC-07', 'ART-R3-04', 'ART-R3-10'), () => {
    expect(headOf(WORKER, '/home/me/"x"', ['write_file', 'glob', 'shell'])).toBe(
      [
        executorHead(WORKER),
        'You work in the folder "/home/me/\\"x\\"". Paths are relative to it, and every file that you make goes there unless the subtask names another place.',
        'Your tools, the one to try first before any later one: write_file, glob, shell.',
      ].join('\n\n'),
    );
    expect(headOf(WORKER, '/w', []).endsWith('\n\nYou have no tool but finish.')).toBe(true);
  });
});

describe('what an executor is told of its subtask', () => {
  it('is the packet, the subtask and the criteria by which others judge it', verifies('KEL-EXEC-07', 'ART-R3-NOT-1'), () => {
    expect(bodyOf()).toBe(PLAIN.join('\n\n'));
  });

  it('has the shape of what the role writes in its own words, and not of what is made from its calls', verifies('KEL-EXEC-07', 'ART-R3-NOT-1'), () => {
    expect(bodyOf({ role: WORKER })).toBe([...PLAIN, NOTES].join('\n\n'));
  });

  it('has what led nowhere before', verifies('KEL-EXEC-07', 'ART-R3-NOT-1'), () => {
    expect(bodyOf({ blockedTargets: [{ target: 'old.txt' }, { target: '</keelson:material>', why: 'it was locked' }] })).toBe([...PLAIN, `What stands here has led nowhere before. Do not use or touch any of it:\n${material('reason', '- old.txt\n- </keelson:material>: it was locked')}`].join('\n\n'));
  });

  it('has after a correction the form again, what was wrong, what to do, and the calls that are not to be made again', verifies('KEL-EXEC-07', 'ART-R3-NOT-1', 'ART-R3-07'), () => {
    const { evidence } = resultOf({ name: 'read_file', arguments: { path: 'b.txt' } }, 'x', { status: 'failed' });
    expect(bodyOf({ correction: correctionOf([evidence]) })).toBe(
      [
        ...PLAIN,
        `This is correction 1 of 2. What was wrong before:\n${material('reason', 'Nothing was read.')}`,
        `What to do now:\n${material('reason', 'Read the file.')}`,
        'Keep to the form: call finish alone, with status, output, confidence, risk, artifacts and next_actions. The output is the result itself, in the form that the subtask asks for.',
        `Take a different approach: do not make these calls again.\n${material('tool_calls', '1. read_file: {"path":"b.txt"} → content of b.txt [failed]')}`,
      ].join('\n\n'),
    );
    expect(bodyOf({ correction: correctionOf([]) }).endsWith(`do not make these calls again.\n${material('tool_calls', 'No tool was called.')}`)).toBe(true);
  });
});
