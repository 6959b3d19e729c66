import { isNamedIn, type TextIndex } from '../words/text-index.ts';
import { wishesObject, wishesVerb } from '../words/requests.ts';
import type { CommandFacts } from './command-facts.ts';
import type { SimpleCommand } from './shell-words.ts';

const words = (text: string): readonly string[] => text.split(' ');
const GO_AHEAD = words('run start execute reproduce try launch check test use');

/** What a person calls the thing that a program does, and what of its words they must have named themselves. */
interface AskedProgram {
  readonly verbs: readonly string[];
  named(rest: readonly string[]): readonly string[];
}

const nothing = (): readonly string[] => [];
const bare = (rest: readonly string[]): string[] => rest.filter((word) => !word.startsWith('-'));
const packages = (rest: readonly string[]): string[] => bare(rest).slice(1).flatMap((word) => word.split(/(?<=.)@|[=~^<>]=?/)).filter((word) => word !== '');
const hosts = (rest: readonly string[]): string[] => rest.filter((word) => word.includes('.') && !word.startsWith('-') && !word.startsWith('+')).map((word) => registeredName(word));

const GIT: Readonly<Record<string, AskedProgram>> = {
  add: { verbs: words('commit add stage'), named: nothing },
  commit: { verbs: words('commit'), named: nothing },
  push: { verbs: words('push'), named: (rest) => bare(rest).filter((word) => word !== 'origin') },
  checkout: { verbs: words('checkout switch branch'), named: bare },
  switch: { verbs: words('switch branch'), named: bare },
  pull: { verbs: words('pull update'), named: (rest) => bare(rest).filter((word) => word !== 'origin') },
  fetch: { verbs: words('fetch pull update rebase merge'), named: (rest) => bare(rest).filter((word) => word !== 'origin') },
  rebase: { verbs: words('rebase'), named: bare },
  merge: { verbs: words('merge'), named: bare },
  tag: { verbs: words('tag'), named: bare },
  clone: { verbs: words('clone checkout get'), named: bare },
  'cherry-pick': { verbs: words('cherry pick'), named: bare },
  revert: { verbs: words('revert undo'), named: (rest) => bare(rest).filter((word) => word !== 'HEAD') },
  stash: { verbs: words('stash'), named: nothing },
};
const INSTALL: AskedProgram = { verbs: words('install add upgrade update bump'), named: packages };
const TIDY: AskedProgram = { verbs: words('rename move sort organise organize tidy copy put restructure'), named: nothing };
const DELETE: AskedProgram = { verbs: words('delete remove erase clean'), named: bare };
const UNPACK: AskedProgram = { verbs: words('unzip extract unpack open decompress'), named: nothing };
const CONVERT: AskedProgram = { verbs: words('convert make create export render turn produce'), named: nothing };
const CONVERT_FLAG = /^-(?:o|i|f|t|y|c|q|r|s|vn|an|ss|to|ar|ac|b)$/;
const SUBSTITUTE: AskedProgram = { verbs: words('fix correct replace change rename update'), named: nothing };
const FORMAT: AskedProgram = { verbs: words('fix format lint tidy clean'), named: nothing };
const LOOK_UP: AskedProgram = { verbs: words('check look lookup resolve query verify test find dig ping whois whether does'), named: hosts };
const SCRIPT: AskedProgram = { verbs: words('reproduce run rerun execute start'), named: nothing };
/** Shells and the like run whatever they are given, so the person must have named it. */
const NAMED_SCRIPT: AskedProgram = { verbs: words('reproduce run rerun execute start'), named: (rest) => bare(rest).slice(0, 1) };
const NOTEBOOK: AskedProgram = { verbs: words('run rerun execute refresh'), named: nothing };
const NOTEBOOK_FLAG = /^(?:nbconvert|execute|--execute|--inplace|--to|notebook|html|[\w-][\w/-]{0,100}\.ipynb)$/;
const PROGRAMS: Readonly<Record<string, AskedProgram>> = {
  npm: INSTALL, pnpm: INSTALL, yarn: INSTALL, pip: INSTALL, pip3: INSTALL, cargo: INSTALL, poetry: INSTALL, uv: INSTALL, gem: INSTALL, composer: INSTALL,
  mv: TIDY, cp: TIDY, mkdir: { verbs: words('create make rename move sort organise organize tidy'), named: nothing },
  eslint: FORMAT, prettier: FORMAT, ruff: FORMAT, black: FORMAT, gofmt: FORMAT, rustfmt: FORMAT,
  dig: LOOK_UP, host: LOOK_UP, nslookup: LOOK_UP, whois: LOOK_UP, ping: LOOK_UP,
  sed: SUBSTITUTE, rm: DELETE, unzip: UNPACK, gunzip: UNPACK, pandoc: CONVERT, ffmpeg: CONVERT, convert: CONVERT, magick: CONVERT, touch: { verbs: words('create make add'), named: nothing },
  node: SCRIPT, python: SCRIPT, python3: SCRIPT, ruby: SCRIPT, rscript: NAMED_SCRIPT, julia: NAMED_SCRIPT, sh: NAMED_SCRIPT, bash: NAMED_SCRIPT, jupyter: NOTEBOOK,
};

/** The name that somebody registered: what stands before it could be data. */
function registeredName(host: string): string {
  return host.replace(/\.$/, '').split('.').slice(-2).join('.');
}

/** Whether the person asked for just this: by the verb it carries out and by the names it needs. */
export function isAskedCommand({ commands, loosens, endangers, readsSecrets, handsOver, hasAssignments }: CommandFacts, line: string, owner: TextIndex): boolean {
  if (commands.length === 0 || endangers || readsSecrets || hasAssignments || (loosens && !isNamedIn(owner, line))) return false;
  return commands.every((command) => isAskedProgram(command, owner) && (!handsOver || command.program === 'git' || command.program === 'gh'));
}

function isAskedProgram({ program, words: rest }: SimpleCommand, owner: TextIndex): boolean {
  if (program === 'npx' && rest[0] !== undefined) return ['eslint', 'prettier'].includes(rest[0]) && isAskedProgram({ assignments: [], program: rest[0], words: rest.slice(1) }, owner);
  if (program === 'gh') return rest[0] === 'pr' && rest[1] === 'create' && !rest.some((word) => /^(?:-F|-R|--body-file|--repo)/.test(word)) && wishesObject(owner.folded, ['pull']);
  if (program === 'curl' || program === 'wget') return isAskedDownload(rest, owner);
  const asked = program === 'git' ? GIT[rest[0] ?? ''] : PROGRAMS[program];
  if (asked === undefined || !wishesVerb(owner.folded, asked.verbs)) return false;
  const behind = program === 'git' ? rest.slice(1) : rest;
  if (asked === INSTALL && !['install', 'add', 'i', 'upgrade', 'update'].includes(rest[0] ?? '')) return false;
  if (asked === NOTEBOOK) return rest.every((word) => NOTEBOOK_FLAG.test(word)) && (owner.words.has('notebook') || rest.some((word) => word.endsWith('.ipynb') && isNamedIn(owner, word)));
  if ((asked === SCRIPT || asked === NAMED_SCRIPT) && (rest[0] === undefined || rest[0].startsWith('-') || !isInside(rest[0]))) return false;
  if (asked === SUBSTITUTE && !isPlainSubstitution(bare(behind))) return false;
  if ((asked === TIDY || asked === UNPACK || asked === CONVERT || asked === DELETE || program === 'touch') && !bare(behind).every(isInside)) return false;
  if (asked === CONVERT && behind.some((word) => word.startsWith('-') && !CONVERT_FLAG.test(word))) return false;
  if (behind.some((word) => word.includes('://') && !isNamedIn(owner, word))) return false;
  return asked.named(behind).every((name) => isNamedIn(owner, name));
}

/** Puts words in the place of others, in files below the folder; sed can also run programs and write elsewhere. */
function isPlainSubstitution([expression = '', ...files]: readonly string[]): boolean {
  return /^s([/|#,])[^/|#,]{0,200}\1[^/|#,]{0,200}\1[gi0-9]{0,3}$/.test(expression) && files.length > 0 && files.every(isInside);
}

const DOWNLOAD = words('download fetch get save pull');

/** A page or file that the person wants to have here, kept below the folder; or a look at a machine of their own. */
function isAskedDownload(rest: readonly string[], owner: TextIndex): boolean {
  if (rest.some((word) => /^(?:-d|-F|-T|-X|-k|--data.*|--form.*|--upload.*|--request.*|--post.*|--header|-H|-b|-u)/.test(word) && !/^-(?:fsSL|sSL|sL|L|s|f|S|O|o)$/.test(word))) return false;
  const urls = rest.filter((word) => word.includes('://') || /^localhost[:/]/.test(word));
  if (urls.length === 0 || urls.some((url) => url.includes('?') && !isNamedIn(owner, url))) return false;
  if (urls.every((url) => /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(url))) return wishesVerb(owner.folded, GO_AHEAD);
  if (urls.every((url) => isNamedIn(owner, url)) && !rest.some((word) => /^-(?:o|O)$|^--output/.test(word))) return wishesVerb(owner.folded, [...DOWNLOAD, ...GO_AHEAD, 'whether', 'see', 'does']);
  const target = rest[rest.findIndex((word) => word === '-o' || word === '-O' || word === '--output') + 1] ?? '';
  return wishesVerb(owner.folded, DOWNLOAD) && isInside(target);
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.startsWith('~') && !path.split('/').includes('..') && !path.startsWith('$') && !path.startsWith('.');
}
