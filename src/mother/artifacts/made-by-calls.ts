import { IndexBuildReport, IngestionReport, type Code, type DataArtifact, type JsonObject, type RoleAci } from '../../contracts/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';

interface MadeContent {
  readonly type: string;
  readonly content: unknown;
}

/** More pieces of code than these nobody reads; the journal has them all. */
const CODE_MAX = 20;

/** What of a call is the code, and what it is written in. */
const CODE_OF: Readonly<Record<string, { readonly language: string; source(given: JsonObject): unknown }>> = {
  sql_query: { language: 'sql', source: ({ query }) => query },
  query_table: { language: 'json', source: (given) => JSON.stringify(given) },
  run_python: { language: 'python', source: ({ code }) => code },
  run_node: { language: 'javascript', source: ({ code }) => code },
  evaluate: { language: 'javascript', source: ({ code, expression }) => code ?? expression },
};

/**
 * What calls made that a contract asks for, taken from the calls themselves: the code and the data behind an analysis, and what was
 * taken into a library.
 */
export function madeByCalls({ required_artifacts: required }: Pick<RoleAci, 'required_artifacts'>, calls: readonly ToolCallResult[]): MadeContent[] {
  const done = calls.filter(({ outcome }) => outcome.status === 'completed');
  const analyses = required.some(({ artifact_type: type }) => type === 'AnalysisReport');
  return [
    ...(analyses ? done.flatMap(codeOf).slice(-CODE_MAX).map((content) => ({ type: 'Code', content })) : []),
    ...(analyses ? dataOf(done).map((content) => ({ type: 'DataArtifact', content })) : []),
    ...done.flatMap(({ outcome: { output } }) => reportsIn(output)),
  ];
}

function codeOf({ decision: { tool_id: toolId, arguments: given } }: ToolCallResult): Code[] {
  const known = CODE_OF[toolId];
  const source = known?.source(given);
  return known === undefined || typeof source !== 'string' || source === '' ? [] : [{ language: known.language, source, parameters: parametersOf(given), seed: seedOf(given) }];
}

/** Every file that is left, as the last call that wrote it left it. */
function dataOf(calls: readonly ToolCallResult[]): DataArtifact[] {
  const last = new Map<string, DataArtifact | undefined>();
  for (const { decision, outcome } of calls) {
    for (const { path, after_sha256: sha256 } of outcome.changes) {
      last.set(path, sha256 === null ? undefined : { path, media_type: mediaTypeOf(path), sha256, made_by: decision.tool_id, parameters: parametersOf(decision.arguments), seed: seedOf(decision.arguments) });
    }
  }
  return [...last.values()].filter((data) => data !== undefined);
}

/** What was set beside the code itself. */
function parametersOf({ code: _code, expression: _expression, query: _query, content: _content, seed: _seed, ...rest }: JsonObject): JsonObject {
  return rest;
}

function seedOf({ seed }: JsonObject): number | null {
  return typeof seed === 'number' && Number.isSafeInteger(seed) ? seed : null;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = { csv: 'text/csv', tsv: 'text/tab-separated-values', json: 'application/json', jsonl: 'application/jsonl', md: 'text/markdown', txt: 'text/plain', html: 'text/html', svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp', pdf: 'application/pdf', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', parquet: 'application/vnd.apache.parquet' };

function mediaTypeOf(path: string): string {
  return MEDIA_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}

function reportsIn(output: JsonObject | null): MadeContent[] {
  const ingestion = IngestionReport.safeParse(output?.['ingestion']).data;
  const index = IndexBuildReport.safeParse(output?.['index']).data;
  return [...(ingestion === undefined ? [] : [{ type: 'IngestionReport', content: ingestion }]), ...(index === undefined ? [] : [{ type: 'IndexBuildReport', content: index }])];
}
