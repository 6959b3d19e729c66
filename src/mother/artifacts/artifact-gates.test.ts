import { describe, expect, it } from 'vitest';
import { artifactSamples } from '../../../test/support/artifact-samples.ts';
import { repositoryRoles } from '../../../test/support/repository-roles.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ArtifactId, DEFAULT_REGISTRY_POLICIES, DEFAULT_RETRIEVAL_GATES, ReceiptId, type ArtifactWaiver, type GateCheck, type GateId, type Phase } from '../../contracts/index.ts';
import { gateFacts } from '../roles/exit-checks.ts';
import { missingArtifacts, type ArtifactFacts, type KeptArtifact } from './artifact-gates.ts';

const book = await repositoryRoles();
const ID = ArtifactId.parse(sample.artifactId);

type SampleType = keyof typeof artifactSamples;

function kept(type: SampleType | 'RetrievalReport', content: unknown = type === 'RetrievalReport' ? RETRIEVAL : artifactSamples[type]): KeptArtifact {
  return { reference: { artifact_id: ID, type, hash: sample.sha256 }, content };
}

const RETRIEVAL = {
  run_id: sample.runId,
  role_id: 'research',
  library_ids: ['workspace'],
  query: 'rain',
  embed_space: 'emb:v1',
  k: 5,
  hits: [],
  gates: DEFAULT_RETRIEVAL_GATES,
  measured: { top1_score: 0, total_tokens: 0, documents: 0 },
  gates_passed: false,
  fallbacks_tried: [],
  retrieved_at: sample.time,
};

function looked(gates: Partial<Record<GateId, boolean>>): GateCheck[] {
  return Object.entries(gates).map(([gate_id, isOpen]) => ({ gate_id, result: isOpen ? 'passed' : 'failed', detail: 'It was looked at.', refs: [] }));
}

interface Given extends Partial<Omit<ArtifactFacts, 'gates'>> {
  readonly gates?: Partial<Record<GateId, boolean>>;
}

function checks(role: string, phase: Phase, { gates = {}, ...given }: Given): GateCheck[] {
  return missingArtifacts(book.get(role), phase, { gates: gateFacts(looked(gates)), artifacts: [], waivers: [], policies: DEFAULT_REGISTRY_POLICIES, ...given });
}

const results = (found: readonly GateCheck[]): string[] => found.map(({ gate_id: gateId, result }) => `${gateId} ${result}`);

const waiver = (part: Partial<ArtifactWaiver> = {}): ArtifactWaiver => ({ waiver_id: ReceiptId.parse('rcp_01JFGWZ0000000000000000001'), run_id: sample.runId, artifact_type: 'TestResults', reason: 'The project has none.', granted_by: 'owner', approval_id: sample.approvalId, granted_at: sample.time, ...part });

describe('a required artifact', () => {
  it('must be there and valid before the phase is left', verifies('ACI-26'), () => {
    const ref = { kind: 'document', key: `artifact:${ID}`, sha256: sample.sha256 };
    expect(checks('critic', 'review', {})).toEqual([{ gate_id: 'artifact:CriticReport', result: 'failed', detail: 'There is no CriticReport.', refs: [] }]);
    expect(checks('critic', 'review', { artifacts: [kept('CriticReport')] })).toEqual([{ gate_id: 'artifact:CriticReport', result: 'passed', detail: 'There is a CriticReport that fits its schema.', refs: [ref] }]);
    expect(checks('critic', 'review', { artifacts: [kept('CriticReport', { ...artifactSamples.CriticReport, reasons: [] })] })).toEqual([
      { gate_id: 'artifact:CriticReport', result: 'failed', detail: 'It is no CriticReport: reasons: Too small: expected array to have >=1 items.', refs: [ref] },
    ]);
    expect(checks('critic', 'execute', {})).toEqual([]);
  });

  it('must be enough by what the contract asks of it', verifies('ACI-26'), () => {
    const stopped = kept('TestResults', { ...artifactSamples.TestResults, exit_code: null });
    const [, tests] = checks('coder', 'execute', { gates: { code_changed: true }, artifacts: [kept('CodePatch'), stopped] });
    expect([tests?.result, tests?.detail]).toEqual(['failed', 'The TestResults is not enough: ended_by_itself.']);
    expect(results(checks('coder', 'execute', { gates: { code_changed: true }, artifacts: [kept('CodePatch'), stopped, kept('TestResults')] }))).toEqual(['artifact:CodePatch passed', 'artifact:TestResults passed']);
  });
});

describe('work that changes code', () => {
  it('brings a patch and the results of tests, whoever did it', verifies('ACI-29', 'ROLES-38'), () => {
    expect(results(checks('coder', 'execute', { gates: { code_changed: true } }))).toEqual(['artifact:CodePatch failed', 'artifact:TestResults failed']);
    expect(results(checks('analyst', 'review', { gates: { code_changed: true } }))).toEqual(['artifact:CodePatch failed', 'artifact:TestResults failed']);
    expect(results(checks('coder', 'execute', { gates: { code_changed: true }, artifacts: [kept('CodePatch'), kept('TestResults')] }))).toEqual(['artifact:CodePatch passed', 'artifact:TestResults passed']);
  });

  it('is not asked for either where no code changed, and for both where nobody looked', verifies('ACI-29', 'ROLES-38'), () => {
    expect(checks('coder', 'execute', { gates: { code_changed: false } })).toEqual([]);
    expect(results(checks('coder', 'execute', {}))).toEqual(['artifact:CodePatch failed', 'artifact:TestResults failed']);
    expect(results(checks('analyst', 'review', { gates: { code_changed: true }, policies: { ...DEFAULT_REGISTRY_POLICIES, require_test_results_on_code_patch: false } }))).toEqual([]);
    expect(results(checks('analyst', 'finalize', { gates: { code_changed: true } }))).toEqual([]);
  });

  it('gets round them only by a waiver that somebody said yes to, or where there are no tests to run', verifies('ACI-29'), () => {
    const tested = (waivers: readonly ArtifactWaiver[], tests_available?: boolean) => {
      const [, check] = checks('coder', 'execute', { gates: { code_changed: true, ...(tests_available !== undefined && { tests_available }) }, artifacts: [kept('CodePatch')], waivers });
      return [check?.result, check?.detail];
    };
    const unasked = waiver({ approval_id: null, granted_by: 'mother' });
    expect([tested([]), tested([waiver()]), tested([unasked], true), tested([unasked]), tested([unasked], false), tested([waiver({ artifact_type: 'CodePatch' })])]).toEqual([
      ['failed', 'There is no TestResults.'],
      ['waived', 'owner let it be missing: The project has none.'],
      ['failed', 'There is no TestResults. It was waived without the yes that this needs.'],
      ['failed', 'There is no TestResults. It was waived without the yes that this needs.'],
      ['waived', 'mother let it be missing: The project has none.'],
      ['failed', 'There is no TestResults.'],
    ]);
    const patch = checks('coder', 'execute', { gates: { code_changed: true, tests_available: false }, waivers: [waiver({ artifact_type: 'CodePatch', approval_id: null })] });
    expect(patch[0]?.result).toBe('failed');
  });
});

describe('work that rests on what was retrieved', () => {
  it('brings the report of the retrieval and its citations, or fails review', verifies('ACI-28'), () => {
    expect(results(checks('research', 'review', { gates: { retrieval_used: true }, artifacts: [kept('ResearchNotes')] }))).toEqual(['artifact:ResearchNotes passed', 'artifact:RetrievalReport failed', 'citations_attached failed']);
    expect(results(checks('coder', 'review', { gates: { code_changed: false, retrieval_used: true } }))).toEqual(['artifact:RetrievalReport failed', 'citations_attached failed']);
    expect(results(checks('research', 'review', { gates: { retrieval_used: true, citations_attached: true }, artifacts: [kept('ResearchNotes'), kept('RetrievalReport')] }))).toEqual(['artifact:ResearchNotes passed', 'artifact:RetrievalReport passed', 'citations_attached passed']);
    expect(results(checks('coder', 'review', { gates: { code_changed: false, retrieval_used: true, citations_attached: false }, artifacts: [kept('RetrievalReport')] }))).toEqual(['artifact:RetrievalReport passed', 'citations_attached failed']);
  });

  it('owes nothing where nothing was retrieved, or the registry does not ask', verifies('ACI-28'), () => {
    expect(results(checks('coder', 'review', { gates: { code_changed: false, retrieval_used: false } }))).toEqual([]);
    expect(results(checks('coder', 'execute', { gates: { code_changed: false, retrieval_used: true } }))).toEqual(['artifact:RetrievalReport failed']);
    expect(results(checks('coder', 'review', { gates: { code_changed: false, retrieval_used: true }, policies: { ...DEFAULT_REGISTRY_POLICIES, require_retrieval_report_on_rag: false } }))).toEqual([]);
  });
});
