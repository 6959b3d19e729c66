import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { repositoryRoles } from '../../../test/support/repository-roles.ts';
import { artifactSamples } from '../../../test/support/artifact-samples.ts';
import { Code, DataArtifact, type JsonObject, type ToolCallOutcome } from '../../contracts/index.ts';
import { sha256Hex } from '../../kernel/index.ts';
import type { ToolCallResult } from '../../tools/index.ts';
import { madeByCalls } from './made-by-calls.ts';

const HASH = sha256Hex('a');
const call = (toolId: string, given: JsonObject, { changes = [], output = {}, status = 'completed' }: { changes?: readonly [path: string, hash: string | null][]; output?: JsonObject; status?: ToolCallOutcome['status'] } = {}) =>
  ({ decision: { tool_id: toolId, arguments: given }, outcome: { status, output, changes: changes.map(([path, after]) => ({ path, kind: 'created', before: null, before_mode: null, after_sha256: after })) } }) as unknown as ToolCallResult;

async function made(roleId: string, calls: readonly ToolCallResult[]) {
  const role = (await repositoryRoles()).contracts().find(({ role_id: id }) => id === roleId);
  if (role === undefined) throw new Error(`there is no ${roleId}`);
  return madeByCalls(role, calls);
}

describe('an analysis', () => {
  it('leaves the code of every query and script, with its parameters and its seed', verifies('ROLES-43', 'KEL-ROLE2-06'), async () => {
    const codes = await made('analyst', [
      call('sql_query', { database_path: 'a.db', query: 'select 1', parameters: [2] }),
      call('run_python', { code: 'print(1)', args: ['x'] }),
      call('run_node', { code: 'console.log(1)' }),
      call('evaluate', { expression: '1 + 1', seed: 7 }),
      call('evaluate', { code: 'let a = 1; a' }),
      call('query_table', { path: 'a.csv' }),
      call('run_python', { code: 'broken' }, { status: 'failed' }),
      call('read_file', { path: 'a.csv' }),
    ]);
    expect(codes).toEqual([
      { type: 'Code', content: { language: 'sql', source: 'select 1', parameters: { database_path: 'a.db', parameters: [2] }, seed: null } },
      { type: 'Code', content: { language: 'python', source: 'print(1)', parameters: { args: ['x'] }, seed: null } },
      { type: 'Code', content: { language: 'javascript', source: 'console.log(1)', parameters: {}, seed: null } },
      { type: 'Code', content: { language: 'javascript', source: '1 + 1', parameters: {}, seed: 7 } },
      { type: 'Code', content: { language: 'javascript', source: 'let a = 1; a', parameters: {}, seed: null } },
      { type: 'Code', content: { language: 'json', source: '{"path":"a.csv"}', parameters: { path: 'a.csv' }, seed: null } },
    ]);
    expect(codes.every(({ content }) => Code.safeParse(content).success)).toBe(true);
  });

  it('leaves every file that it made, with its hash and what it was made with, as the last call left it', verifies('ROLES-43', 'KEL-ROLE2-06'), async () => {
    const data = await made('analyst', [
      call('write_file', { path: 'out.csv', content: 'a' }, { changes: [['out.csv', HASH], ['gone.png', HASH]] }),
      call('write_file', { path: 'gone.png', content: '' }, { changes: [['gone.png', null], ['odd.thing', HASH]] }),
    ]);
    expect(data).toEqual([
      { type: 'DataArtifact', content: { path: 'out.csv', media_type: 'text/csv', sha256: HASH, made_by: 'write_file', parameters: { path: 'out.csv' }, seed: null } },
      { type: 'DataArtifact', content: { path: 'odd.thing', media_type: 'application/octet-stream', sha256: HASH, made_by: 'write_file', parameters: { path: 'gone.png' }, seed: null } },
    ]);
    expect(data.every(({ content }) => DataArtifact.safeParse(content).success)).toBe(true);
  });

  it('is nothing of a role that owes none, and a long one leaves its last pieces of code', verifies('KEL-ROLE2-06'), async () => {
    expect(await made('coder', [call('evaluate', { expression: '1' }, { changes: [['a.csv', HASH]] })])).toEqual([]);
    const many = await made('analyst', Array.from({ length: 25 }, (_, at) => call('evaluate', { expression: String(at) })));
    expect(many.map(({ content }) => (content as Code).source)).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 5)));
  });
});

describe('what was taken into a library', () => {
  it('is told by the reports of the calls that took it', verifies('KEL-ROLE2-06'), async () => {
    const { IngestionReport, IndexBuildReport } = artifactSamples;
    expect(await made('librarian', [call('ingest_source', {}, { output: { ingestion: IngestionReport } }), call('index_chunks', {}, { output: { index: IndexBuildReport } }), call('read_file', {}, { output: { index: 3 } })])).toEqual([
      { type: 'IngestionReport', content: IngestionReport },
      { type: 'IndexBuildReport', content: IndexBuildReport },
    ]);
  });
});
