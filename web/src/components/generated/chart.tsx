import type { Shown } from './component-props.ts';

const [WIDTH, HEIGHT] = [600, 180];
const PLOT_COLOURS = 12;
const colourOf = (nth: number): string => `var(--plot-${(nth % PLOT_COLOURS) + 1})`;

/** A picture over labels, with the figures themselves for whoever cannot or will not look at it. */
export function ChartShown({ of: chart }: Shown<'chart'>) {
  const { title, labels, series, unit } = chart;
  const [low, high] = boundsOf(series);
  const name = `${title ?? 'Chart'}${unit === undefined ? '' : ` (${unit})`}`;
  return (
    <figure className="plot">
      <figcaption>
        <span className="plot-label">{name}</span>
        <span className="plot-legend">
          {series.map((one, nth) => (
            <span key={one.name} className="plot-key">
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" rx="2" fill={colourOf(nth)} />
              </svg>
              {one.name}
            </span>
          ))}
        </span>
      </figcaption>
      <svg className="generated-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={name}>
        <Drawn of={chart} />
      </svg>
      <div className="generated-axis small faint" aria-hidden="true">
        <span>{labels[0]}</span>
        <span>
          {low.toLocaleString()} to {high.toLocaleString()}
        </span>
        <span>{labels.length > 1 ? labels.at(-1) : ''}</span>
      </div>
      <details className="plot-figures">
        <summary>Figures</summary>
        <table>
          <thead>
            <tr>
              <th scope="col" />
              {series.map((one) => (
                <th key={one.name} scope="col">
                  {one.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, at) => (
              <tr key={at}>
                <th scope="row">{label}</th>
                {series.map(({ name: one, values }) => (
                  <td key={one}>{values[at] ?? '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** From the least to the most, with nought in it: what is drawn from elsewhere looks like more than it is. */
function boundsOf(series: Shown<'chart'>['of']['series']): [low: number, high: number] {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  return [Math.min(0, ...known), Math.max(0, ...known)];
}

function Drawn({ of: { kind, labels, series } }: Shown<'chart'>) {
  const [low, high] = boundsOf(series);
  const y = (value: number): number => (high === low ? HEIGHT : HEIGHT - ((value - low) / (high - low)) * HEIGHT);
  const step = WIDTH / labels.length;
  if (kind === 'bar') {
    const width = (step * 0.8) / series.length;
    return series.map(({ name, values }, nth) => values.map((value, at) => value !== null && <rect key={`${name}-${at}`} x={at * step + step * 0.1 + nth * width} y={Math.min(y(0), y(value))} width={width} height={Math.abs(y(0) - y(value))} fill={colourOf(nth)} />));
  }
  const x = (at: number): number => (at + 0.5) * step;
  return series.map(({ name, values }, nth) => <path key={name} d={linesOf(values, x, y, kind === 'area' ? y(0) : undefined)} fill={kind === 'area' ? colourOf(nth) : 'none'} fillOpacity={0.35} stroke={colourOf(nth)} strokeWidth={2} vectorEffect="non-scaling-stroke" />);
}

/** A line for each stretch without a gap; down to the ground at both ends where it is an area. */
export function linesOf(values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number, ground: number | undefined): string {
  const stretches: { readonly at: number; readonly value: number }[][] = [[]];
  values.forEach((value, at) => (value === null ? stretches.push([]) : stretches.at(-1)?.push({ at, value })));
  return stretches
    .filter((points) => points.length > 0)
    .map((points) => {
      const line = points.map(({ at, value }) => `${x(at)} ${y(value)}`).join(' L ');
      const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
      return ground === undefined ? `M ${line}` : `M ${x(first)} ${ground} L ${line} L ${x(last)} ${ground} Z`;
    })
    .join(' ');
}
