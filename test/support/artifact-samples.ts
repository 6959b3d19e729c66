import type { KnownArtifactType } from '../../src/contracts/index.ts';
import { sample } from './sample-values.ts';

const HASH = 'a'.repeat(64);
const OTHER_HASH = 'b'.repeat(64);
const call = { kind: 'event', key: 'execute/1/call' } as const;
const quote = { source: 'notes.md', quote: 'It rained on Tuesday.' };

const codePatch = {
  diff: 'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,1 +1,1 @@\n-one\n+two\n',
  files: [{ path: 'a.ts', change: 'modified', before_sha256: HASH, after_sha256: OTHER_HASH, is_text: true }],
};
const testResults = { command: 'npm test', exit_code: 0, counts: { run: 3, passed: 3, failed: 0, skipped: 1 }, output_excerpt: '3 passing', call };
const image = { image: 'plan.png', image_sha256: HASH, confidence: 0.9 };

/** A valid content for each type of artifact that this folder of contracts defines. */
export const artifactSamples = {
  CodePatch: codePatch,
  TestResults: testResults,
  ImplementationNotes: { summary: 'One became two.', decisions: [{ decision: 'No new file.', why: 'One line is enough.' }], left_open: [] },
  CriticReport: { verdict: 'pass', reasons: ['The tests cover it.'], required_fixes: [], risk: { level: 'low', rationale: 'One line.' }, confidence: { score: 0.9, rationale: 'All was read.' } },
  SecurityFindings: { findings: [{ severity: 'high', kind: 'secret', where: 'config.ts:3', finding: 'A key stands in the source.', remedy: 'Take it from the environment.' }], looked_at: ['config.ts'] },
  ResearchNotes: { question: 'When did it rain?', claims: [{ claim: 'It rained on Tuesday.', citations: [quote] }], open_questions: [], next_steps: [] },
  AnalysisReport: { question: 'How much?', findings: 'It is 42.', method: 'The column was added up.', key_numbers: [{ name: 'total', value: 42, unit: 'EUR', trace: { by: 'tool_call', call: 1 } }], limitations: [] },
  Code: { language: 'sql', source: 'select sum(x) from t', parameters: {}, seed: null },
  DataArtifact: { path: 'out.csv', media_type: 'text/csv', sha256: HASH, made_by: 'query_table', parameters: {}, seed: 7 },
  VisionAnalysis: { ...image, description: 'A floor plan.', observations: [{ observation: 'Three rooms.', confidence: 0.8 }], next_step: null },
  DiagramGraph: { ...image, nodes: [{ id: 'a', label: 'A' }, { id: 'b', label: 'B' }], edges: [{ from: 'a', to: 'b', label: null }] },
  OCRText: { ...image, text: 'Kitchen', language: 'eng', page: null },
  UpdateRecommendation: { decision: 'upgrade_later', risk: 40, rationale: 'It breaks one call.', items: [{ name: 'zod', installed: '3.0.0', current: '4.0.0', outcome: 'checked', reason: null }], citations: [{ source: 'https://example.org/notes', quote: 'Breaking change.' }], rollback_plan: 'Pin 3.0.0 again.' },
  ToolPatch: { tool_id: 'count_words', patch: codePatch, tests: testResults },
  ToolCatalog: { tools: [{ tool_id: 'count_words', description: 'Counts words.', is_registered: true }] },
  IngestionReport: { library_id: 'workspace', sources: [{ source: 'a.pdf', sha256: HASH, document_id: sample.documentId, chunks: 4, was_known: false }], failures: [] },
  IndexBuildReport: { library_id: 'workspace', embed_space: null, chunks_total: 4, chunks_stored: 3, failures: [{ what: 'chunk 4', reason: 'The disk was full.', retry_plan: 'Once more at the next run.' }] },
} satisfies Partial<Record<KnownArtifactType, object>>;
