import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { theme } from '../../../ui/theme.ts';
import { useStore } from '../../../live/store.ts';
import type { RoundDecision } from '../view/run-view.ts';

interface LossChartProps {
  readonly points: readonly (RoundDecision & { readonly round: number })[];
}

const HEIGHT = 220;
const LINES: readonly (readonly [label: string, colour: string, of: (point: RoundDecision) => number])[] = [
  ['Loss L', '--accent', ({ loss }) => loss.L],
  ['Distance D', '--bad', ({ loss }) => loss.D],
  ['Implausibility P', '--warn', ({ loss }) => loss.P],
  ['Spent Ω', '--ink-faint', ({ loss }) => loss.Omega],
  ['Gradient ΔQ', '--busy', ({ gradQ }) => gradQ],
];

/** Loss and gradient by round. The table below it says the same in figures, so it is only a picture. */
export default function LossChart({ points }: LossChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const colours = useStore(theme);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const styles = getComputedStyle(document.documentElement);
    const colour = (name: string): string => styles.getPropertyValue(name).trim();
    const axis = { stroke: colour('--ink-faint'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 } };
    const chart = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        scales: { x: { time: false } },
        axes: [{ ...axis, incrs: [1, 2, 5, 10] }, axis],
        series: [{ label: 'Round' }, ...LINES.map(([label, name]) => ({ label, stroke: colour(name), width: 2, points: { show: true, size: 6 } }))],
      },
      [points.map(({ round }) => round), ...LINES.map(([, , of]) => points.map(of))],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [points, colours]);
  return <div ref={box} className="chart" aria-hidden="true" />;
}
