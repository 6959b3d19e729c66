import { shownNumber } from './shown-numbers.ts';

export interface ChartPoint {
  readonly label: string;
  readonly value: number;
}

export interface Chart {
  readonly shape: 'bar' | 'line';
  readonly title: string;
  readonly points: readonly ChartPoint[];
}

/** Pixels. Wide enough for forty bars, with room for the names of both axes. */
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 440, 84, 24, 56, 110];
const [PLOT_WIDTH, PLOT_HEIGHT] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
const TICKS = 5;
const LABEL_CHARS_MAX = 18;
const INK = '#1f2937';
const FILL = '#2563eb';

/** A drawing that any browser shows: nothing in it is fetched, and nothing in it runs. */
export function drawChart({ shape, title, points }: Chart): string {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const ticks = ticksBetween(low, high);
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y = (value: number): number => round(TOP + PLOT_HEIGHT * (1 - (value - bottom) / (top - bottom)));
  const step = PLOT_WIDTH / Math.max(1, points.length);
  const x = (at: number): number => round(LEFT + step * (at + 0.5));
  const lines = ticks.map((tick) => `<line x1="${LEFT}" y1="${y(tick)}" x2="${WIDTH - RIGHT}" y2="${y(tick)}" stroke="#d1d5db"/><text x="${LEFT - 8}" y="${y(tick) + 4}" text-anchor="end">${shownNumber(tick)}</text>`);
  const names = points.map(({ label }, at) => `<text x="${x(at)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="end" transform="rotate(-35 ${x(at)} ${HEIGHT - BOTTOM + 16})">${escaped(shortened(label))}</text>`);
  const marks = shape === 'bar' ? bars(points, x, y, step) : line(points, x, y);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12" fill="${INK}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="${WIDTH / 2}" y="30" text-anchor="middle" font-size="16">${escaped(title)}</text>`,
    ...lines,
    ...marks,
    `<line x1="${LEFT}" y1="${y(0)}" x2="${WIDTH - RIGHT}" y2="${y(0)}" stroke="${INK}"/>`,
    ...names,
    '</svg>',
    '',
  ].join('\n');
}

function bars(points: readonly ChartPoint[], x: (at: number) => number, y: (value: number) => number, step: number): string[] {
  const width = round(step * 0.7);
  return points.map(({ label, value }, at) => `<rect x="${round(x(at) - width / 2)}" y="${Math.min(y(value), y(0))}" width="${width}" height="${round(Math.abs(y(value) - y(0)))}" fill="${FILL}"><title>${escaped(label)}: ${shownNumber(value)}</title></rect>`);
}

function line(points: readonly ChartPoint[], x: (at: number) => number, y: (value: number) => number): string[] {
  const path = points.map(({ value }, at) => `${x(at)},${y(value)}`).join(' ');
  return [`<polyline points="${path}" fill="none" stroke="${FILL}" stroke-width="2"/>`, ...points.map(({ label, value }, at) => `<circle cx="${x(at)}" cy="${y(value)}" r="3" fill="${FILL}"><title>${escaped(label)}: ${shownNumber(value)}</title></circle>`)];
}

/** Nothing that people chart differs by less. */
const SMALLEST_SPAN = 1e-9;

/** Round numbers that enclose everything, zero among them. */
export function ticksBetween(low: number, high: number): number[] {
  const span = high - low > SMALLEST_SPAN ? high - low : 1;
  const rough = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power * 10;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

function shortened(label: string): string {
  const characters = [...label];
  return characters.length <= LABEL_CHARS_MAX ? label : `${characters.slice(0, LABEL_CHARS_MAX - 1).join('')}…`;
}

/** Labels come from the table: none of them may become a part of the drawing. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replace(UNDRAWABLE, '�');
}
const UNDRAWABLE = /[^\P{Cc}\t\n\r]/gu;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
