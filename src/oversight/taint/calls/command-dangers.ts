import type { CommandLine, SimpleCommand } from './shell-words.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const FETCHERS = list('curl wget aria2c http https httpie lynx fetch');
const INTERPRETERS = list('sh bash zsh dash ksh fish python python3 node deno bun perl ruby php eval source . pwsh powershell iex');
/** The same hidden in a quoted stretch: a cron line, an alias, what another program is told to do. */
const PIPED_TO_SHELL = /(?:curl|wget|fetch|iwr)\b[^\n|]{0,400}\|\s{0,4}(?:sudo )?(?:ba|z|da|k|fi)?sh\b|(?:curl|wget|iwr)\b[^\n|]{0,400}\|\s{0,4}(?:python3?|node|perl|ruby|php|iex)\b|(?:sh|bash|zsh|source|eval|\.)\s{0,4}(?:-c\s{0,4})?["']?(?:<\(|\$\(|`)\s{0,4}(?:curl|wget)\b/i;
const REMOTE_PACKAGE = /\b(?:npx|bunx|uvx|pipx run|deno run|go run)\s+(?:-\S+\s+){0,5}(?:https?:|git\+)|\bpip3?\s+install\s+(?:-\S+\s+){0,5}(?:https?:|git\+)/i;

/** Runs code that another machine gives at that moment. */
export function runsRemoteCode({ commands }: CommandLine, line: string): boolean {
  if (PIPED_TO_SHELL.test(line) || REMOTE_PACKAGE.test(line)) return true;
  const fetched = commands.findIndex(({ program }) => FETCHERS.has(program));
  return fetched !== -1 && commands.slice(fetched + 1).some(({ program, words }) => INTERPRETERS.has(program) || (program === 'chmod' && words.some((word) => word.includes('x'))));
}

/** Stays behind, or opens a door for somebody: keys, schedules, services, a shell over the network. */
export function staysBehind({ commands }: CommandLine, line: string): boolean {
  if (/\/dev\/(?:tcp|udp)\//.test(line)) return true;
  if (/authorized_keys|\/etc\/(?:cron|sudoers|passwd|shadow|systemd|ld\.so|profile)|LaunchAgents/i.test(line) && /[>]|\btee\b|\bcp\b|\bmv\b|\binstall\b|\bln\b/.test(line)) return true;
  return commands.some(({ program, words }) => {
    if (program === 'crontab') return !words.includes('-l');
    if (program === 'nc' || program === 'ncat' || program === 'netcat') return words.some((word) => /^-\w*[ec]$/.test(word));
    return program === 'at' || program === 'useradd' || program === 'adduser' || program === 'visudo' || program === 'insmod' || (program === 'systemctl' && words.includes('enable'));
  });
}

const WHOLE_PLACES = list('/ /* ~ ~/ ~/* $HOME $HOME/ ${HOME} / .. ../ /home /etc /usr /var C:\\ --no-preserve-root');

/** Everything that there is, deleted or opened to everybody. */
export function strikesEverything({ commands }: CommandLine, line: string): boolean {
  if (/:\(\)\s{0,3}\{\s{0,3}:\|:/.test(line)) return true;
  return commands.some(({ program, words }) => {
    if (program === 'mkfs' || program.startsWith('mkfs.') || program === 'wipefs') return true;
    if (program === 'dd') return words.some((word) => word.startsWith('of=/dev/'));
    return ['rm', 'chmod', 'chown', 'shred', 'mv'].includes(program) && words.some((word) => isWholePlace(word)) && words.some((word) => /^-\w*[rR]|--recursive|--no-preserve-root/.test(word));
  });
}

export function isWholePlace(path: string): boolean {
  return WHOLE_PLACES.has(path.trim());
}

/** What makes a program talk more, or in another colour. */
export const HARMLESS_ASSIGNMENT = /^(?:RUST_BACKTRACE|RUST_LOG|NO_COLOR|FORCE_COLOR|CI|TZ|LANG|LC_ALL|VERBOSE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|CARGO_TERM_COLOR|TERM)=[\w.:/-]{0,40}$/;

/** Switches that make checks, locks or walls weaker than they are without them. */
const LOOSENING_WORD = /^(?:--no-verify|--force|--force-with-lease|--insecure|--unsafe[\w-]*|--privileged|--trusted-host.*|--allow[\w-]*|--disable[\w-]*|--skip[\w-]*|--no-check[\w-]*|--no-sandbox|--no-gpg-check|--allow-unauthenticated|--break-system-packages|--net=host|--pid=host|--strict-ssl=false|777|a\+rwx|\+s|u\+s)$/;
const LOOSENING_ASSIGNMENT = /^(?:\w{0,60}(?:SKIP|DISABLE|BYPASS|UNSAFE|INSECURE|NO_VERIFY|ALLOW|TRUST|IGNORE|FORCE)\w{0,60}|LD_PRELOAD|LD_LIBRARY_PATH|PATH|PYTHONPATH|NODE_OPTIONS|GIT_SSH_COMMAND|\w{0,60}_PROXY|NODE_TLS_REJECT_UNAUTHORIZED|PYTHONSTARTUP|BASH_ENV|HUSKY)\+?=/i;
const HOST_MOUNT = /^(?:\/|~|\$HOME|\/etc|\/root|\/home|\/var\/run\/docker\.sock)(?:\/?[\w.]*)?:/;

export function loosens({ commands }: CommandLine, line: string): boolean {
  if (/(?:^|[\s;|&(])(?:sudo|doas|eval|su)\s/.test(line) || /\balias\.[\w-]{1,40}=.?!/.test(line)) return true;
  return commands.some(({ assignments, program, words }) => {
    if (assignments.some((one) => LOOSENING_ASSIGNMENT.test(one) && !HARMLESS_ASSIGNMENT.test(one)) || (program === 'export' && words.some((word) => LOOSENING_ASSIGNMENT.test(word)))) return true;
    if (program === 'git' && words.includes('-c')) return true;
    if (program === 'curl' && words.some((word) => word === '-k')) return true;
    if ((program === 'docker' || program === 'podman') && words.some((word) => HOST_MOUNT.test(word.replace(/^(?:-v|--volume=)/, '')))) return true;
    return words.some((word) => LOOSENING_WORD.test(word));
  });
}

const GUARDS_OFF = /^(?:--(?:yes-to-all|yolo|dangerously[\w-]*|no-approvals?|skip-(?:approval|permission|confirm)[\w-]*|auto-approve[\w-]*|full-auto|approve-all|accept-all|approvals?=(?:off|never|none)|sandbox=(?:off|none|danger[\w-]*)|permission-mode=\w*bypass\w*))$/i;
const GUARDS_OFF_ASSIGNMENT = /^\w{0,60}(?:MODE|APPROVALS?|SANDBOX|PERMISSIONS?|GUARDS?|POLICY|CONFIRM)\w{0,60}=["']?(?:unsafe|off|none|0|false|disabled|never|yolo|bypass\w{0,20}|auto|full|all)["']?$/i;

/** Starts an agent, or this one, with what guards it switched off. */
export function opensGuards({ commands }: CommandLine): boolean {
  return commands.some(({ assignments, program, words }: SimpleCommand) => words.some((word) => GUARDS_OFF.test(word)) || assignments.some((one) => GUARDS_OFF_ASSIGNMENT.test(one)) || (program === 'export' && words.some((word) => GUARDS_OFF_ASSIGNMENT.test(word))));
}

const TALKS = /urlopen|urllib|requests\.|fetch\(|http\.(?:get|request|client)|https\.(?:get|request)|axios|xmlhttprequest|sendbeacon|socket|net\.connect|httpx|aiohttp|smtplib|image\(\)\.src|websocket|net::http|invoke-webrequest|curl|wget/i;
const TAKES = /environ|process\.env|getenv|env\[|\.cookie|localstorage|sessionstorage|open\(|readfile|read_text|credential|\.ssh|\.aws|\.netrc|keychain|clipboard/i;

/** Code that takes something from here and talks to another machine. */
export function takesOutByCode(line: string): boolean {
  return TALKS.test(line) && TAKES.test(line);
}
