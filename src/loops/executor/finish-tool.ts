import { WorkReport, type JsonObject, type OfferedTool } from '../../contracts/index.ts';

/** The tool with which an executor hands its work back. It is no tool of the role: nothing is executed. */
export const FINISH = 'finish';

const text = (description: string): JsonObject => ({ type: 'string', description });

/**
 * Says the kinds of values and nothing stricter. What is stricter is checked here, where a report that stays wrong can
 * still be taken as plain words; the desk would give up on it.
 */
export const FINISH_TOOL: OfferedTool = {
  name: FINISH,
  description: 'Hands the work back. Call it alone, once, when the work is done or cannot be done. Every field is needed.',
  parameters: {
    type: 'object',
    properties: {
      status: text('completed, uncertain or failed'),
      output: text('The result itself: what was asked for, not a description of what you did'),
      confidence: { type: 'object', description: 'How sure you are', properties: { score: { type: 'number', description: '0 to 1' }, rationale: text('Why') } },
      risk: { type: 'object', description: 'What could go wrong with it', properties: { level: text('low, medium or high'), rationale: text('Why') } },
      artifacts: { type: 'array', description: 'What your role must deliver in its own words; empty when there is none', items: { type: 'object', properties: { type: text('What it is'), content: { type: 'object', description: 'The thing itself' } } } },
      next_actions: { type: 'array', description: 'What you propose should happen next; empty when nothing', items: { type: 'object', properties: { type: text('spawn_role, request_approval, escalate_model or terminate'), params: { type: 'object', description: 'For whom or what' } } } },
    },
  },
};

export type ReadReport = { readonly report: WorkReport } | { readonly problems: readonly string[] };

export function readReport(given: JsonObject): ReadReport {
  const { success, data, error } = WorkReport.safeParse(given);
  return success ? { report: data } : { problems: error.issues.map(({ path, message }) => `${path.join('.') || 'the report'}: ${message}`) };
}

const UNSAID = { artifacts: [], next_actions: [] };
const RISK_UNSAID: WorkReport['risk'] = { level: 'medium', rationale: 'the model did not say' };

/** Words without a report: nobody knows how far they go. */
export function plainReport(output: string): WorkReport {
  return { ...UNSAID, status: 'uncertain', output, confidence: { score: 0.5, rationale: 'the model did not say' }, risk: RISK_UNSAID };
}

/** The report, or what can be used of one that stayed wrong: that may say that the work failed, but not that it is done. */
export function reportOf(given: JsonObject): WorkReport {
  const read = readReport(given);
  if ('report' in read) return read.report;
  const { status, output } = given;
  return { ...plainReport(typeof output === 'string' ? output : JSON.stringify(given)), status: status === 'failed' ? 'failed' : 'uncertain' };
}

export function refusedReport(output: string): WorkReport {
  return { ...plainReport(output), status: 'failed', confidence: { score: 0, rationale: 'the model refused to do it' } };
}

/** It came to no words of its own. */
export function silentReport(why: string): WorkReport {
  return { ...plainReport(''), confidence: { score: 0, rationale: why } };
}
