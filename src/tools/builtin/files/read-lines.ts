import type { WorkspaceFiles } from '../../paths/workspace-files.ts';
import { READ_CHUNK_BYTES, READ_SCANNED_BYTES_MAX, READ_TEXT_CHARS_MAX } from './limits.ts';
import { createTextReader, detectEncoding, type TextEncoding } from './text-encoding.ts';

export interface LineRange {
  /** 1 is the first. */
  readonly firstLine: number;
  readonly linesMax: number;
}

export interface ReadLines {
  readonly path: string;
  readonly totalBytes: number;
  /** Null for a file that is no text; there are no lines then. */
  readonly encoding: TextEncoding | null;
  readonly text: string;
  /** How many lines the text has. */
  readonly lineCount: number;
  /** Null when the end of the file was not reached. */
  readonly totalLines: number | null;
  /** The last line is longer than what is given of it. */
  readonly isLineCut: boolean;
}

/** Reads some lines of a file of any size, holding no more of it than is asked for. */
export async function readLines(files: WorkspaceFiles, path: string, range: LineRange): Promise<ReadLines> {
  const first = await files.read(path, { maxBytes: READ_CHUNK_BYTES });
  const encoding = detectEncoding(first.bytes, !first.isCut);
  const told = { path: first.path, totalBytes: first.totalBytes, encoding };
  if (encoding === null) return { ...told, text: '', lineCount: 0, totalLines: null, isLineCut: false };
  const taker = createLineTaker(range);
  const decode = createTextReader(encoding);
  let chunk = first;
  for (let offset = chunk.bytes.length; ; offset += chunk.bytes.length) {
    taker.take(decode(chunk.bytes, !chunk.isCut));
    if (!chunk.isCut) return { ...told, ...taker.end() };
    if (taker.isFull() || offset >= READ_SCANNED_BYTES_MAX) return { ...told, ...taker.end(), totalLines: null };
    chunk = await files.read(path, { maxBytes: READ_CHUNK_BYTES, offsetBytes: offset });
  }
}

interface LineTaker {
  take(text: string): void;
  isFull(): boolean;
  end(): Pick<ReadLines, 'text' | 'lineCount' | 'totalLines' | 'isLineCut'>;
}

function createLineTaker({ firstLine, linesMax }: LineRange): LineTaker {
  let text = '';
  let line = 1;
  /** The line before which nothing more is taken; found when the room or the lines are used up. */
  let lineAfter = firstLine + linesMax;
  let isLineCut = false;
  let isLineBegun = false;

  /** Takes part of the current line; one that does not fit is left for the next call, unless it is the only one. */
  const takePart = (part: string): void => {
    if (part === '') return;
    isLineBegun = true;
    if (line < firstLine || line >= lineAfter) return;
    if (text.length + part.length <= READ_TEXT_CHARS_MAX) {
      text += part;
      return;
    }
    const lineStart = text.lastIndexOf('\n') + 1;
    if (lineStart > 0) {
      text = text.slice(0, lineStart);
      lineAfter = line;
    } else {
      text += part.slice(0, READ_TEXT_CHARS_MAX - text.length);
      isLineCut = true;
      lineAfter = line + 1;
    }
  };

  return {
    take(piece) {
      let from = 0;
      for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
        takePart(piece.slice(from, end + 1));
        line += 1;
        isLineBegun = false;
        from = end + 1;
      }
      takePart(piece.slice(from));
    },
    isFull: () => line >= lineAfter,
    end: () => {
      const totalLines = isLineBegun ? line : line - 1;
      return { text, lineCount: Math.max(0, Math.min(totalLines, lineAfter - 1) - firstLine + 1), totalLines, isLineCut };
    },
  };
}
