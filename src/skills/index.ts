export { changedLines, preferenceDraft, preferenceProblems, settleDraft, type SettledDraft } from './preference-draft.ts';
export { PREFERENCES_FILE, PREFERENCES_TITLE, withPreference } from './preference-log.ts';
export { instructionsFor, type Instruction, type InstructionReader } from './workspace-instructions.ts';
