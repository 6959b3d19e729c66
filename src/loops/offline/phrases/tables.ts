import type { JsonObject } from '../../../contracts/index.ts';
import type { Phrase } from '../../../tools/index.ts';
import { phrasesAsking, phrasesMaking, phrasesOf, textValue } from './offline-phrase.ts';

/** What is reckoned, as people say it. */
const MEASURES: readonly (readonly [measure: string, said: string, verb: string | null])[] = [
  ['sum', '(sum|total|totals|sums)', '(sum|total|add up|sum up|add together)'],
  ['avg', '(average|mean|averages)', '(average)'],
  ['min', '(minimum|min|lowest|smallest)', null],
  ['max', '(maximum|max|highest|largest|biggest)', null],
];
const ASK = '({what_is}|{show}|calculate|compute|work out|find|tell me|give me|list|make a table of|show a table of|how much is)';
const COLUMN = '[of] [the] [column] <column:column> [column|values]';
const GROUP = '{by} [the] [column] <group:column> [column]';
const ONLY = '[where {is_so}]';
const NUMBER_OF_ROWS = '(rows|entries|records|lines)';

/** "Where region is North", "where price > 10". */
const CONDITIONS: readonly (readonly [op: string, said: string])[] = [
  ['eq', '(is|equals|=|==|was)'],
  ['ne', '(is not|!=|is other than)'],
  ['gt', '(<more_sign>|is (more|greater|larger|higher|bigger) than|is over|is above|over|above)'],
  ['lt', '(<less_sign>|is (less|smaller|lower) than|is under|is below|under|below)'],
  ['contains', '(contains|includes|has)'],
];

interface TableSaid {
  readonly says: string;
  readonly means: JsonObject;
}

/** Each question can be narrowed by one condition on a column. */
function narrowed({ says, means }: TableSaid): Phrase[] {
  const all = phrasesOf('ask_table', means, says.replace(ONLY, ''));
  if (!says.includes(ONLY)) return all;
  const some = CONDITIONS.flatMap(([op, said]) => phrasesMaking(conditioned(op, means), says.replace(ONLY, `[,] (where|with|for which|whose|having) [the] <where_column:column> ${said} <where_value:value>`)));
  return [...all, ...some];
}

function conditioned(op: string, means: JsonObject): (values: JsonObject) => JsonObject | null {
  return ({ where_column: column, where_value: value, ...values }) => ((op === 'gt' || op === 'lt') && typeof value !== 'number' ? null : { kind: 'ask_table', ...means, ...values, where: [{ column: column ?? null, op, value: value ?? null }] });
}

const measured: readonly TableSaid[] = MEASURES.flatMap(([measure, said, verb]) => [
  { says: `[${ASK}] [the] ${said} ${COLUMN} [${GROUP}] {in_table} ${ONLY}`, means: { measure } },
  { says: `[${ASK}] [the] ${said} ${COLUMN} {in_table} ${GROUP} ${ONLY}`, means: { measure } },
  ...(verb === null ? [] : [{ says: `${verb} [all] [the] ${COLUMN} [${GROUP}] {in_table} ${ONLY}`, means: { measure } }, { says: `${verb} [all] [the] ${COLUMN} {in_table} ${GROUP}`, means: { measure } }]),
]);

const counted: readonly TableSaid[] = [
  { says: `(how many|count [the|all|all the]|{what_is} the number of|number of) ${NUMBER_OF_ROWS} {there} [${GROUP}] {in_table} ${ONLY}`, means: { measure: 'count' } },
  { says: `(how many|count [the|all|all the]|{what_is} the number of) ${NUMBER_OF_ROWS} {there} {in_table} ${GROUP} ${ONLY}`, means: { measure: 'count' } },
  { says: `how many ${NUMBER_OF_ROWS} (does|has) [the] [file|table] <path:table_file> (have|hold|contain|has) ${ONLY}`, means: { measure: 'count' } },
  { says: `group [the] [rows|data] {in_table} by [the] <group:column> [and count [them|the rows]]`, means: { measure: 'count' } },
  { says: `group <path:table_file> by [the] <group:column> [and count [them|the rows]]`, means: { measure: 'count' } },
];

/** Groups are ranked by a sum, the largest first. */
const ranked: readonly TableSaid[] = [
  { says: `[${ASK}] [the] top <limit:number> <group:column> by [total] <column:column> {in_table} ${ONLY}`, means: { measure: 'sum', order: { direction: 'desc' } } },
  { says: `[${ASK}] [the] <limit:number> <group:column> with the (highest|most|largest|biggest) [total] <column:column> {in_table}`, means: { measure: 'sum', order: { direction: 'desc' } } },
  { says: `[${ASK}] [the] bottom <limit:number> <group:column> by [total] <column:column> {in_table}`, means: { measure: 'sum', order: { direction: 'asc' } } },
];

const SORTED: readonly (readonly [direction: 'asc' | 'desc', said: string])[] = [
  ['asc', '[ascending]'],
  ['desc', '(descending|in descending order|, largest first|largest first|from high to low)'],
];

function ordered(direction: 'asc' | 'desc'): (values: JsonObject) => JsonObject {
  return ({ order_column: column, ...values }) => ({ kind: 'ask_table', ...values, order: { column: column ?? null, direction } });
}

const ROWS = '({show}|list|print|display) [me] [all] [the] [first <limit:number>] (rows|entries|records|lines) (of|from|in) [the] [file|table] <path:table_file>';

const listed: readonly Phrase[] = [
  ...[{ says: `${ROWS} ${ONLY}`, means: {} }, { says: `({show}|list) [the] [first <limit:number>] ${NUMBER_OF_ROWS} {in_table} ${ONLY}`, means: {} }].flatMap(narrowed),
  ...SORTED.flatMap(([direction, said]) => phrasesMaking(ordered(direction), `${ROWS} (sorted by|ordered by|in order of|by) [the] <order_column:column> ${said}`, `(sort|order) <path:table_file> by [the] <order_column:column> ${said}`)),
  ...phrasesOf('ask_table', { limit: 10 }, '{what_is} the columns (of|in) [the] [file|table] <path:table_file>', '(which|what) columns (does|has) [the] [file|table] <path:table_file> [have]', 'show [me] <path:table_file> as a table', 'make a table (from|of|out of) <path:table_file>'),
];

const DRAW = '([{want}] (draw|make|plot|create|show|give me|build|generate) [me]|chart|graph)';
const SHAPES: readonly (readonly [shape: 'bar' | 'line', said: string])[] = [
  ['bar', '[a|an|the] [bar] (chart|graph|diagram|plot|barchart)'],
  ['line', '[a|an|the] line (chart|graph|diagram|plot)'],
];
const TO_FILE = '[[and] (save it|save|write it|write|put it|store it) (as|to|in|into) <chart_file:svg_file>|(as|to|in|into) <chart_file:svg_file>]';

function charted(shape: 'bar' | 'line', measure: string): (values: JsonObject) => JsonObject {
  return ({ chart_file: file, ...values }) => ({ kind: 'ask_table', ...values, measure, chart: { shape, file: file ?? chartFile(textValue(values, 'path') ?? 'table') } });
}

/** Beside the table, named after it. */
function chartFile(path: string): string {
  const dot = path.lastIndexOf('.');
  return `${dot > 0 ? path.slice(0, dot) : path}-chart.svg`;
}

const charts: readonly Phrase[] = SHAPES.flatMap(([shape, said]) => [
  ...MEASURES.flatMap(([measure, called]) => phrasesMaking(charted(shape, measure), `${DRAW} ${said} (of|showing|for|with) [the] ${called} ${COLUMN} (${GROUP}|over [the] <group:column>|against [the] <group:column>) {in_table} ${TO_FILE}`)),
  ...phrasesMaking(charted(shape, 'sum'), `${DRAW} ${said} (of|showing|for|with) [the] <column:column> (${GROUP}|over [the] <group:column>|against [the] <group:column>) {in_table} ${TO_FILE}`, ...(shape === 'bar' ? [`(plot|chart|graph) [the] <column:column> (${GROUP}|over [the] <group:column>|against [the] <group:column>) {in_table} ${TO_FILE}`] : [])),
  ...phrasesMaking(charted(shape, 'count'), `${DRAW} ${said} (of|showing|for|with) [the] [number of|count of|how many] rows ${GROUP} {in_table} ${TO_FILE}`, `${DRAW} ${said} of the (number|count) of <_rows:column> ${GROUP} {in_table} ${TO_FILE}`.replace('<_rows:column>', '(rows|entries|records)')),
]);

export const tablePhrases: readonly Phrase[] = [
  ...[...measured, ...counted, ...ranked].flatMap(narrowed),
  ...listed,
  ...charts,
  ...phrasesAsking('Of which column, and by which? For example: of revenue by region.', '', `${DRAW} [a|an] [bar|line] (chart|graph|plot|diagram) (from|of|for|out of) [the] [file] <path:table_file>`, '(plot|chart|graph) <path:table_file>'),
  ...phrasesAsking('From which file? Name a CSV or JSON file, such as sales.csv.', 'from', `${DRAW} [a|an] [bar|line] (chart|graph|plot|diagram) (of|showing) [the] [total|average] <column:column> (by|per|over) [the] <group:column>`, '(sum|total|add up) [the] <column:column> by [the] <group:column>'),
];
