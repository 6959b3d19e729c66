/**
 * Looks at a program text of another language for what must never run. It is no parser of those languages: it reads
 * their string literals and the names around them, so it finds what is written plainly; everything else asks anyway.
 */
import type { Call } from '../evaluate/call.ts';
import { isKnown, plain } from '../expand/marks.ts';
import { CODE_CHARS_MAX } from '../limits.ts';
import { decodeEscapes } from '../syntax/ansi-quotes.ts';
import { isOwnState, isRawDevice, normalise, vitalMatch } from './places.ts';
import { rotated } from './rotated.ts';
import { isSecretName, isSensitive } from './secrets.ts';

const LITERALS_MAX = 200;
const DEPTH_MAX = 4;
const DISGUISES_MAX = 16;

const RUNS = /\b(system|exec[lv]?[pe]?[pe]?|execSync|execFile(Sync)?|spawn(Sync)?|popen[23]?|Popen|__import__|os:cmd|cmd|process|check_(call|output)|subprocess|child_process|shell_exec|passthru|proc_open|pcntl_exec|getoutput|getstatusoutput|posix_spawn|Runtime|ProcessBuilder|Command|IO\.popen|Open3|os\.execute|io\.popen|startfile|Start-Process|Invoke-Expression|iex|do shell script|run|eval|Kernel|sh|call|command|shell|Deno|Bun|execute)\b|`|%x|\bqx\b|\$`/;
const REMOVES = /\b(rmtree|rmdir(Sync|_s)?|unlink(Sync)?|rmSync|rm|rm_r|rm_rf|rm_f|remove_tree|remove_entry(_secure)?|remove(Sync|All|dirs|_dir|_dir_all)?|removedirs|delete-directory|file delete|delete|delete_tree|deleteDirectory|emptyDir(Sync)?|rimraf|rmdirs|Remove-Item|ri|del|erase|rd|destroy|shred|truncate|purge|chmod|chown|lchown|move|rename(Sync)?|replace)\b/;
const WRITES = /\b(open|write(File|FileSync|_text|_bytes|lines)?|appendFile(Sync)?|createWriteStream|fopen|file_put_contents|File\.write|IO\.write|truncate|dd|copy(file)?|copyFileSync|Set-Content|Out-File|symlink|rename(Sync)?|replace|unlink(Sync)?|remove)\b/;
const SOCKET = /\b(socket|create_connection|TCPSocket|TCPServer|fsockopen|stream_socket_client|net\.(connect|createConnection|Socket)|Net::|IO::Socket|connect|INET|TCPClient|pfsockopen|tcp)\b/;
const SHELLS = /\b(dup2|pty|fileno|STDIN|StandardInput|\/bin\/(ba|z|da|k)?sh|(ba|z)?sh -i|cmd\.exe|spawn|exec|Popen|popen|proc_open|pipe)\b|\/bin\/(ba|da|z)?sh|>&/;
const SENDS = /\b(urlopen|requests|urllib|http|https|fetch|axios|Net::HTTP|LWP|socket|curl|file_get_contents\(['"]http|WebClient|Invoke-WebRequest|Invoke-RestMethod|sendto|connect|XMLHttpRequest|smtplib|ftplib)\b|https?:\/\//;
const FORKS = /\b(pcntl_)?fork\b/;
const ENDLESS = /\bwhile\b\s*\(?\s*(1|true|True|fork)\b|\bloop\b|\bfor\s*\(\s*;\s*;|\buntil\s*\(?\s*(0|false)\b|\bredo\b|\bfork\(?\)?\s+(while|until)\b|\biter\(int,\s*1\)/;
/** A program that starts its own file again. */
const STARTS_ITSELF = /\bfork\(\s*__filename|load\(\s*__FILE__/;
const HOME = /expanduser\(\s*['"]~\/?['"]|Path\.home\(\)|homedir\(\)|process\.env\.HOME|environ\[?\(?.{0,5}HOME|ENV\[.HOME|\$ENV\{.?HOME|Dir\.home|getenv\(.HOME|\$HOME|\$env:USERPROFILE|%USERPROFILE%|os\.getenv\(.HOME/;

/** As much of a program text as is looked at. */
export function codeText(code: string): string {
  return plain(code.slice(0, CODE_CHARS_MAX));
}

/** Reports what is found; whether the code asks beyond that is the caller's business. */
export function inspectCode(call: Call, code: string, depth = 0): void {
  const text = codeText(code);
  if (!isKnown(code) && text.length < 4) return;
  const literals = [...literalsOf(text), ...globbedIn(text), ...(/\b(os\.sep|path\.sep|File::SEPARATOR)\b/.test(text) ? ['/'] : []), ...(/\bfile delete\b/.test(text) ? text.split(/[\s;]+/) : [])];
  const { context } = call;
  const paths = literals.map((literal) => literal.replace(/^[<>+|\s]+/, '')).filter((literal) => /^[/~.]|^[A-Za-z]:/.test(literal)).map((literal) => normalise(literal.replace(/^~(?=\/|$)/, context.home).replaceAll('*', '\ue003'), call.shell.folders[0] ?? context.currentFolder));
  const shown = call.shown;
  const removes = REMOVES.test(text);
  if (removes) {
    const vital = paths.find((path) => vitalMatch(path, context) !== undefined);
    if (vital !== undefined) call.block('root_wipe', `${shown} would remove ${plain(vital)}.`);
    if (HOME.test(text) && literals.every((literal) => literal.length < 3 || literal.startsWith('~') || !literal.includes('/') || literal.length < 2) && /rmtree|rmSync|rm_rf|rm_r|remove_tree|rimraf|removeSync|RemoveAll|remove_dir_all|Remove-Item/.test(text) && !/join\(|\+ *['"]\/|\/ *['"]\w/.test(text)) call.block('root_wipe', `${shown} would remove the home folder.`);
    if (/Remove-Item|\brd\b|\bdel\b|format/i.test(text) && /[A-Za-z]:\\?(\s|\*|$|["'])/.test(text)) call.block('root_wipe', `${shown} would erase a disk.`);
  }
  if (removes || WRITES.test(text)) {
    if (paths.some((path) => isOwnState(path, context)) || literals.some((literal) => isOwnState(literal, context))) call.block('own_state', `${shown} would change Keelson’s own state.`);
  }
  if (WRITES.test(text)) {
    const device = paths.find(isRawDevice);
    const writing = /['"](w|wb|a|ab|r\+|rb\+|r\+b|w\+|>|\+<)['"]|>|write|Write|copy|append|O_WRONLY|O_RDWR/.test(text);
    if (device !== undefined && writing) call.block('raw_device', `${shown} would write to the device ${device}.`);
    const system = paths.find((path) => /^\/etc\/(passwd|shadow|sudoers|group|fstab)$|^\/boot\//.test(path));
    if (system !== undefined && writing) call.block('system_file', `${shown} would overwrite ${system}.`);
  }
  if (SOCKET.test(text) && SHELLS.test(text) && !/\.(get|post)\(/.test(text)) call.block('reverse_shell', `${shown} would hand a shell to a network connection.`);
  const names = literals.flatMap((literal) => (literal.includes('://') ? [] : literal.split(/\s+/)));
  if (SENDS.test(text) && (paths.some(isSensitive) || names.some((name) => name.length > 3 && isSensitive(name)) || /os\.environ\b(?!\.get|\[)|process\.env\b(?!\.\w)/.test(text) || (!/authorization|headers/i.test(text) && secretNamesIn(text)))) call.block('exfiltration', `${shown} would send secrets over the network.`);
  if (paths.some(isSensitive) || /\.env\b/.test(literals.join(' '))) call.ask('secret_read', `${shown} reads a place of secrets.`);
  if (STARTS_ITSELF.test(text) || (FORKS.test(text) && ENDLESS.test(text)) || (ENDLESS.test(text) && /\bspawn\b|&['"]/.test(text) && RUNS.test(text))) call.block('fork_bomb', `${shown} is a fork bomb.`);
  if (depth >= DEPTH_MAX) return;
  if (RUNS.test(text)) runLiterals(call, text, literals);
  const hidden = new Set(literals.flatMap((literal) => disguised(literal, text)));
  if (/\b(eval|exec|Function|compile)\b/.test(text)) for (const literal of literals) if (literal.includes('(')) inspectCode(call, literal, depth + 1);
  for (const literal of [...hidden].slice(0, DISGUISES_MAX)) {
    inspectCode(call, literal, depth + 1);
    call.script(literal);
  }
  // perl opens a program that stands behind or before a bar as if it were a file.
  for (const literal of literals) if (/^\||\|$/.test(literal.trim())) call.script(literal.trim().replace(/^\||\|$/g, ''));
  for (const match of text.matchAll(/\bexec\s+([a-z/][^\n;\]"'`)]*)/g)) call.script(match[1] ?? '');
  const spelled = spelledCharacters(text);
  if (spelled !== undefined) {
    call.script(spelled);
    inspectCode(call, spelled, depth + 1);
  }
}

/** Every literal that may be a command is judged as one, alone and as a list. */
function runLiterals(call: Call, text: string, literals: readonly string[]): void {
  const candidates = new Set(literals.filter((literal) => /[a-zA-Z]/.test(literal)));
  candidates.add(literals.join(' '));
  const spelled = text.replace(/\bchr\(\s*([0-9]{1,3})\s*\)/g, (_, code: string) => `'${String.fromCharCode(Number(code))}'`);
  const joined = spelled.replace(/(['"])\s*(?:\+|\.\.|\.|,)?\s*\1/g, '');
  for (const literal of literalsOf(joined)) candidates.add(literal);
  for (const literal of [...candidates].slice(0, 24)) if (literal.length > 1) call.script(literal.replace(/\\\$/g, '$'));
}

/** String literals of the common languages, adjacent and concatenated ones apart. */
export function literalsOf(text: string): string[] {
  const literals: string[] = [];
  const unclosed = new Set<string>();
  for (let at = 0; at < text.length && literals.length < LITERALS_MAX; at += 1) {
    const quote = text.charAt(at);
    const bracket = /^(?:%[qQxwW]?|q[qxw]?)([{([<|/!])/.exec(text.slice(at, at + 4));
    const close = bracket && !/\w/.test(text[at - 1] ?? '') ? ({ '{': '}', '(': ')', '[': ']', '<': '>' }[bracket[1] ?? ''] ?? bracket[1] ?? '') : undefined;
    const opening = close === undefined ? 1 : (bracket?.[0].length ?? 1);
    const closing = close ?? (`'"\``.includes(quote) ? quote : undefined);
    // What was not closed once is not closed later either.
    if (closing === undefined || unclosed.has(closing)) continue;
    let end = at + opening;
    while (end < text.length && text[end] !== closing) end += text[end] === '\\' ? 2 : 1;
    if (end >= text.length) {
      unclosed.add(closing);
      continue;
    }
    literals.push(decodeEscapes(text.slice(at + opening, end), 'quotes'));
    at = end;
  }
  return literals;
}

/** Forms in which a literal may be meant, by the names of what would undo them. */
function disguised(literal: string, text: string): string[] {
  return [
    ...(/decode|b64|atob|base64|pack|fromhex|hex|from\(|eval|exec/i.test(text) ? decodings(literal) : []),
    ...(/reverse|strrev|\[::-1\]|\brev\b/.test(text) ? [[...literal].toReversed().join('')] : []),
    ...(/rot_?13/i.test(text) ? [rotated(literal)] : []),
  ];
}

/** Whether a variable is read whose name says that it is a secret. */
function secretNamesIn(text: string): boolean {
  return [...text.matchAll(/(?:process\.env\.|process\.env\[['"]|environ(?:\.get\(|\[)['"]|getenv\(['"]|ENV(?:\.fetch\(|\[|\{)['"]?)(\w{1,64})/g)].some((match) => isSecretName(match[1] ?? ''));
}

/** Perl's `</*>` is a glob. */
function globbedIn(text: string): string[] {
  return [...text.matchAll(/<([/~][^<>\s]{0,64})>/g)].map((match) => match[1] ?? '');
}

function decodings(literal: string): string[] {
  if (literal.length < 8) return [];
  const found: string[] = [];
  if (/^[A-Za-z0-9+/=_-]+$/.test(literal)) found.push(Buffer.from(literal, 'base64').toString('utf8'));
  if (/^[0-9A-Fa-f]+$/.test(literal) && literal.length % 2 === 0) found.push(Buffer.from(literal, 'hex').toString('utf8'));
  return found.filter((text) => /^[\x20-\x7e\s]+$/.test(text));
}

/** `chr(114)+chr(109)…`, `String.fromCharCode(114,109…)` and lists of numbers. */
function spelledCharacters(text: string): string | undefined {
  const single = [...text.matchAll(/\bchr\(?\s*([0-9]{2,3})\s*\)?/g)].map((match) => Number(match[1]));
  const list = /(?:fromCharCode|bytes|pack|map)[^0-9]{0,24}((?:[0-9]{2,3}\s*,\s*){2,200}[0-9]{2,3})/.exec(text);
  const codes = single.length > 2 ? single : (list?.[1] ?? '').split(',').map(Number).filter((code) => code > 0);
  return codes.length > 2 ? String.fromCharCode(...codes) : undefined;
}
