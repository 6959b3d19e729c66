import { describe, expect, it } from 'vitest';
import { callRef, made, read, shell } from '../../../test/support/made-calls.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { schemaRef, type AnalysisReport, type Citation, type CodePatch, type ResearchNotes } from '../../contracts/index.ts';
import type { MadeCall } from '../work.ts';
import { untracedNumbers } from './key-numbers.ts';
import { reviewArtifacts } from './review-artifacts.ts';
import type { ReviewedArtifact } from './review-finding.ts';

const artifact = (type: string, content: unknown): ReviewedArtifact => ({ type, schemaRef: schemaRef(type), content });
const evidence = (calls: readonly MadeCall[] = [], usedRetrieval = false, text?: string) => ({ calls, usedRetrieval, chunkText: () => text });
const findings = (...given: Parameters<typeof reviewArtifacts>): string[] => reviewArtifacts(...given).map(({ severity, finding }) => `${severity}: ${finding}`);

const TOKEN = `ghp_${'Ab3'.repeat(12)}`;
const patch = (diff: string): CodePatch => ({ diff, files: [{ path: 'a.ts', change: 'modified', before_sha256: 'a'.repeat(64), after_sha256: 'b'.repeat(64), is_text: true }] });
const cite = (quote: string): Citation => ({ library_id: 'papers', document_id: sample.documentId, chunk_id: sample.chunkId, page: null, section_path: [], quote });
const notes = (...citations: ResearchNotes['claims'][number]['citations']): ResearchNotes => ({ question: 'What is laid first?', claims: [{ claim: 'The keel is.', citations }], open_questions: [], next_steps: [] });

describe('the review of a schema', () => {
  it('finds nothing wrong with what fits', verifies('KEL-EVAL-06'), () => {
    expect(reviewArtifacts([artifact('CodePatch', patch('--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-1\n+2'))])).toEqual([]);
  });

  it('blocks what does not fit, is called something else, or has no schema', verifies('KEL-EVAL-06'), () => {
    expect(reviewArtifacts([artifact('CodePatch', { diff: 1, files: [] })])).toEqual([
      {
        finding: 'The CodePatch does not fit its schema: diff: Invalid input: expected string, received number; files: Too small: expected array to have >=1 items.',
        severity: 'blocking',
        refs: [],
        fix: 'Put right what is named.',
        test: 'It parses as #/schemas/CodePatch.',
      },
    ]);
    expect(findings([{ ...artifact('CodePatch', patch('+2')), schemaRef: '#/schemas/Code' }])).toEqual(['blocking: A CodePatch is handed in under the schema #/schemas/Code.']);
    expect(findings([artifact('Nonsense', {})])).toEqual(['blocking: There is no schema #/schemas/Nonsense.']);
    expect(findings([artifact('no type', {})])).toEqual(['blocking: There is no schema #/schemas/no type.']);
  });
});

describe('the review for secrets', () => {
  it('blocks a secret that a patch adds, says where, and never repeats it', verifies('KEL-EVAL-06'), () => {
    const found = reviewArtifacts([artifact('CodePatch', patch(`--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-1\n+const token = "${TOKEN}"`))]);
    expect(found.map(({ severity, finding }) => [severity, finding])).toEqual([['blocking', 'There is a secret in CodePatch/diff, in what it adds.']]);
    expect(JSON.stringify(found)).not.toContain(TOKEN);
  });

  it('lets a patch through that takes a secret out, and says that it must be changed', verifies('KEL-EVAL-06'), () => {
    expect(findings([artifact('CodePatch', patch(`--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-const token = "${TOKEN}"\n+const token = read()`))])).toEqual(['advice: CodePatch/diff shows a secret that stood in the files before.']);
    expect(findings([artifact('CodePatch', patch(` const token = "${TOKEN}"\n+x`))])).toEqual(['advice: CodePatch/diff shows a secret that stood in the files before.']);
  });

  it('finds one anywhere else in an artifact, also where only its name tells', verifies('KEL-EVAL-06'), () => {
    const code = (parameters: object) => artifact('Code', { language: 'python', source: 'print(1)', parameters, seed: null });
    expect(findings([code({ note: `use ${TOKEN}` })])).toEqual(['blocking: There is a secret in Code/parameters/note.']);
    expect(findings([code({ list: [{ password: 'tr0ub4dor&3-horse' }] })])).toEqual(['blocking: There is a secret in Code/parameters/list/0/password.']);
    expect(findings([code({ 'a/b~c': TOKEN })])).toEqual(['blocking: There is a secret in Code/parameters/a~1b~0c.']);
    expect(findings([code({ note: 'the password is asked for' })])).toEqual([]);
  });
});

describe('the review of citations', () => {
  const TEXT = 'The keel is laid\nfirst of all.';

  it('wants every claim cited, and every quote to stand in what it cites', verifies('ROLES-04', 'KEL-EVAL-06'), () => {
    expect(findings([artifact('ResearchNotes', notes(cite('is laid first')))], evidence([], false, TEXT))).toEqual([]);
    expect(findings([artifact('ResearchNotes', notes(cite('is laid last')))], evidence([], false, TEXT))).toEqual(['blocking: The quote at ResearchNotes/claims/0/citations/0 does not stand in what it cites.']);
    expect(findings([artifact('ResearchNotes', notes(cite('is laid first')))])).toEqual(['blocking: The quote at ResearchNotes/claims/0/citations/0 does not stand in what it cites.']);
    expect(findings([artifact('ResearchNotes', notes())])).toEqual([
      'blocking: The ResearchNotes does not fit its schema: claims/0/citations: Too small: expected array to have >=1 items.',
      'blocking: The claim at ResearchNotes/claims/0 cites nothing.',
    ]);
    expect(findings([artifact('Code', { language: 'x', source: 'y', parameters: { claim: 'bare' }, seed: null })])).toEqual(['blocking: The claim at Code/parameters cites nothing.']);
  });

  it('believes a quote of a file or page only when a call read it there', verifies('ROLES-04', 'KEL-EVAL-06'), () => {
    const quoted = artifact('ResearchNotes', notes({ source: 'ship.md', quote: 'The keel is laid first' }));
    const unfounded = ['blocking: The quote at ResearchNotes/claims/0/citations/0 does not stand in what it cites.'];
    expect(findings([quoted], evidence([read('ship.md', TEXT)]))).toEqual([]);
    expect(findings([quoted], evidence([made('http_fetch', { arguments: { url: 'https://x' }, output: { url: 'https://x/ship.md', pages: [{ body: TEXT }] }, shown: '' })]))).toEqual([]);
    expect(findings([quoted], evidence([read('boat.md', TEXT)]))).toEqual(unfounded);
    expect(findings([quoted], evidence([made('read_file', { arguments: { path: 'ship.md' }, shown: TEXT, errorCode: 'tool.failed' })]))).toEqual(unfounded);
    expect(findings([quoted], evidence([made('write_file', { arguments: { path: 'ship.md', content: TEXT }, shown: TEXT })]))).toEqual(unfounded);
    expect(findings([quoted], evidence([read('ship.md', 'The mast is laid first')]))).toEqual(unfounded);
  });

  it('believes no quote of what the run itself wrote there', verifies('KEL-LIE-22'), () => {
    const quoted = artifact('ResearchNotes', notes({ source: 'ship.md', quote: 'The keel is laid first' }));
    const written = made('write_file', { arguments: { path: 'ship.md', content: TEXT } });
    expect(findings([quoted], evidence([written, read('ship.md', TEXT)]))).toEqual(['blocking: The quote at ResearchNotes/claims/0/citations/0 does not stand in what it cites.']);
    expect(findings([quoted], evidence([read('ship.md', TEXT), { ...written, decision: { ...written.decision, arguments: { path: 'notes.md', content: TEXT } } }]))).toEqual([]);
  });

  it('blocks work that used what was retrieved without its report and citations', verifies('ACI-28', 'ROLES-04', 'KEL-EVAL-06'), () => {
    const calls = [read('a', 'x')];
    expect(reviewArtifacts([], evidence(calls, true))).toEqual([
      { finding: 'The work used what was retrieved, and there is no RetrievalReport.', severity: 'blocking', refs: [callRef(1)], fix: 'Hand in the report of the retrieval.', test: 'A RetrievalReport is among the artifacts.' },
      { finding: 'The work used what was retrieved, and cites nothing of it.', severity: 'blocking', refs: [callRef(1)], fix: 'Cite the chunks that the claims rest on.', test: 'At least one citation resolves.' },
    ]);
    expect(reviewArtifacts([], evidence(calls, false))).toEqual([]);
    const report = artifact('RetrievalReport', {
      run_id: sample.runId, role_id: 'research', library_ids: ['papers'], query: 'keel', embed_space: 'emb:v1', k: 1, hits: [], gates: { top1_score_min: 0.3, total_tokens_min: 900, documents_min: 2 }, measured: { top1_score: 0, total_tokens: 0, documents: 0 }, gates_passed: false, fallbacks_tried: [], retrieved_at: sample.time,
    });
    expect(findings([report, artifact('ResearchNotes', notes(cite('is laid first')))], evidence([], true, TEXT)).filter((one) => one.includes('retrieved'))).toEqual([]);
  });
});

describe('the review of numbers', () => {
  const QUERY = 'SELECT avg(price) FROM sales';
  const asked = made('sql_query', { arguments: { query: QUERY }, output: { rows: [[12.3456]] } });
  const number = (value: number, trace: AnalysisReport['key_numbers'][number]['trace'] = { by: 'tool_call', call: 1 }) => ({ name: 'average price', value, unit: null, trace });
  const report = (value: number): ReviewedArtifact => artifact('AnalysisReport', { question: 'How much?', findings: 'So much.', method: 'A query.', key_numbers: [number(value)], limitations: [] });

  it('blocks a key number that comes out of nothing that was run', verifies('ROLES-44', 'KEL-EVAL-06'), () => {
    expect(reviewArtifacts([report(12.35)], evidence([asked]))).toEqual([]);
    expect(reviewArtifacts([report(13)], evidence([asked]))).toEqual([
      { finding: 'Nothing that was run gave average price (13).', severity: 'blocking', refs: [callRef(1)], fix: 'Name the call or the query that gives this number, or leave it out.', test: 'The number stands in what its call or query gave.' },
    ]);
  });

  it('traces a number to the call or the query it names, and to no other', verifies('ROLES-44'), () => {
    const calls = [read('a', 'nothing'), asked];
    expect(untracedNumbers([number(12.3456, { by: 'tool_call', call: 2 }), number(12, { by: 'query', query: QUERY })], calls)).toEqual([]);
    const untraced = [number(12.3456), number(12.3456, { by: 'tool_call', call: 3 }), number(12.3456, { by: 'query', query: 'SELECT 1' }), number(12.34, { by: 'query', query: QUERY })];
    expect(untracedNumbers(untraced, calls)).toEqual(untraced);
  });

  it('does not trace a number to a call that failed or was told what to print', verifies('ROLES-44'), () => {
    const wanted = [number(42)];
    expect(untracedNumbers(wanted, [made('sql_query', { arguments: { query: QUERY }, shown: '42', errorCode: 'tool.failed' })])).toEqual(wanted);
    expect(untracedNumbers(wanted, [made('run_python', { arguments: { code: 'print(42)' }, output: { stdout: '42', exit_code: 0, ending: 'exited' } })])).toEqual(wanted);
    expect(untracedNumbers(wanted, [shell('echo 42', { stdout: '42' })])).toEqual(wanted);
    expect(untracedNumbers(wanted, [made('run_python', { arguments: { code: 'print(len(rows))' }, output: { stdout: '42', exit_code: 0, ending: 'exited' } })])).toEqual([]);
  });
});
