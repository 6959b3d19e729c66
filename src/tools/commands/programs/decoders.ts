/** Programs that turn text into other text by a code: what they are given and known to give is followed. */
import { gunzipSync } from 'node:zlib';
import type { Call, ProgramTable } from '../evaluate/call.ts';
import { blurred, isKnown, isSecret, REMOTE, UNKNOWN } from '../expand/marks.ts';
import { VALUE_CHARS_MAX } from '../limits.ts';
import { rotated } from '../rules/rotated.ts';
import { inputOf, known } from './filters.ts';
import { readOptions } from './options.ts';

/** Begins a value that holds bytes, one in each character, because they are no text. */
const BYTES = '\uf8f0';
/** Begins a value that stands for the packed form of the text behind it. */
const PACKED = '\uf8f1';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const DECODER_PROGRAMS: ProgramTable = {
  base64: codes, gbase64: codes, base32: codes, basenc: codes, xxd, openssl, uudecode: unpacksMail, rot13: rotates,
  gzip: packs, bzip2: packs, xz: packs, zstd: packs, pigz: packs, lz4: packs,
  gunzip: unpacks, zcat: unpacks, bunzip2: unpacks, bzcat: unpacks, unxz: unpacks, xzcat: unpacks, unzstd: unpacks, zstdcat: unpacks, gzcat: unpacks,
};

function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? BYTES + bytes.toString('latin1') : text;
}

function decodedFrom(text: string, code: string): string {
  const letters = text.replace(/\s/g, '');
  if (code === 'base32') return textOf(fromBase32(letters));
  return textOf(Buffer.from(letters, code === 'base16' ? 'hex' : 'base64'));
}

function fromBase32(letters: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of letters.toUpperCase()) {
    const digit = BASE32.indexOf(letter);
    if (digit === -1) break;
    value = (value << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

function codes(call: Call): string {
  const options = readOptions(call.args, { short: call.context.platform === 'darwin' ? 'bio' : 'w', long: ['wrap', 'input', 'output'] });
  const code = ['base32', 'base16'].find((name) => call.name === name || options.has(name)) ?? 'base64';
  const decodes = options.has('d', 'D', 'decode');
  if (decodes) call.note('decoder');
  return known(call, (text) => {
    if (decodes) return decodedFrom(text, code);
    return code === 'base32' ? UNKNOWN : `${Buffer.from(text, 'utf8').toString(code === 'base16' ? 'hex' : 'base64')}\n`;
  }, [...options.operands, ...options.all('i', 'input')]);
}

function xxd(call: Call): string {
  const options = readOptions(call.args.map((argument) => (argument === '-ps' || argument === '-plain' ? '-p' : argument)), { short: 'csl' });
  if (!options.has('r')) return known(call, (text) => (options.has('p') ? `${Buffer.from(text, 'utf8').toString('hex')}\n` : UNKNOWN), options.operands);
  call.note('decoder');
  return known(call, (text) => {
    const digits = options.has('p') ? text : text.split('\n').map((line) => (line.split(':')[1] ?? line).split('  ')[0] ?? '').join('');
    return decodedFrom(digits, 'base16');
  }, options.operands);
}

const OPENSSL_ORDINARY = new Set([
  'version', 'dgst', 'sha256', 'sha1', 'md5', 'enc', 'base64', 'x509', 'rand', 'verify', 'ciphers', 'list', 'help',
]);

function openssl(call: Call): string {
  const [verb = '', ...rest] = call.args;
  const options = readOptions(rest, { singleDash: true, long: ['in', 'out', 'k', 'K', 'pass', 'iv', 'connect', 'e', 'host'] });
  if (verb === 's_client' || verb === 's_server') {
    call.ask('network', `${call.shown} opens a network connection.`);
    if (call.stdin !== undefined && isSecret(call.stdin)) call.block('exfiltration', `${call.shown} would send secrets to another host.`);
    call.note('relay');
    return REMOTE;
  }
  for (const file of options.all('out')) call.write(file);
  if (options.has('d')) call.note('decoder');
  const isBase64 = verb === 'base64' || (verb === 'enc' && options.has('base64', 'a'));
  if (isBase64 && !options.has('k', 'K', 'pass')) {
    return known(call, (text) => (options.has('d') ? decodedFrom(text, 'base64') : `${Buffer.from(text, 'utf8').toString('base64')}\n`), options.all('in'));
  }
  if (!OPENSSL_ORDINARY.has(verb)) call.ask('keys', `${call.shown} works with keys.`);
  return known(call, () => UNKNOWN, options.all('in'));
}

/** The body of a `begin` … `end` block: each line tells its length, each letter carries six bits. */
function unpacksMail(call: Call): string {
  call.note('decoder');
  const options = readOptions(call.args, { short: 'o' });
  return known(call, (text) => {
    const lines = text.split('\n');
    const from = lines.findIndex((line) => line.startsWith('begin '));
    const bytes: number[] = [];
    for (const line of lines.slice(from + 1)) {
      const length = (line.charCodeAt(0) - 32) & 0x3f;
      if (line === 'end' || line === '' || length === 0) break;
      const sixes = Array.from(line.slice(1), (letter) => (letter.charCodeAt(0) - 32) & 0x3f);
      const unpacked = Array.from({ length: Math.ceil(sixes.length / 4) }, (_, group) => {
        const [a = 0, b = 0, c = 0, d = 0] = sixes.slice(group * 4, group * 4 + 4);
        return [((a << 2) | (b >> 4)) & 0xff, ((b << 4) | (c >> 2)) & 0xff, ((c << 6) | d) & 0xff];
      }).flat();
      bytes.push(...unpacked.slice(0, length));
    }
    return textOf(Buffer.from(bytes));
  }, options.operands);
}

function rotates(call: Call): string {
  call.note('decoder');
  return known(call, rotated);
}

function packs(call: Call): string {
  const options = readOptions(call.args, { short: 'S' });
  if (options.has('d', 'decompress', 'uncompress')) return unpacks(call);
  if (!options.has('c', 'stdout', 't', 'l')) for (const operand of options.operands) call.write(operand);
  const text = inputOf(call, options.operands);
  return isKnown(text) ? PACKED + text : blurred(text);
}

function unpacks(call: Call): string {
  const options = readOptions(call.args, { short: 'S' });
  const prints = options.has('c', 'stdout', 't', 'l') || call.name.endsWith('cat');
  if (!prints) for (const operand of options.operands) call.write(operand);
  const text = inputOf(call, options.operands);
  if (!isKnown(text)) return blurred(text);
  if (text.startsWith(PACKED)) return text.slice(PACKED.length);
  if (!text.startsWith(BYTES)) return UNKNOWN;
  try {
    return textOf(gunzipSync(Buffer.from(text.slice(BYTES.length), 'latin1'), { maxOutputLength: VALUE_CHARS_MAX }));
  } catch {
    // It is packed in another way, cut short, or longer than is followed.
    return UNKNOWN;
  }
}
