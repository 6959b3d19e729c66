import { captureOutput } from '../sandbox/output-capture.ts';
import { MCP_ERROR_OUTPUT_BYTES_MAX, MCP_ERROR_OUTPUT_LINES_MAX } from './limits.ts';

export interface LastLines {
  lines(): readonly string[];
  /** Resolves when all was read. */
  readonly isRead: Promise<void>;
}

/** Reads a program's error output to its end and keeps the last of it. */
export function lastLinesOf(chunks: AsyncIterable<Uint8Array>): LastLines {
  const kept = captureOutput({ headBytes: 0, tailBytes: MCP_ERROR_OUTPUT_BYTES_MAX });
  return {
    lines: () => Buffer.from(kept.captured().tail).toString('utf8').split('\n').filter((line) => line.trim() !== '').slice(-MCP_ERROR_OUTPUT_LINES_MAX),
    isRead: readAll(chunks, kept.push),
  };
}

async function readAll(chunks: AsyncIterable<Uint8Array>, push: (chunk: Uint8Array) => void): Promise<void> {
  try {
    for await (const chunk of chunks) push(chunk);
  } catch {
    return;
  }
}
