import { describe, expect, it } from 'vitest';
import { artifactSamples } from '../../../test/support/artifact-samples.ts';
import { repositoryRoles } from '../../../test/support/repository-roles.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { made } from '../../../test/support/made-calls.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ArtifactId, DEFAULT_REGISTRY_POLICIES, DEFAULT_RETRIEVAL_GATES, type GateId, type KnownArtifactType, type Phase } from '../../contracts/index.ts';
import type { MadeCall } from '../../evaluation/index.ts';
import { exitChecks, gateFacts } from '../roles/exit-checks.ts';
import { factsOfArtifacts } from './artifact-facts.ts';
import { missingArtifacts, type KeptArtifact } from './artifact-gates.ts';

const book = await repositoryRoles();
const CALL: MadeCall = made('query_table', { output: { total: 42 } });
const NOTHING: Partial<Record<GateId, boolean>> = { code_changed: false, retrieval_used: false, tests_available: true };

/** What is still closed when the role wants to leave the phase with these artifacts. */
function closed(role: string, phase: Phase, contents: readonly (readonly [type: KnownArtifactType, content: object])[], gates: Partial<Record<GateId, boolean>> = {}, calls: readonly MadeCall[] = [CALL]): string[] {
  const artifacts = contents.map(([type, content]): KeptArtifact => ({ reference: { artifact_id: ArtifactId.parse(sample.artifactId), type, hash: sample.sha256 }, content }));
  const looked = Object.entries({ ...NOTHING, ...gates }).map(([gate_id, isOpen]) => ({ gate_id, result: isOpen ? ('passed' as const) : ('failed' as const), detail: 'seen', refs: [] }));
  const facts = { gates: gateFacts([...looked, ...factsOfArtifacts(artifacts, calls)]), artifacts, waivers: [], policies: DEFAULT_REGISTRY_POLICIES };
  const required = missingArtifacts(book.get(role), phase, facts);
  return [...required, ...exitChecks(book.get(role), phase, new Map([...facts.gates, ...gateFacts(required)]))]
    .filter(({ result }) => result === 'failed')
    .map(({ gate_id: gateId }) => gateId);
}

const { CodePatch, TestResults, ImplementationNotes, CriticReport, ResearchNotes, AnalysisReport, VisionAnalysis, DiagramGraph, OCRText, UpdateRecommendation, ToolPatch, ToolCatalog, IngestionReport, IndexBuildReport } = artifactSamples;
const failed = { ...CriticReport, verdict: 'fail', required_fixes: [{ fix: 'Close it.', test: 'No handle is open.' }] };

function retrieval(isEnough: boolean): object {
  const hits = isEnough ? [1, 2].map((nth) => ({ library_id: 'workspace', document_id: `doc_01JFGWZ000000000000000000${nth}`, chunk_id: `chk_01JFGWZ000000000000000000${nth}`, page: null, section_path: [], score: 0.9, token_count: 500 })) : [];
  return { run_id: sample.runId, role_id: 'research', library_ids: ['workspace'], query: 'rain', embed_space: 'emb:v1', k: 5, hits, gates: DEFAULT_RETRIEVAL_GATES, measured: isEnough ? { top1_score: 0.9, total_tokens: 1_000, documents: 2 } : { top1_score: 0, total_tokens: 0, documents: 0 }, gates_passed: isEnough, fallbacks_tried: [], retrieved_at: sample.time };
}

describe('a role leaves a phase', () => {
  it('as a librarian when every chunk is stored or its failure recorded', verifies('ROLES-32'), () => {
    for (const action of ['ingest_source', 'index_chunks']) {
      const left = (contents: Parameters<typeof closed>[2]) => closed('librarian', 'execute', contents, {}, [CALL, made(action)]);
      expect(left([['IngestionReport', IngestionReport], ['IndexBuildReport', IndexBuildReport]])).toEqual([]);
      expect(left([['IngestionReport', IngestionReport], ['IndexBuildReport', { ...IndexBuildReport, chunks_stored: 1 }]])).toEqual(['artifact:IndexBuildReport', 'librarian: not library_changed or artifact:IndexBuildReport and chunks_accounted']);
      expect(left([])).toHaveLength(4);
    }
    expect(closed('librarian', 'execute', [])).toEqual([]);
  });

  it('as research when what was retrieved is enough and the notes are there', verifies('ROLES-35'), () => {
    const notes = ['ResearchNotes', ResearchNotes] as const;
    expect(closed('research', 'execute', [notes])).toEqual([]);
    expect(closed('research', 'execute', [notes, ['RetrievalReport', retrieval(true)]], { retrieval_used: true })).toEqual([]);
    expect(closed('research', 'execute', [notes, ['RetrievalReport', retrieval(false)]], { retrieval_used: true })).toEqual(['research: not retrieval_used or retrieval_gates_passed']);
    expect(closed('research', 'execute', [])).toEqual(['artifact:ResearchNotes', 'research: artifact:ResearchNotes']);
    expect(closed('research', 'review', [notes, ['RetrievalReport', retrieval(true)]], { retrieval_used: true, citations_resolve: true })).toEqual([]);
    expect(closed('research', 'review', [notes, ['RetrievalReport', retrieval(true)]], { retrieval_used: true, citations_resolve: false })).toEqual(['research: not retrieval_used or citations_resolve']);
  });

  it('as a coder with a patch and tests, and after that with the word of the critic or when no repair is left', verifies('ROLES-38'), () => {
    const work = [['CodePatch', CodePatch], ['TestResults', TestResults], ['ImplementationNotes', ImplementationNotes]] as const;
    expect(closed('coder', 'execute', [])).toEqual([]);
    expect(closed('coder', 'execute', work, { code_changed: true })).toEqual([]);
    expect(closed('coder', 'execute', [['CodePatch', CodePatch]], { code_changed: true })).toEqual(['artifact:TestResults', 'coder: not code_changed or artifact:CodePatch and artifact:TestResults']);
    expect(closed('coder', 'review', work, { code_changed: true })).toEqual(['coder: not code_changed or critic_passed or repair_exhausted']);
    expect(closed('coder', 'review', [...work, ['CriticReport', failed]], { code_changed: true })).toEqual(['coder: not code_changed or critic_passed or repair_exhausted']);
    expect(closed('coder', 'review', [...work, ['CriticReport', failed], ['CriticReport', CriticReport]], { code_changed: true })).toEqual([]);
    expect(closed('coder', 'review', [...work, ['CriticReport', failed]], { code_changed: true, repair_exhausted: true })).toEqual([]);
  });

  it('as a critic with a pass, or a fail that says what to change', verifies('ROLES-41'), () => {
    expect([closed('critic', 'review', [['CriticReport', CriticReport]]), closed('critic', 'review', [['CriticReport', failed]])]).toEqual([[], []]);
    expect(closed('critic', 'review', [])).toEqual(['artifact:CriticReport', 'critic: artifact:CriticReport', 'critic: critic_passed or fixes_named']);
  });

  it('as an analyst when every key number traces to what gave it', verifies('ROLES-44'), () => {
    expect(closed('analyst', 'execute', [['AnalysisReport', AnalysisReport]])).toEqual([]);
    expect(closed('analyst', 'execute', [['AnalysisReport', { ...AnalysisReport, key_numbers: [{ name: 'total', value: 43, unit: null, trace: { by: 'tool_call', call: 1 } }] }]])).toEqual(['analyst: artifact:AnalysisReport and numbers_traced']);
  });

  it('as vision when it is sure of what it saw, or says what would help', verifies('ROLES-47'), () => {
    expect([closed('vision', 'execute', [['VisionAnalysis', VisionAnalysis]]), closed('vision', 'execute', [['DiagramGraph', DiagramGraph]]), closed('vision', 'execute', [['OCRText', OCRText]])]).toEqual([[], [], []]);
    expect(closed('vision', 'execute', [['OCRText', { ...OCRText, confidence: 0.5 }]])).toEqual(['vision: confidence_sufficient or next_step_named']);
    expect(closed('vision', 'execute', [['OCRText', OCRText], ['DiagramGraph', { ...DiagramGraph, confidence: 0.5 }]])).toEqual(['vision: confidence_sufficient or next_step_named']);
    expect(closed('vision', 'execute', [['VisionAnalysis', { ...VisionAnalysis, confidence: 0.5, next_step: 'A sharper picture.' }]])).toEqual([]);
    expect(closed('vision', 'execute', [])).toHaveLength(2);
  });

  it('as update when everything was checked, or skipped with a reason', verifies('ROLES-50'), () => {
    expect(closed('update', 'execute', [['UpdateRecommendation', UpdateRecommendation]])).toEqual([]);
    const [item] = UpdateRecommendation.items;
    expect(closed('update', 'execute', [['UpdateRecommendation', { ...UpdateRecommendation, items: [{ ...item, outcome: 'skipped' }] }]])).toEqual(['artifact:UpdateRecommendation', 'update: artifact:UpdateRecommendation and items_accounted']);
  });

  it('as a toolsmith when the tool passed its tests and is registered', verifies('ROLES-53'), () => {
    const work = [['ToolPatch', ToolPatch]] as const;
    expect(closed('toolsmith', 'execute', work)).toEqual([]);
    expect(closed('toolsmith', 'review', [...work, ['ToolCatalog', ToolCatalog]])).toEqual([]);
    expect(closed('toolsmith', 'review', work)).toEqual(['artifact:ToolCatalog', 'toolsmith: artifact:ToolCatalog and tool_registered']);
    const [tool] = ToolCatalog.tools;
    expect(closed('toolsmith', 'review', [...work, ['ToolCatalog', { tools: [{ ...tool, is_registered: false }] }]])).toEqual(['toolsmith: artifact:ToolCatalog and tool_registered']);
    expect(closed('toolsmith', 'review', [...work, ['ToolCatalog', { tools: [{ ...tool, tool_id: 'other' }] }]])).toEqual(['toolsmith: artifact:ToolCatalog and tool_registered']);
  });
});
