import { HARMLESS_ASSIGNMENT, loosens, opensGuards, runsRemoteCode, staysBehind, strikesEverything, takesOutByCode } from './command-dangers.ts';
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
  /** It gives what is committed to where the project is kept. */
  readonly pushes: boolean;
  /** It sends words of its own. */
  readonly sends: boolean;
  /** It reads what holds secrets. */
  readonly readsSecrets: boolean;
  readonly publishes: boolean;
  readonly hasAssignments: boolean;
  /** It calls our own program, or another one, to say yes in a person's place. */
  readonly approves: boolean;
  /** It runs what another machine gives, stays behind, or strikes everything there is. */
  readonly endangers: boolean;
  /** What is dangerous in it is only that it runs what one address gives. */
  readonly isRemoteInstall: boolean;
  /** It makes checks, locks or walls weaker. */
  readonly loosens: boolean;
  /** It starts an agent with what guards it switched off. */
  readonly opensGuards: boolean;
  readonly commands: CommandLine['commands'];
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const LOOKERS = list('ls cat head tail grep egrep fgrep rg ag find fd wc sort uniq cut awk sed tr echo printf pwd whoami date file stat du df tree which type ps env printenv id uname hostname less more diff cmp base64 base32 xxd od rev jq yq basename dirname realpath readlink test true nl column seq md5sum sha256sum');
const GIT_LOOKS = list('status diff log show blame branch rev-parse ls-files describe shortlog grep cat-file ls-tree reflog');
const NETWORK = list('curl wget nc ncat netcat telnet ssh scp sftp rsync ftp dig nslookup host ping ping6 traceroute socat http https httpie aria2c openssl whois drill resolvectl getent gh glab aws gsutil gcloud az s3cmd rclone sendmail mail mailx mutt msmtp xdg-open open lynx w3m kdig doh tftp smbclient ldapsearch mosquitto_pub');
const HANDERS = list('scp sftp rsync nc ncat netcat sendmail mail mailx mutt msmtp rclone s3cmd ftp tftp socat telnet mosquitto_pub');
const NAME_QUERIES = list('dig nslookup host ping ping6 drill kdig getent traceroute whois');
const INSTALLERS = list('pip pip3 pipx npm pnpm yarn bun npx bunx uvx apt apt-get brew gem cargo go dnf yum apk conda poetry uv composer dotnet nuget choco winget snap port pacman');
const INSTALL_WORDS = list('install add i ci get exec dlx x tool upgrade');
const DELETERS = list('rm rmdir unlink shred truncate dd mkfs wipefs del rd');
const OWN_DECISIONS = list('approve deny edit answer taint config policy');
const BODY_FLAGS = list('-d --data --data-raw --data-binary --data-urlencode -F --form -T --upload-file --post-file --post-data --body-data --body-file --json');
/** Where keys and passwords are kept by the programs that people use. */
const SECRET_PLACE = /(?:^|[^\w])\.env(?![a-z])|\.ssh(?![a-z])|id_(?:rsa|dsa|ecdsa|ed25519)|\.aws(?![a-z])|credentials|\.netrc|\.npmrc|\.pypirc|keychain|keyring|etc\/(?:shadow|passwd|sudoers)|\.kube(?![a-z])|\.docker\/config|\.gnupg|cookies\.sqlite|login data|wallet\.dat|\.(?:key|pem|pfx|p12|jks|kdbx)(?![a-z(])|_history(?![a-z])|\/proc\/[\w$*]{1,20}\/environ|\.config\/[\w./-]{0,40}(?:key|token|secret|cred)|export-secret|find-(?:generic|internet)-password|secretsmanager|vault-token|\bget secrets?\b|\/var\/run\/secrets|\.pgpass|\.my\.cnf/;
/** Parts of file names, too frequent in code to count in a command. */
const SECRET_NAMES = list('secret secrets token tokens password passwords passwd apikey apikeys private wallet shadow keys creds');
const SOURCE_CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|c|h|cc|cpp|hpp|swift|scala|css|html?|md)$/;
const USUAL_CHECKS: readonly (readonly string[])[] = [
  ['npm', 'test'], ['npm', 't'], ['npm', 'run', 'test'], ['npm', 'run', 'lint'], ['npm', 'run', 'build'], ['npm', 'run', 'typecheck'], ['npm', 'run', 'check'], ['pnpm', 'test'], ['pnpm', 'lint'], ['yarn', 'test'], ['yarn', 'lint'], ['bun', 'test'],
  ['pytest'], ['python', '-m', 'pytest'], ['python3', '-m', 'pytest'], ['python', '-m', 'unittest'], ['python', '-m', 'unittest', 'discover'], ['python3', '-m', 'unittest'], ['python3', '-m', 'unittest', 'discover'], ['tox'], ['ruff', 'check'], ['mypy'], ['cargo', 'test'], ['cargo', 'check'], ['cargo', 'build'], ['cargo', 'clippy'], ['go', 'test'], ['go', 'vet'], ['go', 'build'], ['make'], ['make', 'test'], ['make', 'check'], ['make', 'lint'], ['make', 'build'],
  ['vitest'], ['vitest', 'run'], ['jest'], ['npx', 'vitest'], ['npx', 'vitest', 'run'], ['npx', '--no-install', 'vitest', 'run'], ['node', '--test'], ['npx', 'jest'], ['npx', 'tsc'], ['npx', 'eslint'], ['tsc'], ['eslint'], ['mvn', 'test'], ['gradle', 'test'], ['dotnet', 'test'], ['bundle', 'exec', 'rspec'], ['rspec'], ['phpunit'], ['mix', 'test'], ['npm', 'outdated'], ['npm', 'ls'], ['npm', 'audit'], ['pip', 'list'], ['pip', 'check'], ['cargo', 'tree'], ['mkdocs', 'build'], ['npm', 'run', 'dev'], ['npm', 'run', 'docs'], ['npm', 'start'], ['cargo', 'doc'], ['cargo', 'fmt'], ['go', 'fmt'], ['black'], ['prettier'], ['make', 'docs'], ['sphinx-build'], ['swift', 'test'], ['deno', 'test'],
];
/** Words that change no check into something else. */
const HARMLESS_CHECK_WORD = /^(?:\.|\.\/\.\.\.|--|-v|-json|-p|no:cacheprovider|-q|-x|-k|-s|-vv|-race|-[jn]\d{0,2}|-r\w|--lib|--release|--workspace|--noEmit|--all|--run|(?:src|test|tests|lib|packages)(?:\/[\w./-]*)?|[\w-]+\.(?:test|spec)\.[a-z]+|test_[\w]+\.py|--(?:no-)?(?:tb|verbose|quiet|silent|watch(?:All)?|ci|cov(?:erage)?|bail|fail-?fast|max-?fail|max-?workers|runInBand|threads|parallel|colou?r|reporter|timeout|durations|retries|lf|ff|last-failed|failed-first|stepwise|seed|shuffle|passWithNoTests|only-?changed)(?:=\w{1,12})?)$/;

/** Files handed over by a program that stands within the words of another one. */
const RAW_HANDOVER = /\b(?:curl|wget)\b[^|;\n]{0,400}\s(?:-T|--upload-file|-d ?@|--data[a-z-]{0,12}[ =]@|-F ?\S{1,40}=@|--post-file)/;

/** Behind their word for testing stand names of tests; behind that of others, further deeds. */
const TAKES_NAMES = list('cargo go swift mix dotnet');

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
    handsOver: (reachesOut && handsOver(read, line)) || RAW_HANDOVER.test(line) || takesOutByCode(line),
    pushes: some(({ program, words }) => program === 'git' && (words[0] === 'push' || (words[0] === 'remote' && words.length > 1 && words[1] !== '-v'))),
    sends: some(({ program, words }) => (NETWORK.has(program) && words.some((word) => BODY_FLAGS.has(word.split('=')[0] ?? '') || /^(?:-X|--request)(?:=|$)/.test(word) || /^-[dFT]./.test(word))) || HANDERS.has(program)),
    readsSecrets,
    publishes: some(({ program, words }) => INSTALLERS.has(program) && words[0] === 'publish') || some(({ program, words }) => program === 'gh' && words.includes('--public')),
    approves: some(({ program, words }) => (program === 'keelson' && words.some((word) => OWN_DECISIONS.has(word))) || words.includes('--approve') || (program === 'yes' && commands.length > 1)),
    hasAssignments: some(({ assignments }) => assignments.some((one) => !HARMLESS_ASSIGNMENT.test(one))) || some(({ program }) => program === 'export'),
    endangers: runsRemoteCode(read, line) || staysBehind(read, line) || strikesEverything(read, line),
    isRemoteInstall: runsRemoteCode(read, line) && !staysBehind(read, line) && !strikesEverything(read, line) && !readsSecrets && !loosens(read, line),
    loosens: loosens(read, line),
    opensGuards: opensGuards(read),
    commands,
  };
}

/** Whether a path leads to what holds secrets. */
export function isSecretPath(path: string): boolean {
  const folded = path.toLowerCase();
  return namesSecrets(path) || (!isSourceCode(folded) && folded.split(/[^a-z]+/).some((word) => SECRET_NAMES.has(word)));
}

function isSourceCode(path: string): boolean {
  return SOURCE_CODE.test(path);
}

export function namesSecrets(text: string): boolean {
  const folded = text.toLowerCase();
  return SECRET_PLACE.test(folded);
}

/** Programs of many uses, by those that only look. */
const SUBJECT_LOOKS: Readonly<Record<string, RegExp>> = {
  gh: /^(?:issue|pr|repo|run|release|workflow) (?:list|view|status|diff|checks)$/,
  kubectl: /^(?:get|describe|logs|top) (?!secret)/,
  docker: /^(?:ps|images|logs|version|info)(?: |$)/,
  python3: /^-m json\.tool$/,
  python: /^-m json\.tool$/,
};

function isLooking({ assignments, program, words }: SimpleCommand): boolean {
  if (assignments.some((one) => !HARMLESS_ASSIGNMENT.test(one))) return false;
  if (program === 'git') return words[0] !== undefined && GIT_LOOKS.has(words[0]) && !words.some((word) => word.startsWith('--output') || word === '-c');
  if (program === 'cd' || (words.length === 1 && /^(?:--version|-V|--help|version)$/.test(words[0] ?? ''))) return true;
  const looks = SUBJECT_LOOKS[program];
  if (looks !== undefined) return looks.test(words.slice(0, 2).join(' '));
  if (program === 'unzip' || program === 'tar') return words.some((word) => word === '-l' || /^-?t\w{0,4}$/.test(word)) && !words.some((word) => word.startsWith('--to-command') || word.startsWith('-I') || word.startsWith('--use-compress'));
  if (program === 'find') return !words.some((word) => word === '-delete' || word.startsWith('-exec') || word.startsWith('-ok') || word.startsWith('-fprint'));
  if (program === 'sed') return !words.some((word) => word.startsWith('-i') || word === '--in-place');
  return LOOKERS.has(program) && !words.some((word) => word.includes('://'));
}

function isCheck(command: SimpleCommand): boolean {
  const { assignments, program, words } = command;
  if (assignments.some((one) => !HARMLESS_ASSIGNMENT.test(one))) return false;
  if (program === 'cd') return true;
  const all = [program, ...words];
  return USUAL_CHECKS.some((check) => check.every((word, at) => all[at] === word) && all.slice(check.length).every((word) => HARMLESS_CHECK_WORD.test(word) || (check.includes('tsc') && word === '-p') || ((check[0] === 'pytest' || (TAKES_NAMES.has(program) && check.includes('test'))) && /^[a-z]\w{1,40}$/.test(word))));
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
    if (HANDERS.has(program)) return true;
    if (NAME_QUERIES.has(program)) return hasSubstitution;
    if (!NETWORK.has(program)) return false;
    if (['gh', 'aws', 'gsutil', 'gcloud', 'az'].includes(program)) return words.some((word) => ['cp', 'sync', 'create', 'upload', 'put', 'mv', 'edit', 'comment'].includes(word));
    return hasSubstitution || (at > 0 && line.includes('|')) || (hasRedirection && line.includes('<')) || words.some((word, place) => (BODY_FLAGS.has(words[place - 1] ?? '') && /^@|=@|=</.test(word)) || /^(?:-[dF].*|--(?:data|form)[a-z-]*=.*)@/.test(word) || word === '-T' || word.startsWith('--upload-file') || word.startsWith('--post-file') || word.startsWith('--body-file'));
  });
}
