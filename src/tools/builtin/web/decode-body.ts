/** Where HTML says its own encoding, when the server did not. */
const META_PROBE_BYTES = 2_048;

/** The text of an answer by what the server says, then by its first bytes, then by what the page says; UTF-8 otherwise. */
export function decodeBody(body: Uint8Array, contentTypeHeader: string): string {
  const label = bomLabel(body) ?? parameter(contentTypeHeader, 'charset') ?? parameter(Buffer.from(body.subarray(0, META_PROBE_BYTES)).toString('latin1'), 'charset') ?? 'utf-8';
  return (decoderFor(label) ?? new TextDecoder()).decode(body);
}

function bomLabel([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** `charset=x` or `charset="x"`, wherever it stands. */
function parameter(text: string, name: string): string | undefined {
  const at = text.toLowerCase().indexOf(`${name}=`);
  if (at === -1) return undefined;
  const value = text.slice(at + name.length + 1, at + name.length + 41).replace(/^["']/, '');
  return /^[A-Za-z0-9_.:-]+/.exec(value)?.[0];
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
