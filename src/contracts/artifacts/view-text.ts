import type { ResultView, ViewComponent, ViewComponentName } from './result-view.ts';

type Of<Name extends ViewComponentName> = Extract<ViewComponent, { component: Name }>;

/** A view as words, for wherever nothing can be drawn. It holds everything that the view does. */
export function viewText({ title, components }: ResultView): string {
  return [...(title === undefined ? [] : [title]), ...components.map(componentText)].join('\n\n');
}

const TEXTS: { readonly [Name in ViewComponentName]: (component: Of<Name>) => string } = {
  markdown: ({ text }) => text,
  callout: ({ tone, title, text }) => `${TONES[tone]} ${title === undefined ? '' : `${title}: `}${text}`,
  metric: ({ label, value, unit, change }) => `${label}: ${value}${unit === undefined ? '' : ` ${unit}`}${change === undefined ? '' : ` (${change})`}`,
  table: ({ title, columns, rows }) => headed(title, tableText(columns, rows.map((row) => row.map(cellText)))),
  chart: ({ title, labels, series, unit }) => headed(withUnit(title, unit), tableText(['', ...series.map(({ name }) => name)], labels.map((label, at) => [label, ...series.map(({ values }) => cellText(values[at] ?? null))]))),
  diff: ({ path, diff }) => `${path}\n${diff}`,
  timeline: ({ title, moments }) => headed(title, moments.map(({ at, what }) => `${at}  ${what}`).join('\n')),
  file_list: ({ title, files }) => headed(title, files.map(({ path, note }) => (note === undefined ? `- ${path}` : `- ${path}: ${note}`)).join('\n')),
};

const TONES: Readonly<Record<Of<'callout'>['tone'], string>> = { note: 'Note:', good: 'Good:', warning: 'Warning:', bad: 'Bad:' };

export function componentText<Name extends ViewComponentName>(component: Of<Name>): string {
  return (TEXTS[component.component as Name] as (one: Of<Name>) => string)(component);
}

function headed(title: string | undefined, text: string): string {
  return title === undefined ? text : `${title}\n${text}`;
}

function withUnit(title: string | undefined, unit: string | undefined): string | undefined {
  return unit === undefined ? title : `${title ?? 'Values'} (${unit})`;
}

function cellText(cell: string | number | boolean | null): string {
  return cell === null ? '–' : String(cell);
}

/** Columns under each other; what is longer than a line stays whole. */
function tableText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, at) => Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ').trimEnd();
  return [line(columns), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
