import type { Turns } from './recall-stage.ts';

/** One way to go about a task: the tools that are planned, the call that is made, and what is handed back. */
export interface Way {
  readonly label: string;
  readonly calls: readonly { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>>; /** Words by which its result is known. */ readonly shows: string; readonly fails?: boolean }[];
  readonly output: string;
}

const SURE = { score: 0.9, rationale: 'Seen in what the tools gave back.' };
const LOW = { level: 'low', rationale: 'It stays in this folder.' };

function planOf(ways: readonly Way[], word: string): Record<string, unknown> {
  return {
    decision: 'plan',
    questions: [],
    reason: 'One step at a time.',
    task_criteria: [{ criterion: `The answer names ${word}`, mode: 'verifiable', required: true, check: { kind: 'text_contains', subject: { of: 'output' }, text: word } }],
    subtasks: ways.flatMap(({ label, calls }) =>
      calls.map(({ tool }, at) => ({ sequence: 1, role: 'analyst', intent: `Look into ${label} part ${at + 1}`, context: `${label}-${at + 1}.`, tools: [tool], success_criteria: [{ criterion: `Part ${at + 1} names ${word}`, mode: 'verifiable', required: true, check: { kind: 'text_contains', subject: { of: 'output' }, text: word } }] })),
    ),
  };
}

function workOf({ label, calls, output }: Way): Turns {
  return calls.flatMap(({ tool, arguments: given, shows, fails }, at): Turns => [
    {
      as: 'executor',
      about: `${label}-${at + 1}.`,
      after: shows,
      times: 'any',
      finish: {
        status: fails === true ? 'failed' : 'completed',
        output: fails === true ? 'The file is not there.' : output,
        confidence: SURE,
        risk: LOW,
        artifacts: fails === true ? [] : [{ type: 'AnalysisReport', content: { question: 'Where?', findings: output, method: 'Read with the tools.', key_numbers: [], limitations: [] } }],
        next_actions: [],
      },
    },
    { as: 'executor', about: `${label}-${at + 1}.`, times: 'any', calls: [{ name: tool, arguments: given as never }] },
  ]);
}

export interface Script {
  readonly intent: string;
  readonly word: string;
  /** What a planner does that was told nothing. */
  readonly usual: Way;
  /** What it does when it reads these words. */
  readonly instead?: { readonly when: string; readonly way: Way };
  /** A planner that does the usual thing first, whatever it was told, and another only when its plan is refused. */
  readonly isStubborn?: boolean;
}

/** A model that plans the usual way unless what it reads speaks against it. */
export function model({ intent, word, usual, instead, isStubborn = false }: Script): Turns {
  const other = instead === undefined ? [] : [{ as: 'planner' as const, about: isStubborn ? 'Your last answer was refused' : instead.when, times: 'any' as const, says: planOf([instead.way], word) as never }];
  return [
    ...other,
    { as: 'planner', times: 'any', says: planOf([usual], word) as never },
    ...workOf(usual),
    ...(instead === undefined ? [] : workOf(instead.way)),
    { as: 'perceiver', times: 'any', says: { intent, scope: null, deadline: null } },
    { as: 'partial_result', times: 'any', says: { summary: 'Part of it was reached.', next_moves: ['Say where else to look.'] } },
    { as: 'subtask_judge', times: 'any', says: { verdicts: [], what_was_wrong: '', what_to_do: '' } },
    { as: 'task_judge', times: 'any', says: { verdicts: [], summary: 'Looked at.' } },
  ];
}
