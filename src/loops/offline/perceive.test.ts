import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { perceiveOffline } from './perceive.ts';

const perceived = (request: string, history: { input: string; summary: string }[] = []) => perceiveOffline({ taskId: sample.taskId, request, history });
const before = [
  { input: 'summarise docs/old.md', summary: 'An extractive summary.' },
  { input: 'find the largest files in media/video', summary: '3 files: media/video/a.mp4 is the largest.' },
];

describe('a task without a model', () => {
  it('is the person’s own words, tidied, with the place that they name', verifies('KEL-OFF-01'), () => {
    expect(perceived('  count   the lines\nin docs/guide.md ')).toEqual({ task_id: sample.taskId, intent: 'count the lines in docs/guide.md', constraints: { scope: 'docs/guide.md', deadline: null }, raw_input: '  count   the lines\nin docs/guide.md ' });
    expect([perceived('list files in src/').constraints.scope, perceived('what changed?').constraints.scope]).toEqual(['src/', null]);
  });

  it('that points back means what was spoken of last', verifies('KEL-OFF-01'), () => {
    expect(perceived('Again, please!', before).intent).toBe('find the largest files in media/video');
    expect(perceived('how big is that folder?', before).intent).toBe('how big is media/video?');
    expect(perceived('who wrote that file', before).intent).toBe('who wrote media/video/a.mp4');
    expect(perceived('summarise that document', before.slice(0, 1)).intent).toBe('summarise docs/old.md');
  });

  it('that points back at nothing stays as it is', verifies('KEL-OFF-01'), () => {
    expect([perceived('again').intent, perceived('who wrote that file').intent, perceived('who wrote that file', [{ input: 'hello', summary: 'Nothing.' }]).intent]).toEqual(['again', 'who wrote that file', 'who wrote that file']);
  });
});
