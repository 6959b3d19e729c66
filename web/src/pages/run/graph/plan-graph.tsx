import { useEffect, useMemo, useRef, useState } from 'react';
import { Press } from '../../../ui/press.tsx';
import type { RunView } from '../view/run-view.ts';
import { layoutPlan, type Flow } from './layout-plan.ts';
import './graph.css';

interface PlanGraphProps {
  readonly view: RunView;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

const NARROW_PX = 620;

/** The plan as it is worked through: what comes after what, what runs side by side, what was sent back. */
export function PlanGraph({ view, chosen, onChoose }: PlanGraphProps) {
  const box = useRef<HTMLDivElement>(null);
  const [flow, setFlow] = useState<Flow>('across');
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setFlow(element.clientWidth < NARROW_PX ? 'down' : 'across'));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { nodes, edges, width, height } = useMemo(() => layoutPlan({ rounds: view.rounds, ended: view.ended }, flow), [view.rounds, view.ended, flow]);
  return (
    <div ref={box} className="graph" role="group" aria-label="The plan">
      <div className="graph-space" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true">
          <defs>
            <marker id="arrow" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto">
              <path d="M0 0 6 3 0 6" className="arrow" />
            </marker>
          </defs>
          {edges.map(({ id, path, isReplan, isWalked }) => (
            <path key={id} d={path} className={`edge ${isReplan ? 'replan' : ''} ${isWalked ? 'walked' : ''}`} markerEnd="url(#arrow)" />
          ))}
        </svg>
        {nodes.map((node) => (
          <Press key={node.id} look="quiet" className={`node ${node.kind} ${node.tone}`} aria-pressed={node.id === chosen} style={{ left: node.x, top: node.y, width: node.width, height: node.height }} onPress={() => onChoose(node.id === chosen ? undefined : node.id)}>
            <span className="node-title">
              {node.title}
              {node.corrections > 0 && (
                <span className="node-corrections" title={`put right ${node.corrections} times`}>
                  {node.corrections}×
                </span>
              )}
            </span>
            <span className="node-says">{node.says}</span>
          </Press>
        ))}
      </div>
    </div>
  );
}
