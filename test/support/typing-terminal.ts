import type { Terminal } from '../../src/cli/index.ts';

/** A terminal with somebody at it: what they type comes when they type it, and everything they see is kept. */
export interface TypingTerminal {
  readonly terminal: Terminal;
  type(line: string): void;
  /** Ctrl-D: nothing that is typed afterwards arrives. */
  endInput(): void;
  /** Everything that was written, standard output and error as they appear on one screen. */
  screen(): string;
  /** Resolves as soon as the text has been shown. */
  untilShown(text: string): Promise<void>;
}

export function typingTerminal(): TypingTerminal {
  let screen = '';
  const typed: string[] = [];
  const watchers = new Set<() => void>();
  const input = { hasEnded: false };
  let onTyped = (): void => {};
  const write = async (text: string): Promise<void> => {
    screen += text;
    for (const watch of watchers) watch();
  };
  return {
    screen: () => screen,
    type(line) {
      typed.push(line);
      onTyped();
    },
    endInput() {
      input.hasEnded = true;
      onTyped();
    },
    untilShown: (text) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (!screen.includes(text)) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
        watch();
      }),
    terminal: {
      writeOut: write,
      writeError: write,
      async *readLines(signal) {
        while (!signal.aborted && !input.hasEnded) {
          const line = typed.shift();
          if (line !== undefined) yield line;
          else
            await new Promise<void>((resolve) => {
              onTyped = resolve;
              signal.addEventListener('abort', () => resolve(), { once: true });
            });
        }
      },
      isInteractive: true,
      columns: 100,
      colour: false,
    },
  };
}
