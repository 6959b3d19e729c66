/** Programs whose output follows from their arguments and their input alone, so that it can be known. */
import type { Call, ProgramTable } from '../evaluate/call.ts';
import { BELOW, blurred, isBelow, isKnown, plain, UNKNOWN } from '../expand/marks.ts';
import { decodeEscapes } from '../syntax/ansi-quotes.ts';
import { known } from './filters.ts';
import { readOptions } from './options.ts';

export const TEXT_PROGRAMS: ProgramTable = {
  echo, printf: formatted,
  true: () => '',
  false: () => '',
  ':': () => '',
  rev: (call) => onLines(call, (line) => [...line].reverse().join('')),
  tr: translate, cut, cat: concatenate, tac: reversesLines, head: firstLines, tail: lastLines, seq: counted,
  basename: (call) => pathPart(call, 'base'), dirname: (call) => pathPart(call, 'folder'),
  pwd: (call) => `${call.shell.folders[0] ?? UNKNOWN}\n`,
  yes: (call) => `${call.args[0] ?? 'y'}\n${UNKNOWN}`,
  sponge: (call) => {
    for (const operand of readOptions(call.args).operands) call.write(operand);
    return call.stdin ?? UNKNOWN;
  },
  which: (call) => `${readOptions(call.args).operands.map((name) => `/usr/bin/${name}`).join('\n')}\n`, whoami: () => UNKNOWN,
  readlink: (call) => (call.args.some((argument) => /^-[a-z]*[fem]/.test(argument)) ? call.run(['realpath', ...call.args.filter((argument) => !argument.startsWith('-'))]) : UNKNOWN),
  realpath: (call) => {
    const [operand] = readOptions(call.args).operands;
    return operand === undefined ? UNKNOWN : (call.paths(operand)[0] ?? UNKNOWN);
  },
};

function echo(call: Call): string {
  let args = [...call.args];
  let escapes = false;
  let newline = '\n';
  while (/^-[neE]+$/.test(args[0] ?? '')) {
    const [flags = '', ...rest] = args;
    if (flags.includes('n')) newline = '';
    if (flags.includes('e')) escapes = true;
    args = rest;
  }
  warnOfSecrets(call);
  const text = args.join(' ');
  return (escapes ? decodeEscapes(text, 'echo') : text) + newline;
}

function warnOfSecrets(call: Call): void {
  if (call.args.some((argument) => argument.includes('\ue001'))) call.ask('secret_shown', `${call.shown} shows a secret.`);
}

function formatted(call: Call): string {
  let [format = '', ...rest] = call.args;
  let target: string | undefined;
  if (format === '-v') {
    target = rest[0];
    [format = '', ...rest] = rest.slice(1);
  } else if (format === '--') [format = '', ...rest] = rest;
  warnOfSecrets(call);
  const text = fill(format, rest);
  if (target === undefined) return text;
  call.set(target, text);
  call.shell.variables.set(target, [text]);
  return '';
}

/** printf goes through its format again as long as arguments are left. */
function fill(format: string, args: readonly string[]): string {
  if (!isKnown(format) || format.length > FORMAT_CHARS_MAX) return blurred(format, ...args);
  let output = '';
  let taken = 0;
  for (let round = 0; round < 64 && output.length < FORMAT_CHARS_MAX; round += 1) {
    const before = taken;
    const filled = format.replace(/%(%|[-+ #0]{0,5}[0-9*]{0,6}(?:\.[0-9*]{1,6})?([diouxXcsbqeEfgGaA]))/g, (whole, body: string, kind: string | undefined) => {
      if (body === '%') return '\u0000%';
      taken += 1;
      return protect(converted(args[taken - 1] ?? '', whole, kind ?? 's'));
    });
    output += decodeEscapes(filled, 'quotes').replaceAll('\u0000%', '%');
    if (taken === before || taken >= args.length) break;
  }
  return taken < args.length && taken > 0 ? `${output.replaceAll('\uf8ff', '\\')}${UNKNOWN}` : output.replaceAll('\uf8ff', '\\');
}

/** A longer format or output is not followed. */
const FORMAT_CHARS_MAX = 4_096;

/** Backslashes of arguments are not the format's. */
const protect = (text: string): string => text.replaceAll('\\', '\uf8ff');

function converted(value: string, whole: string, kind: string): string {
  if (kind === 'b') return decodeEscapes(value, 'echo');
  if (kind === 'c') return value.charAt(0);
  if (kind === 's' || kind === 'q') {
    const precision = /\.([0-9]+)/.exec(whole);
    return precision ? value.slice(0, Number(precision[1])) : value;
  }
  const number = value.startsWith("'") || value.startsWith('"') ? value.charCodeAt(1) : Number(value === '' ? 0 : value);
  if (!Number.isFinite(number) || !isKnown(value)) return UNKNOWN;
  if (kind === 'x') return Math.trunc(number).toString(16);
  if (kind === 'X') return Math.trunc(number).toString(16).toUpperCase();
  if (kind === 'o') return padded(Math.trunc(number).toString(8), whole);
  return 'diu'.includes(kind) ? padded(String(Math.trunc(number)), whole) : String(number);
}

function padded(text: string, whole: string): string {
  const width = /%0([0-9]{1,2})/.exec(whole);
  return width ? text.padStart(Number(width[1]), '0') : text;
}

function concatenate(call: Call): string {
  return known(call, (text) => text);
}

function reversesLines(call: Call): string {
  return known(call, (text) => text.split('\n').filter((line, at, lines) => at < lines.length - 1 || line !== '').reverse().map((line) => `${line}\n`).join(''));
}

function onLines(call: Call, change: (line: string) => string): string {
  return known(call, (text) => text.split('\n').map(change).join('\n'));
}

function translate(call: Call): string {
  const options = readOptions(call.args);
  const [from = '', to = ''] = options.operands.map((operand) => characterSet(decodeEscapes(plain(operand), 'quotes')));
  return known(call, (text) => {
    if (options.has('c', 'C', 'complement', 's')) return options.has('d') ? [...text].filter((character) => from.includes(character)).join('') : UNKNOWN;
    if (options.has('d', 'delete')) return [...text].filter((character) => !from.includes(character)).join('');
    return [...text].map((character) => {
      const at = from.lastIndexOf(character);
      return at === -1 ? character : (to[at] ?? to.at(-1) ?? character);
    }).join('');
  }, []);
}

function characterSet(set: string): string {
  const named = set.replace(/\[:upper:\]/g, 'A-Z').replace(/\[:lower:\]/g, 'a-z').replace(/\[:digit:\]/g, '0-9').replace(/\[:space:\]/g, ' \t\n\r\f\v').replace(/\[:alpha:\]/g, 'A-Za-z').replace(/\[:alnum:\]/g, '0-9A-Za-z');
  let text = '';
  for (let at = 0; at < named.length; at += 1) {
    if (named[at + 1] === '-' && at + 2 < named.length) {
      for (let code = named.charCodeAt(at); code <= named.charCodeAt(at + 2) && text.length < 512; code += 1) text += String.fromCharCode(code);
      at += 2;
    } else text += named.charAt(at);
  }
  return text;
}

function cut(call: Call): string {
  const options = readOptions(call.args, { short: 'dfcb', long: ['delimiter', 'fields', 'characters', 'bytes', 'output-delimiter'] });
  const [delimiter = '\t'] = options.all('d', 'delimiter');
  const [fields] = options.all('f', 'fields');
  const [characters] = options.all('c', 'characters', 'b', 'bytes');
  const ranges = (fields ?? characters ?? '').split(',').map((range) => {
    const [first = '', last] = range.split('-');
    return { from: Number(first || 1), to: last === undefined ? Number(first) : Number(last || 1_000_000) };
  });
  const picked = (position: number): boolean => ranges.some(({ from, to }) => position >= from && position <= to);
  return known(call, (text) => text.split('\n').map((line) => {
    if (fields !== undefined) return line.split(delimiter).filter((_, index) => picked(index + 1)).join(delimiter);
    return [...line].filter((_, index) => picked(index + 1)).join('');
  }).join('\n'), options.operands);
}

/** `head -20` and `tail -20`. */
function bareCount(call: Call): string | undefined {
  return call.args.flatMap((argument) => /^-([0-9]{1,6})$/.exec(argument)?.[1] ?? [])[0];
}

function firstLines(call: Call): string {
  const options = readOptions(call.args, { short: 'nc', long: ['lines', 'bytes'] });
  const [lines] = options.all('n', 'lines');
  const [bytes] = options.all('c', 'bytes');
  const wanted = Number(lines ?? bareCount(call) ?? 10);
  if (bytes === undefined && options.operands.length === 0 && isBelow(call.stdin ?? '')) return call.stdin ?? '';
  // An endless input is known as far as it is wanted.
  const beginning = (call.stdin ?? '').split('\n').slice(0, wanted);
  if (bytes === undefined && options.operands.length === 0 && beginning.length === wanted && beginning.every(isKnown)) return `${beginning.join('\n')}\n`;
  return known(call, (text) => {
    if (bytes !== undefined) return /^[0-9]+$/.test(bytes) ? text.slice(0, Number(bytes)) : UNKNOWN;
    return Number.isInteger(wanted) && wanted >= 0 ? text.split('\n').slice(0, wanted).map((line) => `${line}\n`).join('') : UNKNOWN;
  }, options.operands);
}

function lastLines(call: Call): string {
  const options = readOptions(call.args, { short: 'ncs', long: ['lines', 'bytes', 'pid', 'sleep-interval'] });
  const [lines = bareCount(call) ?? '10'] = options.all('n', 'lines');
  const [bytes] = options.all('c', 'bytes');
  if (bytes === undefined && options.operands.length === 0 && isBelow(call.stdin ?? '')) return call.stdin ?? '';
  return known(call, (text) => {
    if (bytes !== undefined) return /^\+[0-9]+$/.test(bytes) ? text.slice(Number(bytes) - 1) : /^[0-9]+$/.test(bytes) ? text.slice(-Number(bytes)) : UNKNOWN;
    const all = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n');
    if (lines.startsWith('+')) return all.slice(Number(lines) - 1).map((line) => `${line}\n`).join('');
    return /^[0-9]+$/.test(lines) ? all.slice(-Number(lines)).map((line) => `${line}\n`).join('') : UNKNOWN;
  }, options.operands);
}

function pathPart(call: Call, part: 'base' | 'folder'): string {
  const [path = '', suffix = ''] = readOptions(call.args, { short: 's' }).operands;
  if (!isKnown(path)) return blurred(path);
  const names = path.replace(/(.)\/+$/, '$1').split('/');
  const base = names.at(-1) ?? '';
  if (part === 'base') return `${suffix !== '' && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`;
  return `${names.length === 1 ? '.' : names.slice(0, -1).join('/') || '/'}\n`;
}

function counted(call: Call): string {
  const numbers = readOptions(call.args.filter((argument) => !/^-[0-9]/.test(argument)), { short: 'sf' }).operands.map(Number);
  const [first = 1, step = 1, last = first] = numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
  if (!Number.isFinite(first) || !Number.isFinite(step) || !Number.isFinite(last) || step <= 0 || (last - first) / step > 256) return numbers.every(Number.isFinite) ? `${BELOW}\n` : UNKNOWN;
  let output = '';
  for (let value = first; value <= last; value += step) output += `${value}\n`;
  return output;
}
