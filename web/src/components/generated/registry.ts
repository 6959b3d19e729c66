import type { ComponentType } from 'react';
import { ChartShown } from './chart.tsx';
import type { Shown, ViewComponentName } from './component-props.ts';
import { DiffShown, FileListShown, TableShown, TimelineShown } from './lists.tsx';
import { CalloutShown, MarkdownShown, MetricShown } from './words.tsx';

/** Each component that a result may have, and the one thing that shows it. What is not here is not shown. */
export const GENERATED: { readonly [Name in ViewComponentName]: ComponentType<Shown<Name>> } = {
  markdown: MarkdownShown,
  callout: CalloutShown,
  metric: MetricShown,
  table: TableShown,
  chart: ChartShown,
  diff: DiffShown,
  timeline: TimelineShown,
  file_list: FileListShown,
};
