import { z } from 'zod';
import { NonEmptyText } from '../core/index.ts';

/** Beyond these nobody reads on; whoever has more keeps it in a file and names it. */
export const VIEW_COMPONENTS_MAX = 40;
const [ROWS_MAX, COLUMNS_MAX, CELL_CHARS_MAX] = [500, 20, 500];
const [SERIES_MAX, POINTS_MAX] = [8, 1_000];
const [TEXT_CHARS_MAX, LABEL_CHARS_MAX, DIFF_CHARS_MAX] = [20_000, 200, 50_000];
const [FILES_MAX, MOMENTS_MAX] = [200, 200];

const Label = NonEmptyText.max(LABEL_CHARS_MAX);
const Cell = z.union([z.string().max(CELL_CHARS_MAX), z.number(), z.boolean(), z.null()]);
const titled = { title: Label.optional() };

/** Headings, lists, emphasis, code. Shown as words and never as HTML; a link in it is only its words. */
export const MarkdownComponent = z.strictObject({ component: z.literal('markdown'), text: NonEmptyText.max(TEXT_CHARS_MAX) });
/** One thing that must not be overlooked. */
export const CalloutComponent = z.strictObject({ component: z.literal('callout'), tone: z.enum(['note', 'good', 'warning', 'bad']), ...titled, text: NonEmptyText.max(2_000) });
/** One number that says most of it. */
export const MetricComponent = z.strictObject({ component: z.literal('metric'), label: Label, value: z.union([z.number(), NonEmptyText.max(60)]), unit: NonEmptyText.max(30).optional(), change: NonEmptyText.max(60).optional() });
export const TableComponent = z
  .strictObject({ component: z.literal('table'), ...titled, columns: z.array(Label).min(1).max(COLUMNS_MAX), rows: z.array(z.array(Cell)).max(ROWS_MAX) })
  .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length), { path: ['rows'], message: 'a row has as many cells as there are columns' });
/** Lines, bars or an area over the same labels; a gap is null. */
export const ChartComponent = z
  .strictObject({ component: z.literal('chart'), ...titled, kind: z.enum(['line', 'bar', 'area']), labels: z.array(z.string().max(LABEL_CHARS_MAX)).min(1).max(POINTS_MAX), series: z.array(z.strictObject({ name: Label, values: z.array(z.number().nullable()).max(POINTS_MAX) })).min(1).max(SERIES_MAX), unit: NonEmptyText.max(30).optional() })
  .refine(({ labels, series }) => series.every(({ values }) => values.length === labels.length), { path: ['series'], message: 'a series has as many values as there are labels' });
/** A unified diff, shown and never applied. */
export const DiffComponent = z.strictObject({ component: z.literal('diff'), path: Label, diff: NonEmptyText.max(DIFF_CHARS_MAX) });
export const TimelineComponent = z.strictObject({ component: z.literal('timeline'), ...titled, moments: z.array(z.strictObject({ at: Label, what: NonEmptyText.max(CELL_CHARS_MAX) })).min(1).max(MOMENTS_MAX) });
/** Files below the folder, by name; nothing is opened by showing them. */
export const FileListComponent = z.strictObject({ component: z.literal('file_list'), ...titled, files: z.array(z.strictObject({ path: Label, note: z.string().max(CELL_CHARS_MAX).optional() })).min(1).max(FILES_MAX) });

/** Everything that a result may be shown with. None takes input, runs anything or leads elsewhere. */
export const ViewComponent = z.discriminatedUnion('component', [MarkdownComponent, CalloutComponent, MetricComponent, TableComponent, ChartComponent, DiffComponent, TimelineComponent, FileListComponent]);
export type ViewComponent = z.infer<typeof ViewComponent>;

export type ViewComponentName = ViewComponent['component'];
export const VIEW_COMPONENT_NAMES: readonly ViewComponentName[] = ['markdown', 'callout', 'metric', 'table', 'chart', 'diff', 'timeline', 'file_list'];

/** How a role would have its result shown, beside its words: an artifact like any other, kept and hashed. */
export const ResultView = z.strictObject({ ...titled, components: z.array(ViewComponent).min(1).max(VIEW_COMPONENTS_MAX) });
export type ResultView = z.infer<typeof ResultView>;

/** The names among these components that nobody knows, each once. */
export function unknownComponents(content: unknown): string[] {
  const names = componentsIn(content).map((one) => (typeof one === 'object' && one !== null && 'component' in one ? String(one.component) : 'nothing'));
  return [...new Set(names.filter((name) => !VIEW_COMPONENT_NAMES.some((known) => known === name)))];
}

/** What grows in a component while it is written: lines of words, or items of a list. A metric is whole or not there. */
const GROWS: Readonly<Partial<Record<string, string>>> = { markdown: 'text', callout: 'text', table: 'rows', chart: 'series', diff: 'diff', timeline: 'moments', file_list: 'files' } satisfies Partial<Record<ViewComponentName, string>>;

/**
 * What can be shown of a view of which only the beginning is there: its components up to the first that is not whole. Where the
 * last one is still being written, of it what is whole: lines, rows, entries.
 */
export function viewSoFar(content: unknown, { isLastOpen = false } = {}): readonly ViewComponent[] {
  const whole: ViewComponent[] = [];
  const components = componentsIn(content);
  for (const [at, one] of components.entries()) {
    const read = ViewComponent.safeParse(isLastOpen && at === components.length - 1 ? wholePartOf(one) : one);
    if (!read.success) break;
    whole.push(read.data);
  }
  return whole;
}

/** A component without what is not at its end yet: its last property, or of that the last line or item. */
function wholePartOf(one: unknown): unknown {
  if (typeof one !== 'object' || one === null || !('component' in one)) return undefined;
  const properties: Record<string, unknown> = { ...one };
  const last = Object.keys(properties).at(-1) ?? '';
  const { [last]: open, ...others } = properties;
  if (last !== GROWS[String(one.component)]) return others;
  if (typeof open === 'string') return { ...others, [last]: open.slice(0, Math.max(0, open.lastIndexOf('\n'))) };
  return Array.isArray(open) ? { ...others, [last]: open.slice(0, -1) } : others;
}

function componentsIn(content: unknown): readonly unknown[] {
  const components = typeof content === 'object' && content !== null && 'components' in content ? content.components : undefined;
  return Array.isArray(components) ? components : [];
}
