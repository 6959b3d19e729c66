export { PREFERENCES_FILE, withPreference } from './preference-log.ts';
export { instructionsFor, type Instruction, type InstructionReader } from './workspace-instructions.ts';
