import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { stacked, type PlotSeries } from './stacked.ts';

export interface PlotWish {
  /** Rising: in seconds since 1970, or a number of something. */
  readonly at: readonly number[];
  /** What `at` counts; time when left out. */
  readonly along?: 'time' | 'number';
  readonly series: readonly PlotSeries[];
  readonly kind: 'lines' | 'bars';
  readonly height: number;
  readonly figure: (value: number) => string;
  /** Where what is known ends, and what is expected begins. */
  readonly nowAt?: number;
  /** The most that there can be, such as all of a hundred; as high as the figures are when left out. */
  readonly most?: number;
}

/** Days as everywhere else on the page, and times within a day as on a clock. From a year down to a second, as uPlot wants them. */
const DATES: uPlot.Axis.Values = [
  [3_600 * 24 * 365, '{YYYY}', null, null, null, null, null, null, 1],
  [3_600 * 24 * 28, '{YYYY}-{MM}', null, null, null, null, null, null, 1],
  [3_600 * 24, '{MM}-{DD}', '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
];

/** Draws into a place until it is told to stop, as wide as that is. */
export function drawPlot(place: HTMLElement, { at, along = 'time', series, kind, height, figure, nowAt, most }: PlotWish): () => void {
  const style = getComputedStyle(place);
  const colour = (name: string): string => style.getPropertyValue(name).trim() || '#888';
  const axis = { stroke: colour('--ink-soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 }, font: `11px ${style.fontFamily}` };
  const shown = kind === 'bars' ? stacked(series) : series;
  const bars = uPlot.paths.bars?.({ size: [0.72, 36], radius: 0.12 });
  const plot = new uPlot(
    {
      width: Math.max(1, place.clientWidth),
      height,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: along === 'time', ...(kind === 'bars' && { range: (_self, low, high) => withRoom(low, high, at.length) }) }, y: { range: (_self, low, high) => [Math.min(0, low), most ?? (high <= 0 ? 1 : high * 1.08)] } },
      axes: [{ ...axis, space: 64, ...(along === 'number' ? { incrs: [1, 2, 5, 10] } : { values: DATES }) }, { ...axis, size: 52, space: 32, values: (_self, splits) => splits.map(figure) }],
      series: [{}, ...shown.map((one, nth) => ({ label: one.label, stroke: colour(one.colour), width: kind === 'bars' ? 0 : 1.75, ...(kind === 'lines' && nth > 0 && { dash: [6, 4] }), points: { show: one.values.length < 3 }, ...(kind === 'bars' && bars !== undefined && { fill: colour(one.colour), paths: bars }) }))],
      hooks: nowAt === undefined ? {} : { draw: [(self) => markNow(self, nowAt, colour('--ink-soft'))] },
    },
    [[...at], ...shown.map(({ values }) => [...values])],
    place,
  );
  const sized = new ResizeObserver(() => plot.setSize({ width: Math.max(1, place.clientWidth), height }));
  sized.observe(place);
  return () => {
    sized.disconnect();
    plot.destroy();
  };
}

/** Half a bar more on both sides, so that the first and the last are whole. */
function withRoom(low: number, high: number, bars: number): [number, number] {
  const half = (high - low) / Math.max(1, bars - 1) / 2;
  return [low - half, high + half];
}

function markNow(plot: uPlot, nowAt: number, colour: string): void {
  const x = Math.round(plot.valToPos(nowAt, 'x', true));
  const { top, height } = plot.bbox;
  plot.ctx.save();
  plot.ctx.strokeStyle = colour;
  plot.ctx.setLineDash([4, 4]);
  plot.ctx.beginPath();
  plot.ctx.moveTo(x, top);
  plot.ctx.lineTo(x, top + height);
  plot.ctx.stroke();
  plot.ctx.restore();
}
