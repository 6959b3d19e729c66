import {
  AnalysisReport,
  artifactGate,
  CriticReport,
  DiagramGraph,
  IndexBuildReport,
  OCRText,
  ResearchNotes,
  RetrievalReport,
  ToolCatalog,
  ToolPatch,
  UpdateRecommendation,
  VISION_CONFIDENCE_MIN,
  VisionAnalysis,
  type GateCheck,
  type GateId,
} from '../../contracts/index.ts';
import { untracedNumbers, type MadeCall } from '../../evaluation/index.ts';
import { referenceTo, type KeptArtifact } from './artifact-gates.ts';

/**
 * What the artifacts themselves say about the gates, the later ones of a type over the earlier. A gate about which there
 * is no artifact is left out: nobody looked at it.
 */
export function factsOfArtifacts(artifacts: readonly KeptArtifact[], calls: readonly MadeCall[]): GateCheck[] {
  const last = (type: string): KeptArtifact | undefined => artifacts.findLast(({ reference }) => reference.type === type);
  const about = (type: string, looks: (content: unknown, kept: KeptArtifact) => GateCheck[]): GateCheck[] => {
    const kept = last(type);
    return kept === undefined ? [] : looks(kept.content, kept);
  };
  const seen = ['VisionAnalysis', 'DiagramGraph', 'OCRText'].map(last).filter((kept) => kept !== undefined);
  return [
    ...presentTypes(artifacts),
    libraryFact(calls),
    ...about('CriticReport', (content, kept) => criticFacts(CriticReport.parse(content), kept)),
    ...about('RetrievalReport', (content, kept) => [check('retrieval_gates_passed', RetrievalReport.parse(content).gates_passed, 'What was retrieved was measured.', kept)]),
    ...about('ResearchNotes', (content, kept) => [check('citations_attached', ResearchNotes.parse(content).claims.length > 0, 'Every claim of the notes has its citations; notes without a claim have none.', kept)]),
    ...about('AnalysisReport', (content, kept) => numberFacts(AnalysisReport.parse(content), calls, kept)),
    ...(seen.length === 0 ? [] : visionFacts(seen)),
    ...about('UpdateRecommendation', (content, kept) => [check('items_accounted', UpdateRecommendation.safeParse(content).success, 'Every item was checked, or skipped with a reason.', kept)]),
    ...about('IndexBuildReport', (content, kept) => [check('chunks_accounted', IndexBuildReport.safeParse(content).success, 'Every chunk is stored, or its failure is recorded.', kept)]),
    ...about('ToolPatch', (content, kept) => toolFacts(ToolPatch.parse(content), last('ToolCatalog'), kept)),
  ];
}

/** What was registered fits its schema; whether it is also enough is asked where a contract requires it. */
function presentTypes(artifacts: readonly KeptArtifact[]): GateCheck[] {
  const types = new Set(artifacts.map(({ reference }) => reference.type));
  return [...types].map((type) => check(artifactGate(type), true, `There is a ${type}.`, ...artifacts.filter(({ reference }) => reference.type === type)));
}

/** What takes something into a library; each is an action of its own. */
const LIBRARY_ACTIONS: ReadonlySet<string> = new Set(['ingest_source', 'index_chunks']);

function libraryFact(calls: readonly MadeCall[]): GateCheck {
  const taken = calls.filter(({ decision }) => LIBRARY_ACTIONS.has(decision.tool_id)).length;
  return check('library_changed', taken > 0, `${taken} calls took something into a library.`);
}

function criticFacts({ verdict, required_fixes: fixes }: CriticReport, kept: KeptArtifact): GateCheck[] {
  return [check('critic_passed', verdict === 'pass', `The critic said ${verdict}.`, kept), check('fixes_named', verdict === 'fail' && fixes.length > 0, `The critic asks for ${fixes.length} fixes.`, kept)];
}

function numberFacts(report: AnalysisReport, calls: readonly MadeCall[], kept: KeptArtifact): GateCheck[] {
  const untraced = untracedNumbers(report.key_numbers, calls);
  return [check('numbers_traced', untraced.length === 0, untraced.length === 0 ? 'Every key number is in what its call or query gave.' : `Nothing shows ${untraced.map(({ name }) => name).join(', ')}.`, kept)];
}

function visionFacts(seen: readonly KeptArtifact[]): GateCheck[] {
  const least = Math.min(...seen.map(confidenceOf));
  const named = seen.some(({ reference, content }) => reference.type === 'VisionAnalysis' && VisionAnalysis.parse(content).next_step !== null);
  return [
    check('confidence_sufficient', least >= VISION_CONFIDENCE_MIN, `The least confidence is ${least}, and ${VISION_CONFIDENCE_MIN} is asked for.`, ...seen),
    check('next_step_named', named, named ? 'It says what would help.' : 'It does not say what would help.', ...seen),
  ];
}

function confidenceOf({ reference, content }: KeptArtifact): number {
  if (reference.type === 'VisionAnalysis') return VisionAnalysis.parse(content).confidence;
  return reference.type === 'DiagramGraph' ? DiagramGraph.parse(content).confidence : OCRText.parse(content).confidence;
}

function toolFacts({ tool_id: toolId }: ToolPatch, catalog: KeptArtifact | undefined, kept: KeptArtifact): GateCheck[] {
  const listed = catalog === undefined ? undefined : ToolCatalog.parse(catalog.content).tools.find((tool) => tool.tool_id === toolId);
  return [check('tool_registered', listed?.is_registered === true, `${toolId} is ${listed?.is_registered === true ? '' : 'not '}in the catalogue.`, kept)];
}

function check(gateId: GateId | `artifact:${string}`, isOpen: boolean, detail: string, ...kept: readonly KeptArtifact[]): GateCheck {
  return { gate_id: gateId, result: isOpen ? 'passed' : 'failed', detail, refs: kept.map(({ reference }) => referenceTo(reference)) };
}
