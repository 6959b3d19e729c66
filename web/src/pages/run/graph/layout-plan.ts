import type { RoundView, RunView, SubtaskView } from '../view/run-view.ts';

export type NodeTone = 'calm' | 'busy' | 'good' | 'bad' | 'warn';

export interface GraphNode {
  readonly id: string;
  readonly kind: 'plan' | 'subtask' | 'review' | 'end';
  readonly title: string;
  readonly says: string;
  readonly tone: NodeTone;
  /** How often it was sent back to be put right. */
  readonly corrections: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GraphEdge {
  readonly id: string;
  /** An SVG path. */
  readonly path: string;
  readonly isReplan: boolean;
  readonly isWalked: boolean;
}

export interface PlanGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
}

/** Beside each other on a screen, one below the other on a phone. */
export type Flow = 'across' | 'down';

/** Four of them, a plan of one step, fit beside each other on a laptop. */
const NODE = { width: 146, height: 62 };
const GAP = { along: 28, beside: 12, rounds: 36 };
const EDGE_PAD = 4;

const SUBTASK_TONES: Readonly<Record<SubtaskView['standing'], NodeTone>> = { waiting: 'calm', working: 'busy', correcting: 'warn', returned: 'busy', matched: 'good', failed: 'bad' };
const REVIEW_TONES: Readonly<Record<RoundView['review'], NodeTone>> = { open: 'calm', accepted: 'good', refused: 'bad' };

/** Something to be placed. */
type Cell = Omit<GraphNode, 'x' | 'y' | 'width' | 'height'>;

/** Whoever was at work when the run ended was cut off. */
function toneOf({ standing }: SubtaskView, isEnded: boolean): NodeTone {
  const tone = SUBTASK_TONES[standing];
  return isEnded && tone === 'busy' ? 'warn' : tone;
}

/** The columns of one round in the order in which they are walked: the plan, each group that runs side by side, the review. */
function columnsOf(round: RoundView, isEnded: boolean): readonly (readonly Cell[])[] {
  const sequences = [...new Set(round.subtasks.map(({ sequence }) => sequence))].sort((one, other) => one - other);
  const plan: Cell = { id: `plan-${round.round}`, kind: 'plan', title: round.round === 1 ? 'Plan' : `Plan ${round.round}`, says: round.under === null ? `${round.subtasks.length} ${round.subtasks.length === 1 ? 'subtask' : 'subtasks'}` : `under ${round.under.replaceAll('_', ' ')}`, tone: 'good', corrections: 0 };
  const groups = sequences.map((sequence) => round.subtasks.filter((subtask) => subtask.sequence === sequence).map((subtask): Cell => ({ id: `${round.round}/${subtask.id}`, kind: 'subtask', title: subtask.role.replaceAll('_', ' '), says: subtask.intent, tone: toneOf(subtask, isEnded), corrections: subtask.corrections.length })));
  const review: Cell = { id: `review-${round.round}`, kind: 'review', title: 'Review', says: round.review !== 'open' ? round.review : isEnded ? 'not reached' : 'not yet', tone: REVIEW_TONES[round.review], corrections: 0 };
  return [[plan], ...groups, [review]];
}

function endOf({ reason }: NonNullable<RunView['ended']>): Cell {
  const tone: NodeTone = reason === 'success' ? 'good' : reason === 'user_cancelled' ? 'calm' : 'bad';
  return { id: 'end', kind: 'end', title: 'End', says: reason.replaceAll('_', ' '), tone, corrections: 0 };
}

/** Where everything stands. Each round is a lane; a replan leads from the review of one to the plan of the next. */
export function layoutPlan(view: Pick<RunView, 'rounds' | 'ended'>, flow: Flow): PlanGraph {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  let laneStart = 0;
  let before: GraphNode | undefined;
  for (const [at, round] of view.rounds.entries()) {
    const isLast = at === view.rounds.length - 1;
    const parts = columnsOf(round, view.ended !== null);
    const columns = isLast && view.ended !== null ? [...parts, [endOf(view.ended)]] : parts;
    const most = Math.max(...columns.map((column) => column.length));
    const beside = (flow === 'across' ? NODE.height : NODE.width) + GAP.beside;
    const laneSize = most * beside - GAP.beside;
    let along = 0;
    let previous: readonly GraphNode[] = [];
    for (const column of columns) {
      const offset = (laneSize - (column.length * beside - GAP.beside)) / 2;
      const placed = column.map((node, row): GraphNode => {
        const cross = laneStart + offset + row * beside;
        return flow === 'across' ? { ...node, x: along, y: cross, ...NODE } : { ...node, x: offset + row * beside, y: laneStart + along, ...NODE };
      });
      for (const from of previous) for (const to of placed) edges.push(edge(from, to, flow));
      const first = placed[0];
      if (previous.length === 0 && before !== undefined && first !== undefined) edges.push(edge(before, first, flow, laneStart));
      nodes.push(...placed);
      previous = placed;
      along += (flow === 'across' ? NODE.width : NODE.height) + GAP.along;
    }
    before = nodes.findLast(({ kind }) => kind === 'review');
    laneStart += (flow === 'across' ? laneSize : along - GAP.along) + GAP.rounds;
  }
  return { nodes, edges, width: Math.max(0, ...nodes.map(({ x, width }) => x + width)), height: Math.max(0, ...nodes.map(({ y, height }) => y + height)) };
}

/** A line that leaves one and enters the other in the direction in which the work flows; a replan goes back to the beginning, before the lane that begins there. */
function edge(from: GraphNode, to: GraphNode, flow: Flow, laneStart?: number): GraphEdge {
  const isReplan = laneStart !== undefined;
  const isWalked = to.tone !== 'calm' || to.kind === 'end';
  const id = `${from.id}→${to.id}`;
  if (flow === 'down') {
    const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y - EDGE_PAD];
    const middle = (y1 + y2) / 2;
    return { id, isReplan, isWalked, path: `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}` };
  }
  if (isReplan) {
    const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y - EDGE_PAD];
    // Between the lanes: what else is in the one may reach further down than the review, and in the other further up than the plan.
    const turn = laneStart - GAP.rounds / 2;
    const bend = GAP.rounds / 4;
    return { id, isReplan, isWalked, path: `M${x1} ${y1}V${turn - bend}Q${x1} ${turn} ${x1 - bend} ${turn}H${x2 + bend}Q${x2} ${turn} ${x2} ${turn + bend}V${y2}` };
  }
  const [x1, y1, x2, y2] = [from.x + from.width, from.y + from.height / 2, to.x - EDGE_PAD, to.y + to.height / 2];
  const middle = (x1 + x2) / 2;
  return { id, isReplan, isWalked, path: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}` };
}
