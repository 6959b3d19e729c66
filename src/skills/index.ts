export { instructionsFor, type Instruction, type InstructionReader } from './workspace-instructions.ts';
