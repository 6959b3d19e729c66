export { contextBudgetFor, type WindowOfModel } from './budget.ts';
export { composeContext, type ComposedContext, type ContextPorts, type WantedContext } from './compose-context.ts';
export { frameMaterial, withoutOurMarkup } from './frame.ts';
export type { ContextItem } from './item.ts';
export { recentMessages, sessionSummaries, type PastExchange, type SaidMessage } from './producers/conversation.ts';
export { previousArtifacts, retrievalHits, type EarlierOutcome, type FoundPassage } from './producers/earlier-work.ts';
export { PROJECT_FILES, projectKnowledge, type ProjectFile } from './producers/project-knowledge.ts';
export { currentPhase, taskDefinition, type PhaseNow } from './producers/task-sections.ts';
export type { Summariser, ToShorten } from './summary/summarise-section.ts';
