import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { artifactSamples } from '../../../test/support/artifact-samples.ts';
import { faultsOf, requiredFieldsOf } from '../../../test/support/schema-faults.ts';
import { schemaByRef, schemaRef } from '../types/index.ts';
import { ARTIFACT_TYPES } from './artifact-types.ts';
import { CodePatch, PatchedFile } from './code-patch.ts';
import { CriticReport } from './critic-report.ts';
import { IndexBuildReport, IngestionReport } from './ingestion.ts';
import { CitedClaim, ResearchNotes } from './research-notes.ts';
import { TestTally } from './test-results.ts';
import { ToolPatch } from './tool-patch.ts';
import { UpdateItem, UpdateRecommendation } from './update-recommendation.ts';
import { DiagramGraph, VISION_CONFIDENCE_MIN, VisionAnalysis } from './vision.ts';

const samples = Object.entries(artifactSamples);

describe('an artifact', () => {
  it('is of a type that has a schema', verifies('ACI-39'), () => {
    expect(Object.keys(ARTIFACT_TYPES).filter((type) => schemaByRef(schemaRef(type)) === undefined)).toEqual([]);
  });

  it.each(samples)('such as %s needs every field and takes no other', verifies('KEL-ROLE-01'), (type, content) => {
    const schema = schemaByRef(schemaRef(type));
    expect(schema).toBeDefined();
    if (schema === undefined) return;
    expect(faultsOf(schema, content)).toEqual([]);
    expect(requiredFieldsOf(schema, content)).toEqual(Object.keys(content));
    expect(faultsOf(schema, { ...content, mood: 1 })).toEqual([': Unrecognized key: "mood"']);
  });
});

describe('a code patch', () => {
  const [file] = artifactSamples.CodePatch.files;

  it('holds what was and what is, told by hashes', verifies('KEL-ROLE-01'), () => {
    expect(faultsOf(PatchedFile, { ...file, change: 'created' })).toEqual(['before_sha256: there was something before exactly when the file was not created']);
    expect(faultsOf(PatchedFile, { ...file, change: 'deleted' })).toEqual(['after_sha256: there is something after exactly when the file was not deleted']);
    expect(faultsOf(PatchedFile, { ...file, change: 'created', before_sha256: null })).toEqual([]);
    expect(faultsOf(PatchedFile, { ...file, change: 'deleted', after_sha256: null })).toEqual([]);
  });

  it('lists a file once, and only if it changed', verifies('KEL-ROLE-01'), () => {
    expect(faultsOf(CodePatch, { ...artifactSamples.CodePatch, files: [file, file] })).toEqual(['files: a file is listed twice']);
    expect(faultsOf(CodePatch, { ...artifactSamples.CodePatch, files: [{ ...file, after_sha256: 'a'.repeat(64) }] })).toEqual(['files: a file is listed that did not change']);
  });

  it('shows a diff exactly when text changed', verifies('KEL-ROLE-01'), () => {
    expect(faultsOf(CodePatch, { ...artifactSamples.CodePatch, diff: '' })).toEqual(['diff: there is a diff exactly when text changed']);
    expect(faultsOf(CodePatch, { diff: '', files: [{ ...file, is_text: false }] })).toEqual([]);
  });
});

describe('the report of a critic', () => {
  const fix = { fix: 'Close the file.', test: 'The handle count stays 0.' };

  it('is a pass, or a fail that says what to fix and how one sees it', verifies('ROLES-41', 'ROLES-40'), () => {
    expect(faultsOf(CriticReport, { ...artifactSamples.CriticReport, verdict: 'fail', required_fixes: [fix] })).toEqual([]);
    expect(faultsOf(CriticReport, { ...artifactSamples.CriticReport, verdict: 'fail' })).toEqual(['required_fixes: a fail names what must be fixed, and a pass asks for nothing']);
    expect(faultsOf(CriticReport, { ...artifactSamples.CriticReport, required_fixes: [fix] })).toEqual(['required_fixes: a fail names what must be fixed, and a pass asks for nothing']);
    expect(faultsOf(CriticReport, { ...artifactSamples.CriticReport, verdict: 'fail', required_fixes: [{ fix: 'Close it.', test: '' }] })).toEqual(['required_fixes.0.test: Too small: expected string to have >=1 characters']);
    expect(faultsOf(CriticReport, { ...artifactSamples.CriticReport, reasons: [] })).toEqual(['reasons: Too small: expected array to have >=1 items']);
  });
});

describe('research notes', () => {
  it('hold no claim without a citation, and say what stays open when there is none', verifies('ROLES-34'), () => {
    expect(faultsOf(CitedClaim, { claim: 'It rained.', citations: [] })).toEqual(['citations: Too small: expected array to have >=1 items']);
    expect(faultsOf(ResearchNotes, { ...artifactSamples.ResearchNotes, claims: [] })).toEqual(['claims: notes hold a claim, or say what stays open']);
    expect(faultsOf(ResearchNotes, { ...artifactSamples.ResearchNotes, claims: [], open_questions: ['Did it rain?'] })).toEqual([]);
  });
});

describe('what was seen in a picture', () => {
  it('comes with what would help when it is not sure', verifies('ROLES-46', 'ROLES-47'), () => {
    expect(VISION_CONFIDENCE_MIN).toBe(0.7);
    expect(faultsOf(VisionAnalysis, { ...artifactSamples.VisionAnalysis, confidence: 0.69 })).toEqual(['next_step: whoever is not sure of what they saw says what would help']);
    expect(faultsOf(VisionAnalysis, { ...artifactSamples.VisionAnalysis, confidence: 0.69, next_step: 'A sharper picture.' })).toEqual([]);
    expect(faultsOf(VisionAnalysis, { ...artifactSamples.VisionAnalysis, confidence: 0.7 })).toEqual([]);
  });

  it('joins only what is drawn, each thing once', verifies('ROLES-46'), () => {
    const message = 'edges: a node is listed twice, or an edge ends at none';
    expect(faultsOf(DiagramGraph, { ...artifactSamples.DiagramGraph, edges: [{ from: 'a', to: 'c', label: null }] })).toEqual([message]);
    expect(faultsOf(DiagramGraph, { ...artifactSamples.DiagramGraph, edges: [{ from: 'c', to: 'b', label: null }] })).toEqual([message]);
    expect(faultsOf(DiagramGraph, { ...artifactSamples.DiagramGraph, nodes: [{ id: 'a', label: '' }, { id: 'a', label: '' }], edges: [] })).toEqual([message]);
  });
});

describe('a recommendation about an update', () => {
  it('is one of four, with a risk from 0 to 100, citations and a way back', verifies('ROLES-49'), () => {
    const accepts = (part: object) => UpdateRecommendation.safeParse({ ...artifactSamples.UpdateRecommendation, ...part }).success;
    expect(['upgrade_now', 'upgrade_later', 'hold', 'investigate', 'ignore'].filter((decision) => accepts({ decision }))).toEqual(['upgrade_now', 'upgrade_later', 'hold', 'investigate']);
    expect([-1, 0, 100, 101, 1.5].filter((risk) => accepts({ risk }))).toEqual([0, 100]);
    expect([accepts({ citations: [] }), accepts({ rollback_plan: '' }), accepts({ items: [] })]).toEqual([false, false, false]);
  });

  it('leaves nothing out without saying why', verifies('ROLES-50'), () => {
    const [item] = artifactSamples.UpdateRecommendation.items;
    expect(faultsOf(UpdateItem, { ...item, outcome: 'skipped' })).toEqual(['reason: what was skipped says why']);
    expect(faultsOf(UpdateItem, { ...item, outcome: 'skipped', reason: 'It is pinned.' })).toEqual([]);
  });
});

describe('a tool that is handed over', () => {
  it('has passed its tests', verifies('ROLES-53'), () => {
    const tests = { ...artifactSamples.TestResults, exit_code: 1 };
    expect(faultsOf(ToolPatch, { ...artifactSamples.ToolPatch, tests })).toEqual(['tests.exit_code: a tool is handed over when its tests pass']);
  });
});

describe('a report about a library', () => {
  it('accounts for every chunk', verifies('ROLES-32'), () => {
    const message = 'chunks_stored: every chunk is stored, or its failure is recorded';
    expect(faultsOf(IndexBuildReport, { ...artifactSamples.IndexBuildReport, failures: [] })).toEqual([message]);
    expect(faultsOf(IndexBuildReport, { ...artifactSamples.IndexBuildReport, chunks_stored: 4 })).toEqual([message]);
    expect(faultsOf(IndexBuildReport, { ...artifactSamples.IndexBuildReport, failures: [{ what: 'chunk 4', reason: 'full', retry_plan: '' }] })).toEqual(['failures.0.retry_plan: Too small: expected string to have >=1 characters']);
  });

  it('is about something', () => {
    expect(faultsOf(IngestionReport, { library_id: 'workspace', sources: [], failures: [] })).toEqual(['sources: a report is about something']);
  });
});

describe('a tally of tests', () => {
  it('counts those that ran as passed or failed', () => {
    expect(faultsOf(TestTally, { run: 3, passed: 1, failed: 1, skipped: 1 })).toEqual(['run: those that ran are those that passed and those that failed']);
  });
});
