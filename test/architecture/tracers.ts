import type { SourceFile } from './source-files.ts';

/** Words with which tracing enters code, as imports or by name. */
const TRACERS: ReadonlySet<string> = new Set(['opentelemetry', 'otel', 'langfuse', 'langsmith', 'tracer', 'tracers', 'tracing', 'startspan', 'startactivespan']);

/** Where a loop imports or names a tracer. Loops say what happened as events; whoever traces reads those. */
export function tracerFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/loops/') && !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) => [...new Set(text.toLowerCase().split(/[^a-z]/))].filter((word) => TRACERS.has(word)).map((word) => `${path}: names ${word}`));
}
