import type { Client } from '../client/index.ts';
import type { ErrorBody } from '../contracts/index.ts';
import { printableLines } from './commands/printable.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Where the command line reads and writes. Given from outside, so that it can be tested as a person sees it. */
export interface Terminal {
  /** Resolves when the text is taken, so that a slow reader slows the writer. */
  readonly writeOut: (text: string) => Promise<void>;
  readonly writeError: (text: string) => Promise<void>;
  /** Standard input as lines without their endings, until it ends or the signal says so. */
  readonly readLines: (signal: AbortSignal) => AsyncIterable<string>;
  readonly isInteractive: boolean;
  readonly columns: number;
  readonly colour: boolean;
  /** Whether lines can be changed in place. */
  readonly repaints?: boolean;
  /** Opens a page in the person's browser and gives back what tidies up after it, or false; absent where there is no desktop. */
  readonly openPage?: (url: string) => Promise<(() => Promise<void>) | false>;
  /** Opens a text in the person's own editor and gives it back as they left it; absent where there is none to open it in. */
  readonly edit?: (text: string, signal: AbortSignal) => Promise<EditedText>;
}

/** The file stays where it is until it is discarded, so that nothing that was written is lost. */
export type EditedText = { readonly text: string; readonly file: string; discard(): Promise<void> } | { readonly failed: ErrorBody };

/** Why the signal of a surface was raised when nobody interrupted: what reads the output wants no more. */
export const OUTPUT_ENDED = 'output_ended';

export interface Surface {
  readonly terminal: Terminal;
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** Shows a failure the same way everywhere: what happened, what to do, and the code to look up. It may quote words of others, so only characters that print are shown. */
export async function showFailure({ terminal }: Surface, error: ErrorBody, asJson: boolean): Promise<ExitCode> {
  if (asJson) await terminal.writeOut(`${JSON.stringify({ error })}\n`);
  else await terminal.writeError(`keelson: ${printableLines(error.message)}\n         ${printableLines(error.next_step)}\n         [${error.code}]\n`);
  if (error.code.startsWith('internal.') || error.code.startsWith('server.') || error.code === 'invariant.broken') return EXIT.internal;
  return NOT_UNDERSTOOD.has(error.code) ? EXIT.usage : EXIT.failed;
}

/** What was typed names nothing that there is or could be; every other refusal is an answer. */
const NOT_UNDERSTOOD: ReadonlySet<string> = new Set(['input.invalid', 'tool.unknown', 'tool.arguments_invalid', 'approval.unknown', 'hard_call.unknown', 'hard_call.answer_invalid', 'run.unknown', 'artifact.unknown', 'session.unknown', 'taint.subject_unknown']);
