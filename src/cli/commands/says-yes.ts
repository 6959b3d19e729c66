import type { Surface } from '../surface.ts';

/** Reads one line: only a plain yes is one, and no answer is none. */
export async function saysYes({ terminal, signal }: Pick<Surface, 'terminal' | 'signal'>): Promise<boolean> {
  for await (const line of terminal.readLines(signal)) return ['y', 'yes'].includes(line.trim().toLowerCase());
  return false;
}
