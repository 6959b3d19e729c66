import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { sourceFiles } from './source-files.ts';
import { tracerFaults } from './tracers.ts';

describe('loops', () => {
  it('import and name no tracer', verifies('MAH-7C-1'), () => {
    expect(tracerFaults(sourceFiles(['src/loops'], '.ts'))).toEqual([]);
  });

  it('would be found out', verifies('MAH-7C-1'), () => {
    const text = "import { trace } from '@opentelemetry/api';\nconst tracer = hotel.startSpan('x'); tracer.end();";
    expect(tracerFaults([{ path: 'src/loops/a.ts', text }, { path: 'src/loops/a.test.ts', text }, { path: 'src/mother/a.ts', text }, { path: 'src/loops/b.ts', text: 'a hotel with a trace of spanners' }])).toEqual(['src/loops/a.ts: names opentelemetry', 'src/loops/a.ts: names tracer', 'src/loops/a.ts: names startspan']);
  });
});
