import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import type { RoundView, SubtaskView } from '../view/run-view.ts';
import { layoutPlan, type Flow, type GraphNode } from './layout-plan.ts';

const subtask = (id: string, sequence: number, standing: SubtaskView['standing'] = 'waiting', corrections = 0): SubtaskView => ({ id, sequence, role: 'analyst', intent: `do ${id}`, standing, attempts: 1, corrections: Array.from({ length: corrections }, () => ({ wrong: 'w', instead: 'i', failureClass: 'logical' })), verdicts: [], failure: null, output: '' });
const round = (number: number, subtasks: readonly SubtaskView[], review: RoundView['review'] = 'open'): RoundView => ({ round: number, why: '', under: number === 1 ? null : 'change_path', subtasks, review, reviewSays: '', decided: null });
const overlap = (one: GraphNode, other: GraphNode): boolean => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

const rounds = [round(1, [subtask('a', 1, 'matched'), subtask('b', 2, 'failed', 2), subtask('c', 2, 'matched')], 'refused'), round(2, [subtask('d', 1, 'working'), subtask('e', 5)])];
const placed = (flow: Flow, ended: { reason: string; at: string } | null = null) => layoutPlan({ rounds, ended }, flow);

describe('the graph of a plan', () => {
  it('is empty before there is a plan', verifies('KEL-WEB-11'), () => {
    expect(layoutPlan({ rounds: [], ended: null }, 'across')).toEqual({ nodes: [], edges: [], width: 0, height: 0 });
  });

  it('leads from the plan through each group to the review, and from there to the next plan', verifies('KEL-WEB-11'), () => {
    expect(placed('across').edges.map(({ id, isReplan }) => [id, isReplan])).toEqual([
      ['plan-1→1/a', false],
      ['1/a→1/b', false],
      ['1/a→1/c', false],
      ['1/b→review-1', false],
      ['1/c→review-1', false],
      ['review-1→plan-2', true],
      ['plan-2→2/d', false],
      ['2/d→2/e', false],
      ['2/e→review-2', false],
    ]);
    expect(placed('across', { reason: 'retries_exhausted', at: '' }).edges.at(-1)?.id).toBe('review-2→end');
  });

  it.each(['across', 'down'] as const)('lays nothing over anything else, %s, and within its bounds', verifies('KEL-WEB-11'), (flow) => {
    const { nodes, width, height } = placed(flow, { reason: 'success', at: '' });
    const overlaps = nodes.flatMap((one, at) => nodes.slice(at + 1).filter((other) => overlap(one, other)).map((other) => `${one.id} over ${other.id}`));
    expect(overlaps).toEqual([]);
    expect(nodes.filter(({ x, y, width: w, height: h }) => x < 0 || y < 0 || x + w > width || y + h > height)).toEqual([]);
  });

  it.each([rounds, [...rounds].reverse().map((one, at) => ({ ...one, round: at + 1 }))].map((given) => [given] as const))('leads a replan through the room between the rounds, behind nothing, whichever is the wider', verifies('KEL-WEB-11'), (given) => {
    const { nodes, edges } = layoutPlan({ rounds: given, ended: null }, 'across');
    const turn = Number(edges.find(({ isReplan }) => isReplan)?.path.split('Q')[1]?.split(' ')[1]);
    const [above, below] = ['1', '2'].map((of) => nodes.filter(({ id }) => id.endsWith(`-${of}`) || id.startsWith(`${of}/`))) as [GraphNode[], GraphNode[]];
    expect(above.filter(({ y, height }) => y + height >= turn)).toEqual([]);
    expect(below.filter(({ y }) => y <= turn)).toEqual([]);
  });

  it('puts each where it belongs, in lanes of one distance', verifies('KEL-WEB-11'), () => {
    const where = (flow: Flow) => Object.fromEntries(placed(flow).nodes.map(({ id, x, y }) => [id, [x, y]]));
    expect(where('across')).toEqual({ 'plan-1': [0, 37], '1/a': [174, 37], '1/b': [348, 0], '1/c': [348, 74], 'review-1': [522, 37], 'plan-2': [0, 172], '2/d': [174, 172], '2/e': [348, 172], 'review-2': [522, 172] });
    expect(where('down')).toEqual({ 'plan-1': [79, 0], '1/a': [79, 90], '1/b': [0, 180], '1/c': [158, 180], 'review-1': [79, 270], 'plan-2': [0, 368], '2/d': [0, 458], '2/e': [0, 548], 'review-2': [0, 638] });
  });

  it('shows what runs side by side beside each other', verifies('KEL-WEB-11'), () => {
    const at = (flow: Flow, id: string): GraphNode | undefined => placed(flow).nodes.find((node) => node.id === id);
    expect(at('across', '1/b')?.x).toBe(at('across', '1/c')?.x);
    expect(at('down', '1/b')?.y).toBe(at('down', '1/c')?.y);
  });

  it('tells how each stands and how often it was put right', verifies('KEL-WEB-11'), () => {
    expect(placed('across', { reason: 'retries_exhausted', at: '' }).nodes.map(({ id, kind, title, tone, corrections }) => [id, kind, title, tone, corrections])).toEqual([
      ['plan-1', 'plan', 'Plan', 'good', 0],
      ['1/a', 'subtask', 'analyst', 'good', 0],
      ['1/b', 'subtask', 'analyst', 'bad', 2],
      ['1/c', 'subtask', 'analyst', 'good', 0],
      ['review-1', 'review', 'Review', 'bad', 0],
      ['plan-2', 'plan', 'Plan 2', 'good', 0],
      ['2/d', 'subtask', 'analyst', 'warn', 0],
      ['2/e', 'subtask', 'analyst', 'calm', 0],
      ['review-2', 'review', 'Review', 'calm', 0],
      ['end', 'end', 'End', 'bad', 0],
    ]);
  });
});
