import type { Terminal } from './surface.ts';

/** A terminal that keeps what was written; for tests and for programs that embed the command line. */
export interface MemoryTerminal {
  readonly terminal: Terminal;
  readonly out: () => string;
  readonly error: () => string;
}

export function memoryTerminal(input = '', options: Partial<Pick<Terminal, 'isInteractive' | 'columns' | 'colour'>> = {}): MemoryTerminal {
  const written = { out: '', error: '' };
  return {
    out: () => written.out,
    error: () => written.error,
    terminal: {
      writeOut: async (text) => void (written.out += text),
      writeError: async (text) => void (written.error += text),
      readLines: async function* lines() {
        yield* input.split('\n');
      },
      isInteractive: false,
      columns: 80,
      colour: false,
      ...options,
    },
  };
}
