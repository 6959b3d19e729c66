import { ResultView, unknownComponents, VIEW_COMPONENT_NAMES, viewText, WorkReport, type JsonObject, type OfferedTool } from '../../contracts/index.ts';

/** The tool with which an executor hands its work back. It is no tool of the role: nothing is executed. */
export const FINISH = 'finish';

/** The shapes in short: a model that is told them can show a result as more than words, and one that does not care pays little for it. */
const VIEW_OFFERED =
  'Where it helps a reader, also one of type ResultView with content {"components":[...]}, each one of {"component":"markdown","text"}, {"component":"callout","tone":"note|good|warning|bad","text"}, {"component":"metric","label","value","unit"}, {"component":"table","columns":[],"rows":[[]]}, {"component":"chart","kind":"line|bar|area","labels":[],"series":[{"name","values":[]}]}, {"component":"diff","path","diff"}, {"component":"timeline","moments":[{"at","what"}]}, {"component":"file_list","files":[{"path","note"}]}';

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
      artifacts: { type: 'array', description: `What your role must deliver in its own words; empty when there is none. ${VIEW_OFFERED}`, items: { type: 'object', properties: { type: text('What it is'), content: { type: 'object', description: 'The thing itself' } } } },
      next_actions: { type: 'array', description: 'What you propose should happen next; empty when nothing', items: { type: 'object', properties: { type: text('spawn_role, request_approval, escalate_model or terminate'), params: { type: 'object', description: 'For whom or what' } } } },
    },
  },
};

export type ReadReport = { readonly report: WorkReport } | { readonly problems: readonly string[] };

export function readReport(given: JsonObject): ReadReport {
  const { success, data, error } = WorkReport.safeParse(given);
  if (!success) return { problems: error.issues.map(({ path, message }) => `${path.join('.') || 'the report'}: ${message}`) };
  const problems = data.artifacts.flatMap(({ type, content }, at) => (type === VIEW ? viewProblems(content).map((problem) => `artifacts.${at}.content.${problem}`) : []));
  return problems.length === 0 ? { report: data } : { problems };
}

const VIEW = 'ResultView';

/** A view is told to be wrong while it can still be made right; one that stays wrong is not kept, and the words of the result stand alone. */
function viewProblems(content: JsonObject): string[] {
  const strange = unknownComponents(content);
  if (strange.length > 0) return [`components: there is no ${strange.join(', ')}; there are ${VIEW_COMPONENT_NAMES.join(', ')}`];
  const read = ResultView.safeParse(content);
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** Everything in a report that a person is shown: how it is judged may not depend on the form in which it is said. */
export function shownWords({ output, artifacts }: WorkReport): string {
  const views = artifacts.flatMap(({ type, content }) => (type === VIEW ? (ResultView.safeParse(content).data ?? []) : []));
  return [output, ...views.map(viewText)].join('\n\n');
}

const UNSAID = { artifacts: [], next_actions: [] };
const RISK_UNSAID: WorkReport['risk'] = { level: 'medium', rationale: 'the model did not say' };

/** Words without a report: nobody knows how far they go. */
export function plainReport(output: string): WorkReport {
  return { ...UNSAID, status: 'uncertain', output, confidence: { score: 0.5, rationale: 'the model did not say' }, risk: RISK_UNSAID };
}

/** The report, or what can be used of one that stayed wrong: that may say that the work failed, but not that it is done. */
export function reportOf(given: JsonObject): WorkReport {
  const read = WorkReport.safeParse(given);
  // A view that stayed wrong is refused where it would be kept, with its code; the rest of the report counts as it is.
  if (read.success) return read.data;
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
