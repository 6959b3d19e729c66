import { readCommandLine, type CommandLine, type SimpleCommand } from './shell-words.ts';

/** What a command line does, as far as words alone show. */
export interface CommandFacts {
  readonly isLookOnly: boolean;
  /** One of the checks that every project has, as it is usually called. */
  readonly isUsualCheck: boolean;
  readonly deletes: boolean;
  readonly installs: boolean;
  /** A program in it talks to other machines. */
  readonly reachesOut: boolean;
  /** It hands something over: a push, a copy to elsewhere, a body made of files or of what another program says. */
  readonly handsOver: boolean;
  /** It sends words of its own. */
  readonly sends: boolean;
  /** It reads what holds secrets. */
  readonly readsSecrets: boolean;
  readonly publishes: boolean;
  readonly hasAssignments: boolean;
  /** It calls our own program, or another one, to say yes in a person's place. */
  readonly approves: boolean;
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const LOOKERS = list('ls cat head tail grep egrep fgrep rg ag find fd wc sort uniq cut awk sed tr echo printf pwd whoami date file stat du df tree which type ps env printenv id uname hostname less more diff cmp jq yq basename dirname realpath readlink test true nl column seq md5sum sha256sum');
const GIT_LOOKS = list('status diff log show blame branch rev-parse ls-files describe shortlog grep cat-file ls-tree reflog');
const NETWORK = list('curl wget nc ncat netcat telnet ssh scp sftp rsync ftp dig nslookup host ping ping6 traceroute socat http https httpie aria2c openssl whois drill resolvectl getent gh glab aws gsutil gcloud az s3cmd rclone sendmail mail mailx mutt msmtp xdg-open open lynx w3m kdig doh tftp smbclient ldapsearch mosquitto_pub');
const HANDERS = list('scp sftp rsync nc ncat netcat sendmail mail mailx mutt msmtp rclone s3cmd ftp tftp socat telnet mosquitto_pub');
const NAME_QUERIES = list('dig nslookup host ping ping6 drill kdig getent traceroute whois');
const INSTALLERS = list('pip pip3 pipx npm pnpm yarn bun npx bunx uvx apt apt-get brew gem cargo go dnf yum apk conda poetry uv composer dotnet nuget choco winget snap port pacman');
const INSTALL_WORDS = list('install add i ci get exec dlx x tool upgrade');
const DELETERS = list('rm rmdir unlink shred truncate dd mkfs wipefs del rd');
const OWN_DECISIONS = list('approve deny edit answer taint config policy');
const BODY_FLAGS = list('-d --data --data-raw --data-binary --data-urlencode -F --form -T --upload-file --post-file --post-data --body-data --body-file --json');
const SECRET_PLACES = ['.env', '.ssh', 'id_rsa', 'id_ed25519', '.aws', 'credentials', '.netrc', '.npmrc', '.pypirc', 'keychain', 'etc/shadow', 'etc/passwd', '.kube', '.docker/config', '.gnupg', 'cookies.sqlite', 'login data', 'wallet.dat', '.key', '.pem', '.pfx', '.git-credentials', 'history'];
/** Parts of file names, too frequent in code to count in a command. */
const SECRET_NAMES = ['secret', 'token', 'password', 'passwd', 'apikey', 'api_key', 'private', 'wallet', 'shadow'];
const USUAL_CHECKS: readonly (readonly string[])[] = [
  ['npm', 'test'], ['npm', 't'], ['npm', 'run', 'test'], ['npm', 'run', 'lint'], ['npm', 'run', 'build'], ['npm', 'run', 'typecheck'], ['npm', 'run', 'check'], ['pnpm', 'test'], ['pnpm', 'lint'], ['yarn', 'test'], ['yarn', 'lint'], ['bun', 'test'],
  ['pytest'], ['python', '-m', 'pytest'], ['python3', '-m', 'pytest'], ['tox'], ['ruff', 'check'], ['mypy'], ['cargo', 'test'], ['cargo', 'check'], ['cargo', 'build'], ['cargo', 'clippy'], ['go', 'test'], ['go', 'vet'], ['go', 'build'], ['make'], ['make', 'test'], ['make', 'check'], ['make', 'lint'], ['make', 'build'],
  ['vitest'], ['vitest', 'run'], ['jest'], ['npx', 'vitest'], ['npx', 'vitest', 'run'], ['npx', 'jest'], ['npx', 'tsc'], ['npx', 'eslint'], ['tsc'], ['eslint'], ['mvn', 'test'], ['gradle', 'test'], ['dotnet', 'test'], ['bundle', 'exec', 'rspec'], ['rspec'], ['phpunit'], ['mix', 'test'], ['swift', 'test'], ['deno', 'test'],
];
/** Words that change no check into something else. */
const HARMLESS_CHECK_WORD = /^(?:\.|\.\/\.\.\.|-v|-q|-vv|--verbose|--quiet|--noEmit|--all|--run|(?:src|test|tests|lib|packages)(?:\/[\w./-]*)?|[\w-]+\.(?:test|spec)\.[a-z]+|test_[\w]+\.py)$/;

export function commandFacts(line: string): CommandFacts {
  const read = readCommandLine(line);
  const { commands } = read;
  const some = (holds: (command: SimpleCommand) => boolean): boolean => commands.some(holds);
  const reachesOut = some(isNetworked) || /https?:\/\/|\/dev\/(?:tcp|udp)\//.test(line);
  const readsSecrets = namesSecrets(line) || some(({ program }) => program === 'env' || program === 'printenv') || /\benv\b\s*(?:\||$)/.test(line);
  return {
    isLookOnly: commands.length > 0 && commands.every(isLooking) && !read.hasRedirection && !read.hasSubstitution,
    isUsualCheck: commands.length > 0 && commands.every(isCheck) && !read.hasRedirection && !read.hasSubstitution,
    deletes: some(isDeleting),
    installs: some(isInstalling),
    reachesOut,
    handsOver: reachesOut && handsOver(read, line),
    sends: some(({ program, words }) => (NETWORK.has(program) && words.some((word) => BODY_FLAGS.has(word.split('=')[0] ?? '') || /^(?:-X|--request)(?:=|$)/.test(word) || /^-[dFT]./.test(word))) || HANDERS.has(program)),
    readsSecrets,
    publishes: some(({ program, words }) => INSTALLERS.has(program) && words[0] === 'publish') || some(({ program, words }) => program === 'gh' && words.includes('--public')),
    approves: some(({ program, words }) => (program === 'keelson' && words.some((word) => OWN_DECISIONS.has(word))) || words.includes('--approve') || (program === 'yes' && commands.length > 1)),
    hasAssignments: some(({ assignments }) => assignments.length > 0) || some(({ program }) => program === 'export'),
  };
}

/** Whether a path leads to what holds secrets. */
export function isSecretPath(path: string): boolean {
  const folded = path.toLowerCase();
  return namesSecrets(path) || SECRET_NAMES.some((name) => folded.includes(name));
}

export function namesSecrets(text: string): boolean {
  const folded = text.toLowerCase();
  return SECRET_PLACES.some((place) => folded.includes(place));
}

function isLooking({ assignments, program, words }: SimpleCommand): boolean {
  if (assignments.length > 0) return false;
  if (program === 'git') return words[0] !== undefined && GIT_LOOKS.has(words[0]) && !words.some((word) => word.startsWith('--output') || word === '-c');
  if (program === 'find') return !words.some((word) => word === '-delete' || word.startsWith('-exec') || word.startsWith('-ok') || word.startsWith('-fprint'));
  if (program === 'sed') return !words.some((word) => word.startsWith('-i') || word === '--in-place');
  return LOOKERS.has(program) && !words.some((word) => word.includes('://'));
}

function isCheck(command: SimpleCommand): boolean {
  const { assignments, program, words } = command;
  if (assignments.length > 0) return false;
  if (program === 'cd') return true;
  const all = [program, ...words];
  return USUAL_CHECKS.some((check) => check.every((word, at) => all[at] === word) && all.slice(check.length).every((word) => HARMLESS_CHECK_WORD.test(word)));
}

function isNetworked({ program, words }: SimpleCommand): boolean {
  return NETWORK.has(program) || (program === 'git' && ['push', 'fetch', 'pull', 'clone', 'remote', 'ls-remote', 'submodule'].includes(words[0] ?? ''));
}

function isDeleting({ program, words }: SimpleCommand): boolean {
  if (program === 'git') return (words[0] === 'reset' && words.includes('--hard')) || words[0] === 'clean' || (words[0] === 'push' && words.some((word) => word.startsWith('--force') || word === '-f' || word === '--delete')) || (words[0] === 'branch' && words.includes('-D'));
  return DELETERS.has(program) || (program === 'find' && words.includes('-delete'));
}

function isInstalling({ program, words }: SimpleCommand): boolean {
  return INSTALLERS.has(program) && words.some((word) => INSTALL_WORDS.has(word));
}

function handsOver({ commands, hasSubstitution, hasRedirection }: CommandLine, line: string): boolean {
  return commands.some(({ program, words }, at) => {
    if (program === 'git') return words[0] === 'push' || words[0] === 'remote';
    if (HANDERS.has(program)) return true;
    if (NAME_QUERIES.has(program)) return hasSubstitution;
    if (!NETWORK.has(program)) return false;
    if (['gh', 'aws', 'gsutil', 'gcloud', 'az'].includes(program)) return words.some((word) => ['cp', 'sync', 'create', 'upload', 'put', 'mv', 'edit', 'comment'].includes(word));
    return hasSubstitution || (at > 0 && line.includes('|')) || (hasRedirection && line.includes('<')) || words.some((word, place) => (BODY_FLAGS.has(words[place - 1] ?? '') && /^@|=@|=</.test(word)) || /^(?:-[dF].*|--(?:data|form)[a-z-]*=.*)@/.test(word) || word === '-T' || word.startsWith('--upload-file') || word.startsWith('--post-file') || word.startsWith('--body-file'));
  });
}
