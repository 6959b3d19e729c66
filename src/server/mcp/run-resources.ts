import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import type { Client, Outcome } from '../../client/index.ts';
import { ArtifactId, artifactList, artifactShow, RunId, runList, runShow, type ErrorBody } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { McpResources } from './offer.ts';
import { wholeResult } from './view-run.ts';

export const RUNS_URI = 'keelson://runs';
const ARTIFACTS_URI = 'keelson://artifacts';
const RESULT = 'result';

export const runUri = (runId: RunId): string => `${RUNS_URI}/${runId}`;
const resultUri = (runId: RunId): string => `${runUri(runId)}/${RESULT}`;

/** How many of each are listed, the latest first; the others are read by their address. */
const LISTED_MAX = 50;
const COMPLETIONS_MAX = 100;

const JSON_TYPE = 'application/json';

/** Runs, their results and what they kept, to be read by address. */
export function runResources(client: Client): McpResources {
  const completions: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    run_id: async () => (await demand(client.call(runList, { limit: LISTED_MAX }))).runs.map(({ run_id: id }) => id),
    artifact_id: async () => (await demand(client.call(artifactList, { limit: LISTED_MAX }))).artifacts.map(({ metadata }) => metadata.artifact_id),
  };
  return {
    templates: [
      { uriTemplate: `${RUNS_URI}/{run_id}`, name: 'run', title: 'A run', description: 'Its plan, criteria, evidence and cost, whole.', mimeType: JSON_TYPE },
      { uriTemplate: `${RUNS_URI}/{run_id}/${RESULT}`, name: 'run-result', title: 'The result of a run', description: 'What it came to, as text.', mimeType: 'text/plain' },
      { uriTemplate: `${ARTIFACTS_URI}/{artifact_id}`, name: 'artifact', title: 'An artifact', description: 'What a run kept, as it was kept.', mimeType: JSON_TYPE },
    ],
    async list() {
      const { runs } = await demand(client.call(runList, { limit: LISTED_MAX }));
      const { artifacts } = await demand(client.call(artifactList, { limit: LISTED_MAX }));
      return [
        { uri: RUNS_URI, name: 'runs', title: 'Runs', description: `The latest ${LISTED_MAX} runs and how they stand.`, mimeType: JSON_TYPE },
        ...runs.flatMap(({ run_id: id, request, standing }): Resource[] => [
          { uri: runUri(id), name: id, title: request, description: `A run: ${standing}`, mimeType: JSON_TYPE },
          ...(standing === 'ended' ? [{ uri: resultUri(id), name: `${id}-${RESULT}`, title: `Result: ${request}`, mimeType: 'text/plain' }] : []),
        ]),
        ...artifacts.map(({ metadata, type }): Resource => ({ uri: `${ARTIFACTS_URI}/${metadata.artifact_id}`, name: metadata.artifact_id, title: type ?? 'Artifact', description: `Of ${metadata.run_id}`, mimeType: JSON_TYPE })),
      ];
    },
    async read(uri) {
      if (uri === RUNS_URI) return json(uri, await demand(client.call(runList, { limit: LISTED_MAX })));
      const { run, artifact, part } = partsOf(uri);
      if (run !== undefined) {
        const report = await demand(client.call(runShow, { run }));
        return part === RESULT ? text(uri, wholeResult(report)) : json(uri, report);
      }
      return artifact === undefined ? undefined : json(uri, await demand(client.call(artifactShow, { artifact })));
    },
    isWatchable: (uri) => uri === RUNS_URI || partsOf(uri).run !== undefined,
    complete: async (argument, begun) => ((await completions[argument]?.()) ?? []).filter((value) => value.startsWith(begun)).slice(0, COMPLETIONS_MAX),
  };
}

/** What an address names; nothing where it is none of ours. */
function partsOf(uri: string): { readonly run?: RunId; readonly artifact?: ArtifactId; readonly part?: string } {
  const below = (base: string): readonly string[] | undefined => (uri.startsWith(`${base}/`) ? uri.slice(base.length + 1).split('/') : undefined);
  const [runId, part, ...more] = below(RUNS_URI) ?? [];
  const run = RunId.safeParse(runId);
  if (run.success && more.length === 0 && (part === undefined || part === RESULT)) return { run: run.data, ...(part !== undefined && { part }) };
  const [artifactId, ...rest] = below(ARTIFACTS_URI) ?? [];
  const artifact = ArtifactId.safeParse(artifactId);
  return artifact.success && rest.length === 0 ? { artifact: artifact.data } : {};
}

function json(uri: string, value: unknown): ReadResourceResult {
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value, undefined, 2) }] };
}

function text(uri: string, value: string): ReadResourceResult {
  return { contents: [{ uri, mimeType: 'text/plain', text: value }] };
}

/** Reading has no other way to tell a failure than to throw it. */
async function demand<Value>(asked: Promise<Outcome<Value>>): Promise<Value> {
  const outcome = await asked;
  if (!outcome.ok) throw failureOf(outcome.error);
  return outcome.value;
}

function failureOf({ code, message, next_step: nextStep, data }: ErrorBody): KeelsonError {
  return new KeelsonError(code as KeelsonError['code'], { message, nextStep, data: data as never });
}
