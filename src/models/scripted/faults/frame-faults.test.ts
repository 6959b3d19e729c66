import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { ScenarioFault } from '../../../contracts/index.ts';
import type { ScriptedAnswer } from '../answer.ts';
import { openAiChat } from '../wire/openai-chat.ts';
import type { Frame } from '../wire/wire-writer.ts';
import { spoilFrames } from './frame-faults.ts';

const answer: ScriptedAnswer = { number: 1, model: 'm', createdMs: 0, parts: [], stopReason: 'end_turn', usage: null, tellsUsage: false, choices: 1 };
const frame = (kind: Frame['kind'], payload: string): Frame => ({ kind, payload });
const FRAMES = [frame('structure', 's'), frame('text', 'a'), frame('text', 'b'), frame('call', 'c'), frame('call', 'd'), frame('finish', 'f'), frame('end', 'e')];
/** A format that has one frame for its finish and its end. */
const SHORT = [frame('text', 'a'), frame('text', 'b'), frame('end', 'e')];

function spoil(fault: unknown, frames: readonly Frame[] = FRAMES, pick = 0): string {
  const spoilt = spoilFrames(frames, ScenarioFault.parse(fault), { writer: openAiChat, answer, pick: (count) => Math.min(pick, count - 1) });
  return spoilt.map(({ payload }) => (payload.length > 9 ? contentOf(payload) : payload)).join(' ');
}

const contentOf = (payload: string): string => {
  const { choices, error } = JSON.parse(payload) as { choices?: { delta: { content: string } }[]; error?: { type: string; message: string } };
  return error === undefined ? `<${choices?.[0]?.delta.content.slice(0, 20)}>` : `<${error.type}: ${error.message}>`;
};

describe('a spoilt stream', () => {
  it.each<[unknown, string]>([
    [{ kind: 'duplicate_chunk' }, 's a a b c d f e'],
    [{ kind: 'duplicate_chunk', of: 'tool_call' }, 's a b c c d f e'],
    [{ kind: 'reorder_chunks' }, 's b a c d f e'],
    [{ kind: 'insert', at: 'start', text: 'X' }, 'X s a b c d f e'],
    [{ kind: 'insert', text: 'X' }, 's a b X c d f e'],
    [{ kind: 'insert', at: 'end', text: 'X' }, 's a b c d f e X'],
    [{ kind: 'error_in_stream', message: 'no' }, 's a b <overloaded_error: no>'],
    [{ kind: 'finish_before_content' }, 's f a b c d e'],
    [{ kind: 'content_after_finish' }, 's a b c d f <Said after the end.> e'],
    [{ kind: 'huge_frame', bytes: 30 }, `s a b <${'x'.repeat(20)}> c d f e`],
    [{ kind: 'gzip' }, 's a b c d f e'],
  ])('%j', verifies('KEL-MOCK-04'), (fault, expected) => {
    expect(spoil(fault)).toBe(expected);
  });

  it('has its fault where the seed puts it', verifies('KEL-MOCK-04'), () => {
    expect(spoil({ kind: 'duplicate_chunk' }, FRAMES, 1)).toBe('s a b b c d f e');
    expect(spoil({ kind: 'reorder_chunks' }, FRAMES, 2)).toBe('s a b d c f e');
  });

  it('finishes with its end marker where the format has one frame for both', verifies('KEL-MOCK-04'), () => {
    expect(spoil({ kind: 'finish_before_content' }, SHORT)).toBe('e a b');
    expect(spoil({ kind: 'content_after_finish' }, SHORT)).toBe('a b e <Said after the end.>');
  });

  it('stays as it is where there is nothing to spoil', verifies('KEL-MOCK-04'), () => {
    const bare = [frame('structure', 's'), frame('end', 'e')];
    for (const fault of [{ kind: 'duplicate_chunk' }, { kind: 'reorder_chunks' }, { kind: 'finish_before_content' }]) expect(spoil(fault, bare)).toBe('s e');
    expect(spoil({ kind: 'insert', text: 'X' }, bare)).toBe('s X e');
  });
});
