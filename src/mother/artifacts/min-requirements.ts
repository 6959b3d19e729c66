import { AnalysisReport, CodePatch, CriticReport, DataArtifact, ImplementationNotes, ResearchNotes, RetrievalReport, TestResults, UpdateRecommendation, type KnownArtifactType } from '../../contracts/index.ts';

type ContentRule = (content: unknown) => boolean;

/**
 * What a contract can ask of an artifact beyond its schema, by type and name. What is not here cannot be checked, so no
 * contract may ask for it. The content was parsed by its schema before.
 */
const REQUIREMENTS: Readonly<Partial<Record<KnownArtifactType, Readonly<Record<string, ContentRule>>>>> = {
  CodePatch: {
    has_diff_or_hashes: (content) => CodePatch.parse(content).files.every(({ is_text: isText, after_sha256: after, before_sha256: before }) => isText || after !== null || before !== null),
    has_text_diff: (content) => CodePatch.parse(content).diff !== '',
  },
  TestResults: { ended_by_itself: (content) => TestResults.parse(content).exit_code !== null },
  ImplementationNotes: { gives_reasons: (content) => ImplementationNotes.parse(content).decisions.length > 0 },
  CriticReport: { fixes_are_testable: (content) => CriticReport.parse(content).required_fixes.every(({ test }) => test.trim() !== '') },
  ResearchNotes: { has_a_claim: (content) => ResearchNotes.parse(content).claims.length > 0 },
  RetrievalReport: { gates_passed: (content) => RetrievalReport.parse(content).gates_passed },
  AnalysisReport: { has_a_key_number: (content) => AnalysisReport.parse(content).key_numbers.length > 0 },
  DataArtifact: { names_its_maker: (content) => DataArtifact.parse(content).made_by.trim() !== '' },
  UpdateRecommendation: { has_a_rollback_plan: (content) => UpdateRecommendation.parse(content).rollback_plan.trim() !== '' },
};

export function isMinRequirement(type: string, name: string): boolean {
  return requirementsOf(type)[name] !== undefined;
}

/** The names, among these, of what is not true of the content. */
export function unmetRequirements(type: string, names: readonly string[], content: unknown): string[] {
  return names.filter((name) => requirementsOf(type)[name]?.(content) !== true);
}

function requirementsOf(type: string): Readonly<Record<string, ContentRule>> {
  return Object.hasOwn(REQUIREMENTS, type) ? (REQUIREMENTS[type as KnownArtifactType] ?? {}) : {};
}
