/**
 * Every kind of artifact that there is; each is named like the schema of its content. Beside it stands who makes its content: the product, from what really happened, or the role in its own words.
 */
export const ARTIFACT_TYPES = {
  CodePatch: 'product',
  TestResults: 'product',
  ImplementationNotes: 'role',
  CriticReport: 'role',
  SecurityFindings: 'role',
  ResearchNotes: 'role',
  RetrievalReport: 'product',
  AnalysisReport: 'role',
  Code: 'role',
  DataArtifact: 'product',
  VisionAnalysis: 'role',
  DiagramGraph: 'role',
  OCRText: 'role',
  UpdateRecommendation: 'role',
  ResultView: 'role',
  ToolPatch: 'product',
  ToolCatalog: 'product',
  IngestionReport: 'product',
  IndexBuildReport: 'product',
  RunSummary: 'product',
  ContextSummary: 'product',
  ConflictResolution: 'product',
  FinalResult: 'product',
} as const satisfies Readonly<Record<string, 'product' | 'role'>>;
export type KnownArtifactType = keyof typeof ARTIFACT_TYPES;
