import { COMMAND_CHARS_MAX } from '../limits.ts';
import { readScript } from './commands.ts';
import { type Cursor, type Grammar, isCut, nested, peek, SyntaxFault } from './cursor.ts';
import type { Script } from './tree.ts';
import { readParts } from './words.ts';

export type ParsedShell =
  | { readonly ok: true; readonly script: Script; /** Reading stopped at `commandsMax`, and the script goes on. */ readonly isCut?: true }
  | { readonly ok: false; readonly reason: string; readonly at: number };

export interface ParseOptions {
  /** Whether `@(…)` and its like are patterns; they are unless this says otherwise. */
  readonly extendedGlobs?: boolean;
  /** Commands after which the outermost list is left unread. Only for whoever follows no more of them and says so. */
  readonly commandsMax?: number;
}

const GRAMMAR: Grammar = {
  script: readScript,
  parts: readParts,
  inner: (cursor, text) => nested(cursor, () => readWhole({ ...cursor, text, at: 0, pending: [] })),
};

/** Reads POSIX shell and bash. What is not understood whole is refused, never read in part. */
export function parseShell(text: string, { extendedGlobs = true, commandsMax = Infinity }: ParseOptions = {}): ParsedShell {
  if (text.length > COMMAND_CHARS_MAX) {
    return { ok: false, reason: `it has ${text.length} characters, and at most ${COMMAND_CHARS_MAX} are read`, at: 0 };
  }
  const cursor: Cursor = { text, at: 0, depth: 0, budget: { nodes: 0, commands: 0, commandsMax }, pending: [], grammar: GRAMMAR, extendedGlobs };
  try {
    return { ok: true, script: readWhole(cursor), ...(isCut(cursor) && { isCut: true }) };
  } catch (error) {
    if (error instanceof SyntaxFault) return { ok: false, reason: error.message, at: error.at };
    throw error;
  }
}

function readWhole(cursor: Cursor): Script {
  const script = readScript(cursor, [], { mayBeEmpty: true });
  if (peek(cursor) !== '' && !isCut(cursor)) throw new SyntaxFault(`"${peek(cursor)}" stands where nothing is expected`, cursor.at);
  return script;
}
