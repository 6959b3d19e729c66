import { useEffect, useRef, useState } from 'react';
import { useStore } from '../live/store.ts';
import { theme } from '../ui/theme.ts';
import type { PlotWish } from './draw-plot.ts';

export interface PlotProps extends Omit<PlotWish, 'height' | 'figure'> {
  /** What it shows, in words. */
  readonly label: string;
  readonly height?: number;
  readonly figure?: (value: number) => string;
  /** How a moment is written in the table. */
  readonly moment?: (seconds: number) => string;
  /** False where the figures stand beside it anyway. */
  readonly hasFigures?: boolean;
}

const HEIGHT = 180;
/** More rows than this say nothing that the picture does not. */
const ROWS_MAX = 60;
const isoDay = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** A picture of figures over time, with the figures themselves for whoever cannot or will not look at it. What draws is loaded when it is needed. */
export function Plot({ label, at, series, kind, height = HEIGHT, figure = String, moment = isoDay, along = 'time', nowAt, most, hasFigures = true }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const shownTheme = useStore(theme);
  const [cannot, setCannot] = useState(false);
  const drawn = JSON.stringify({ at, along, series, kind, height, nowAt, most });

  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { drawPlot } = await import('./draw-plot.ts');
      if (!isGone && place.current !== null) stop = drawPlot(place.current, { at, along, series, kind, height, figure, ...(nowAt !== undefined && { nowAt }), ...(most !== undefined && { most }) });
    };
    draw().catch(() => setCannot(true));
    return () => {
      isGone = true;
      stop?.();
    };
    // What is drawn is told apart by its content: lists are made anew with each drawing.
  }, [drawn, shownTheme]);

  const rows = at.map((seconds, nth) => ({ seconds, values: series.map(({ values }) => values[nth] ?? null) })).slice(-ROWS_MAX);
  return (
    <figure className="plot">
      <figcaption>
        <span className="plot-label">{label}</span>
        {series.length > 1 && (
          <span className="plot-legend">
            {series.map((one) => (
              <span key={one.label} className="plot-key">
                <svg viewBox="0 0 10 10" aria-hidden="true">
                  <rect width="10" height="10" rx="2" fill={`var(${one.colour})`} />
                </svg>
                {one.label}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div ref={place} className="plot-place" role="img" aria-label={label} />
      {cannot && <p className="state degraded">The picture could not be loaded; the figures are below.</p>}
      {hasFigures && <details className="plot-figures">
        <summary>Figures</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              {series.map((one) => (
                <th key={one.label} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ seconds, values }) => (
              <tr key={seconds}>
                <th scope="row">{moment(seconds)}</th>
                {values.map((value, nth) => (
                  <td key={series[nth]?.label}>{value === null ? '–' : figure(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>}
    </figure>
  );
}
