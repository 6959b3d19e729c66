const NEWLINE = 0x0a;

export type BoundedLine = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'too_long' };

/** Lines of what a program writes, without their ends. A line beyond the bound is told once, and nothing after it is read. */
export async function* boundedLines(chunks: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<BoundedLine> {
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE, from); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      if (begunBytes + end - from > bytesMax) return yield { kind: 'too_long' };
      yield { kind: 'line', text: textOf([...begun, chunk.subarray(from, end)]) };
      begun = [];
      begunBytes = 0;
      from = end + 1;
    }
    begunBytes += chunk.length - from;
    if (begunBytes > bytesMax) return yield { kind: 'too_long' };
    begun.push(chunk.subarray(from));
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  const text = Buffer.concat(parts).toString('utf8');
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
