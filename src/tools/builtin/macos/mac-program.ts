import type { ToolAvailability } from '../../registry/tool.ts';
import type { ToolHands } from '../../runner/hands.ts';

/** Offered only on macOS, and only where the program is: elsewhere something else may have its name. */
export async function macProgram(program: string, { place, hasProgram }: Pick<ToolHands, 'place' | 'hasProgram'>): Promise<ToolAvailability> {
  if (place.platform !== 'darwin') return { isAvailable: false, reason: 'This works on macOS only.' };
  return (await hasProgram(program)) ? { isAvailable: true } : { isAvailable: false, reason: `The program ${program} is not there.` };
}
