import { count } from '../../ui/format.ts';
import type { PyramidLevel } from './pyramid.ts';

const [WIDTH, LAYER, GAP, TOP_WIDTH] = [360, 40, 4, 76];

/** The levels on one another, each wider than the one above. */
export function PyramidPicture({ levels }: { readonly levels: readonly PyramidLevel[] }) {
  const height = levels.length * LAYER;
  const widthAt = (layers: number): number => TOP_WIDTH + ((WIDTH - TOP_WIDTH) * layers) / levels.length;
  return (
    <div className="pyramid">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={levels.map(({ name, count: many }) => `${name}: ${many}`).join(', ')}>
        {levels.map(({ level, name, count: many }, at) => {
          const [upper, lower] = [widthAt(at), widthAt(at + 1)];
          const [top, bottom] = [at * LAYER, (at + 1) * LAYER - GAP];
          const middle = WIDTH / 2;
          return (
            <g key={level} className={`pyramid-level level-${level}`}>
              <path d={`M${middle - upper / 2} ${top}H${middle + upper / 2}L${middle + lower / 2} ${bottom}H${middle - lower / 2}Z`} />
              <text x={middle} y={(top + bottom) / 2} textAnchor="middle" dominantBaseline="central">
                {at === 0 ? `${name} ${count(many)}` : `${level} · ${name} ${count(many)}`}
              </text>
            </g>
          );
        })}
      </svg>
      <dl className="pyramid-words">
        {levels.map(({ level, name, says }) => (
          <div key={level}>
            <dt>
              {level} {name}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
