/** git, by subcommand, and every way in which it can be made to run something else. */
import type { Call, ProgramTable } from '../evaluate/call.ts';
import { BELOW, isKnown, isSecret, plain, UNKNOWN } from '../expand/marks.ts';
import { isOwnState } from '../rules/places.ts';
import { isSensitive } from '../rules/secrets.ts';
import { readOptions } from './options.ts';
import { runText } from './shells.ts';

const READS = new Set([
  'status', 'log', 'diff', 'show', 'blame', 'annotate', 'shortlog', 'describe', 'rev-parse', 'rev-list', 'ls-files', 'ls-tree',
  'ls-remote', 'cat-file', 'name-rev', 'merge-base', 'cherry', 'count-objects', 'fsck', 'grep', 'whatchanged', 'range-diff',
  'show-ref', 'for-each-ref', 'symbolic-ref', 'var', 'version', 'help', 'check-ignore', 'check-attr', 'diff-tree', 'diff-files',
  'diff-index', 'archive', 'bundle', 'verify-commit', 'verify-tag', 'interpret-trailers', 'format-patch', 'request-pull',
  'show-branch', 'get-tar-commit-id', 'hash-object', 'patch-id', 'stripspace', 'column', 'fmt-merge-msg', 'maintenance-status',
  'diff-pairs', 'merge-tree', '--version', '--help',
]);
const WORKS = new Set([
  'add', 'commit', 'fetch', 'pull', 'init', 'mv', 'switch', 'merge', 'cherry-pick', 'revert', 'apply', 'am', 'notes',
  'sparse-checkout', 'gui', 'citool', 'mergetool', 'rerere', 'pack-objects', 'write-tree', 'commit-tree', 'update-index',
  'read-tree',
]);
/** Settings whose value is a program, or that decide which program is run. */
const RUNNING_SETTINGS = new RegExp(
  `^(${[
    'alias\\..*', 'browser\\..*', 'commit\\.template', 'credential\\..*', 'diff\\.external', 'diff\\..*(external|textconv|command)',
    'core\\.(alternaterefscommand|askpass|attributesfile|editor|fsmonitor|gitproxy|hookspath|pager|sshcommand|worktree)',
    'difftool\\..*', 'filter\\..*\\.(clean|smudge|process)', 'gpg\\..*program', 'gpg\\.program', 'http\\..*', 'imap\\..*', 'include\\.path',
    'includeif\\..*', 'init\\.templatedir', 'instaweb\\..*', 'interactive\\.difffilter', 'man\\..*', 'merge\\..*\\.driver', 'mergetool\\..*',
    'pager\\..*', 'protocol\\..*', 'receive\\..*', 'remote\\..*\\.(proxy|receivepack|uploadpack|url|vcs)', 'safe\\.directory',
    'sendemail\\..*', 'sequence\\.editor', 'ssh\\.variant', 'submodule\\..*\\.update', 'tar\\..*', 'trailer\\..*',
    'uploadpack\\.packobjectshook', 'url\\..*', 'web\\.browser',
  ].join('|')})$`,
  'i',
);

function git(call: Call): string | void {
  let at = 0;
  const aliases = new Map<string, string>();
  const elsewhere: string[] = [];
  for (; at < call.args.length; at += 1) {
    const argument = call.args[at] ?? '';
    if (argument === '-c') {
      at += 1;
      judgeSetting(call, call.args[at] ?? '', aliases);
    } else if (/^-c./.test(argument)) judgeSetting(call, argument.slice(2), aliases);
    else if (argument.startsWith('--config-env')) call.ask('git_setting', `${call.shown} takes settings from the environment.`);
    else if (argument === '-C') {
      at += 1;
      const folder = call.args[at] ?? '';
      for (const path of call.paths(folder)) if (!path.startsWith(call.context.workspace)) call.ask('outside_workspace', `${call.shown} works in ${plain(folder)}, which is outside the workspace.`);
      elsewhere.push(...call.paths(folder));
    } else if (argument.startsWith('--exec-path=')) call.ask('runs_program', `${call.shown} takes its programs from elsewhere.`);
    else if (/^--(git-dir|work-tree|namespace)$/.test(argument)) at += 1;
    else if (/^--(git-dir|work-tree)=/.test(argument)) {
      const folder = argument.split('=')[1] ?? '';
      if (call.paths(folder).some((path) => !path.startsWith(call.context.workspace))) call.ask('outside_workspace', `${call.shown} works on another repository.`);
    } else if (argument.startsWith('-') && !['--version', '--help'].includes(argument)) continue;
    else break;
  }
  const [verb = '', ...rest] = call.args.slice(at);
  if (elsewhere.some((path) => isOwnState(path, call.context)) && !READS.has(verb)) call.block('own_state', `${call.shown} would change Keelson’s own state.`);
  const alias = aliases.get(verb);
  if (alias !== undefined) {
    if (alias.startsWith('!')) return runText(call, `${alias.slice(1)} ${rest.join(' ')}`, [], { own: false });
    return call.run(['git', ...alias.split(/\s+/), ...rest]);
  }
  if (rest.includes('--help')) return UNKNOWN;
  if (verb === 'clone') call.note('fetched');
  judgeEscapes(call, rest);
  judgeVerb(call, verb, rest);
  return at === 0 && printsNames(verb, rest) ? `${BELOW}\n` : UNKNOWN;
}

/** Hashes, branches and files of this repository: none of them begins with a slash or climbs. */
function printsNames(verb: string, rest: readonly string[]): boolean {
  if (verb === 'rev-parse') return rest.length > 0 && rest.every((word) => /^(--short(=[0-9]+)?|--abbrev-ref|--verify|HEAD|[\w-]+)$/.test(word));
  if (verb === 'branch') return rest.length === 1 && rest[0] === '--show-current';
  if (verb === 'diff') return rest.includes('--name-only') && !rest.some((word) => /^--(relative|line-prefix|src-prefix|dst-prefix)/.test(word));
  return verb === 'ls-files' ? rest.every((word) => !/^--(format|eol|stage|debug)|^-[a-z]*[stvz]/.test(word)) : verb === 'describe';
}

function judgeSetting(call: Call, setting: string, aliases: Map<string, string>): void {
  const equals = setting.indexOf('=');
  const name = equals === -1 ? setting : setting.slice(0, equals);
  const value = equals === -1 ? '' : setting.slice(equals + 1);
  if (/^alias\./i.test(name)) aliases.set(name.slice('alias.'.length), value);
  if (!RUNNING_SETTINGS.test(name)) return isKnown(setting) ? undefined : call.ask('git_setting', `${call.shown} uses a setting that cannot be known.`);
  if (turnsOff(name, value)) return;
  call.ask('git_setting', `${call.shown} sets ${plain(name)}, by which git runs other programs.`);
  if (/pager|editor|command|fsmonitor|program|external|textconv|helper|proxy|driver|clean|smudge|hook|cmd|path/i.test(name) && value !== '') call.script(value.replace(/^!/, ''));
}

/** Settings that can be given so that git runs nothing, and the values that do it. */
const SWITCHES = /^(core\.(pager|editor|sshcommand|fsmonitor|hookspath|askpass|attributesfile)|pager\..*|sequence\.editor|diff\.external|credential\.helper|gpg\.(.*\.)?program)$/i;
const OFF: ReadonlySet<string> = new Set(['', 'false', 'cat', '/dev/null']);

/** Careful callers switch off what a repository's own settings could make git run; that asks nobody. Nor does trust in a folder for one command. */
function turnsOff(name: string, value: string): boolean {
  if (/^safe\.directory$/i.test(name)) return true;
  return SWITCHES.test(name) ? OFF.has(value) : /^protocol\..*allow$/i.test(name) && value === 'never';
}

function judgeEscapes(call: Call, words: readonly string[]): void {
  for (const [index, word] of words.entries()) {
    const transport = /^ext::(.*)$/.exec(word);
    if (transport) {
      call.script((transport[1] ?? '').replaceAll('%S', 'git-upload-pack'));
      call.ask('git_transport', `${call.shown} runs a program in place of a connection.`);
    }
    if (/^(fd|file)::|protocol\.ext\.allow/.test(word)) call.ask('git_transport', `${call.shown} allows connections that run programs.`);
    const option = /^--(upload-pack|receive-pack|exec|extcmd|tool-command|open-files-in-pager|ext-diff|textconv|ssh-command|template|output)(?:=(.*))?$/.exec(word);
    if (option?.[1] === 'output') call.write(option[2] ?? words[index + 1] ?? '');
    else if (option && option[1] !== 'textconv' && option[1] !== 'ext-diff') {
      const program = option[2] ?? words[index + 1] ?? '';
      call.ask('runs_program', `${call.shown} runs ${plain(program)} as a program.`);
      if (option[1] !== 'template') call.script(program);
    }
    if (word === '-O' && words.includes('grep')) call.ask('runs_program', `${call.shown} runs a program as its pager.`);
    if (/^-O./.test(word) && call.args.includes('grep')) call.script(word.slice(2));
    if (/^-O./.test(word) && call.args.includes('grep')) call.ask('runs_program', `${call.shown} runs a program as its pager.`);
    if ((word === '-u' || word === '-x') && /^(clone|fetch|pull|ls-remote|rebase|difftool)$/.test(call.args.find((argument) => !argument.startsWith('-')) ?? '')) {
      call.script(words[index + 1] ?? '');
      call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
    }
  }
}

function judgeVerb(call: Call, verb: string, rest: readonly string[]): void {
  const options = readOptions(rest, { short: 'mFCnbBt', long: [
    'message', 'file', 'author', 'date', 'max-count', 'since', 'until', 'grep', 'format', 'pretty', 'branch', 'depth', 'origin',
    'source',
  ] });
  const has = (...names: readonly string[]): boolean => options.has(...names);
  const lose = (what: string): void => call.ask('git_discard', `${call.shown} ${what}.`);
  if (READS.has(verb)) return judgeShown(call, verb, rest);
  switch (verb) {
    case 'commit':
      if (has('amend')) lose('rewrites the last commit');
      if (rest.some((word) => /^(--no-verify|-[a-z]*n[a-z]*)$/.test(word) && !word.startsWith('-m'))) call.ask('git_no_verify', `${call.shown} passes the hooks by.`);
      return;
    case 'push':
      judgePushed(call, options.operands);
      return call.ask('git_push', `${call.shown} publishes commits${rest.some((word) => /^(-f|--force.*|--mirror|--delete|-d|--prune)$/.test(word) || word.startsWith('+') || word.startsWith(':')) ? ' and may overwrite or delete what is there' : ''}.`);
    case 'checkout':
      if (has('f', 'force', 'ours', 'theirs', 'B', 'p') || rest.includes('--') || rest.includes('.') || options.operands.length > 1 || options.operands.some((operand) => /[./]\w+$/.test(operand) && /\.\w+$/.test(operand))) lose('overwrites files that were changed');
      return;
    case 'switch':
      if (has('f', 'force', 'discard-changes', 'C')) lose('throws changes away');
      return;
    case 'restore':
      if (!has('staged', 'S') || has('worktree', 'W')) lose('overwrites files that were changed');
      return;
    case 'reset':
      if (has('hard', 'merge', 'keep') || rest.some((word) => /^(HEAD[~^]|[0-9a-f]{7,40}$|origin\/)/.test(word)) || (options.operands.length > 0 && options.operands[0] !== 'HEAD' && !rest.includes('--'))) lose('moves the branch or throws changes away');
      return;
    case 'clean':
      if (!has('n', 'dry-run')) lose('removes files that git does not know');
      return;
    case 'branch':
      if (rest.some((word) => /^-[a-zA-Z]*[DdMmCcf]|^--(delete|move|copy|force|edit-description)/.test(word))) lose('deletes or moves a branch');
      return;
    case 'tag':
      if (rest.some((word) => /^-[a-z]*[df]|^--(delete|force)/.test(word))) lose('deletes or moves a tag');
      return;
    case 'stash':
      if (['drop', 'clear'].includes(rest[0] ?? '')) lose('throws stashed changes away');
      return;
    case 'remote':
      if (rest[0] === 'add' || rest[0] === 'set-url') call.note('new_remote');
      if (rest.length > 0 && !['-v', '--verbose', 'show', 'get-url'].includes(rest[0] ?? '')) call.ask('git_remote', `${call.shown} changes where commits go.`);
      return;
    case 'config':
      return judgeConfig(call, rest);
    case 'pull':
      if (has('force', 'f', 'rebase', 'r')) lose('may rewrite local commits');
      return;
    case 'fetch':
      if (has('force', 'f', 'prune', 'p')) lose('may overwrite or delete branches');
      return;
    case 'clone':
      for (const target of options.operands.slice(1)) call.write(target);
      if (rest.some((word) => /^-c|^--config/.test(word))) for (const setting of [...rest.filter((word) => word.startsWith('--config=')).map((word) => word.slice(9)), ...rest.filter((_, index) => ['-c', '--config'].includes(rest[index - 1] ?? ''))]) judgeSetting(call, setting, new Map());
      if (has('recurse-submodules', 'recursive')) call.ask('download', `${call.shown} fetches submodules from elsewhere.`);
      if (!/^(https:\/\/|ssh:\/\/|git@|\.|[A-Za-z0-9_-]+$)/.test(options.operands[0] ?? '')) call.ask('download', `${call.shown} fetches a repository in an unusual way.`);
      return;
    case 'worktree':
      return ['list', ''].includes(rest[0] ?? '') ? undefined : call.ask('git_worktree', `${call.shown} changes working trees.`);
    case 'reflog':
      return ['expire', 'delete'].includes(rest[0] ?? '') ? lose('removes what could bring commits back') : undefined;
    case 'bisect':
      if (rest[0] === 'run') call.run(rest.slice(1));
      return;
    case 'submodule':
      if (rest[0] === 'foreach') return void runText(call, rest.slice(1).filter((word) => word !== '--recursive').join(' '), [], { own: false });
      return ['status', 'summary', ''].includes(rest[0] ?? '') ? undefined : call.ask('download', `${call.shown} changes submodules.`);
    case 'rebase':
      for (const [index, word] of rest.entries()) if (word === '-x' || word === '--exec') runText(call, rest[index + 1] ?? '', [], { own: false });
      return rest.length === 1 && ['--continue', '--show-current-patch'].includes(rest[0] ?? '') ? undefined : lose('rewrites commits');
    case 'lfs':
      return ['ls-files', 'status', 'env', 'version', 'fetch', 'pull', 'logs'].includes(rest[0] ?? '') ? undefined : call.ask('git_other', `${call.shown} changes large files.`);
    case 'filter-branch':
      for (const [index, word] of rest.entries()) if (word.endsWith('-filter')) call.script(rest[index + 1] ?? '');
      return lose('rewrites the whole history');
    default:
      if (!WORKS.has(verb)) call.ask('git_other', `${call.shown} is a git command that may lose work.`);
      else if (verb === 'add' && options.operands.some((operand) => /(^|\/)\.env($|\.)|id_rsa|\.pem$/.test(operand))) addsSecret(call);
      else if (has('force', 'f') && verb !== 'add') lose('may overwrite files');
  }
}

function addsSecret(call: Call): void {
  call.note('staged_secret');
  call.ask('secret_read', `${call.shown} adds secrets to the repository.`);
}

const isAddress = (place: string): boolean => place.includes('://') || /^[\w.-]+@[\w.-]+:/.test(place);
const KNOWN_FORGES = /@?(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)[:/]/;

/** Secrets that this line has put under version control must not leave for a place that this line names. */
function judgePushed(call: Call, operands: readonly string[]): void {
  const [place = ''] = operands;
  if (call.has('staged_secret') && (isAddress(place) || call.has('new_remote'))) call.block('exfiltration', `${call.shown} would send secrets to another host.`);
  if (isSecret(place) && !KNOWN_FORGES.test(place)) call.block('exfiltration', `${call.shown} would send a secret to another host.`);
}

/** Versions of a file are the file. */
function judgeShown(call: Call, verb: string, rest: readonly string[]): void {
  const shows = ['show', 'cat-file', 'blame', 'annotate', 'archive'].includes(verb) || rest.includes('--no-index') || (verb === 'log' && rest.some((word) => word === '-p' || word === '--patch'));
  const secret = shows ? rest.find((word) => !word.startsWith('-') && call.paths(word.slice(word.indexOf(':') + 1)).some(isSensitive)) : undefined;
  if (secret !== undefined) call.ask('secret_read', `${call.shown} shows ${plain(secret)}, where secrets are kept.`);
}

function judgeConfig(call: Call, rest: readonly string[]): void {
  const options = readOptions(rest, { short: 'f', long: ['file', 'type', 'default', 'blob'] });
  for (const file of options.all('f', 'file')) call.write(file);
  const [first = '', second = '', third] = options.operands;
  const [name, value] = ['set', 'get', 'list', 'unset'].includes(first) ? [second, third] : [first, options.operands[1]];
  const looks = options.has('get', 'get-all', 'get-regexp', 'l', 'list') || ['get', 'list'].includes(first) || (value === undefined && !options.has('unset', 'unset-all', 'remove-section', 'rename-section', 'e', 'edit', 'add', 'replace-all') && first !== 'unset' && first !== 'set');
  if (looks) return;
  if (options.has('global', 'system')) call.ask('git_setting', `${call.shown} changes settings outside the workspace.`);
  if (RUNNING_SETTINGS.test(name) || options.has('e', 'edit', 'unset', 'unset-all', 'remove-section')) call.ask('git_setting', `${call.shown} changes ${plain(name)}, by which git runs other programs.`);
  if (value?.startsWith('!') === true) call.script(value.slice(1));
}

export const GIT_PROGRAMS: ProgramTable = {
  git, hub: git,
  'git-lfs': (call) => call.ask('git_other', `${call.shown} changes large files.`),
  'git-filter-repo': (call) => call.ask('git_discard', `${call.shown} rewrites the whole history.`),
  bfg: (call) => call.ask('git_discard', `${call.shown} rewrites the whole history.`),
};
