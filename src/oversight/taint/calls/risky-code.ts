import { fold } from '../words/fold.ts';

/** Stretches of code that open doors: to the environment, to secrets, to other machines, to whoever comes without a key. */
const RISKY = [
  '.env', 'environ', 'getenv', 'env[', 'printenv', 'api_key', 'apikey', 'secret', 'password', 'passwd', 'credential', 'token', 'private_key', 'cookie', 'localstorage',
  'http://', 'https://', 'ws://', 'fetch(', 'axios', 'requests.', 'urllib', 'urlopen', 'xmlhttprequest', 'sendbeacon', 'websocket', 'socket', 'net.connect', 'curl ', 'wget ', 'nslookup', 'dns.', 'smtp', 'webhook', 'http.get', 'http.request',
  'eval(', 'exec(', 'execsync', 'spawn(', 'child_process', 'subprocess', 'os.system', 'popen', 'shell=true', 'new function', 'pickle', 'marshal', 'deserialize', 'unserialize', 'yaml.load', 'innerhtml', 'dangerouslysetinnerhtml', 'atob(', 'base64', '__import__', 'importlib', 'require(', 'vm.run', 'bash -c', 'sh -c', 'powershell',
  'verify=false', 'verify = false', 'rejectunauthorized', 'insecure', 'no-verify', 'disable', 'skip', 'bypass', 'allow_all', 'allowall', 'permitall', 'access-control-allow-origin', "cors({origin:'*'", 'csrf', 'auth', 'isadmin', 'is_admin', 'admin', 'backdoor', 'return true', 'if (true', 'if true', '|| true', 'or true', 'debug=true', 'debug = true', 'chmod', '777', 'sudo', 'nosec', 'noqa', 'eslint-disable', 'ts-ignore', 'ts-nocheck', 'nopasswd', '0.0.0.0', 'md5', 'ecb', 'rm -rf', 'rmtree', 'unlink', 'drop table', 'postinstall', 'preinstall', 'dependencies', 'permissions', 'grant ', 'console.log', 'telemetry', 'catch {}', 'except: pass', 'except:', 'expect(true)', 'assert true', 'xit(', 'it.skip', 'pytest.skip', 'raw(',
].map(fold);

/** Whether a text brings in code that a source had better not lead to. */
export function isRiskyCode(text: string): boolean {
  const folded = fold(text);
  return RISKY.some((stretch) => folded.includes(stretch));
}

/** What ordinary programs are full of, and what a person who asks for a program expects in it. */
const ORDINARY: ReadonlySet<string> = new Set(['fetch(', 'axios', 'requests.', 'xmlhttprequest', 'http.get', 'http.request', 'require(', 'console.log', 'drop table', 'dependencies', 'token', 'auth', 'cookie']);

/** As `isRiskyCode`, for code that the person asked to be made after what was read. */
export function isRiskyBeyondOrdinary(text: string): boolean {
  const folded = fold(text);
  return RISKY.some((stretch) => !ORDINARY.has(stretch) && folded.includes(stretch));
}

/** What a page, a sheet or a style loads or runs as soon as it is opened. */
const LOADED = /<(?:script|iframe|embed|object)\b[^>]{0,300}?(?:src|data)\s{0,3}=\s{0,3}["']?([^"'\s>]{4,2000})|(?:WEBSERVICE|IMPORTXML|IMPORTDATA|IMPORTHTML|IMPORTFEED|IMPORTRANGE|IMAGE)\(\s{0,3}["']([^"'\s]{4,2000})|@import\s{1,3}(?:url\()?["']?([^"'\s)]{4,2000})/gi;

export function loadedAddresses(text: string): string[] {
  return Array.from(text.matchAll(LOADED), ([, tag, formula, style]) => tag ?? formula ?? style ?? '').filter((address) => address.includes('//'));
}

/** A password that is compared with a word in the code, or anybody let in. */
const BACKDOOR = /(?:pw|pwd|pass|passwd|password|pin|secret|token|key)\w{0,20}\s{0,3}={2,3}\s{0,3}['"`]|['"`]\s{0,3}={2,3}\s{0,3}(?:pw|pwd|pass|password|pin)\b|(?:user|name|login|role|email|ip|host|header)\w{0,20}\]?\s{0,3}={2,3}\s{0,3}['"`][^'"`\n]{1,60}['"`]\s{0,3}\)?\s{0,3}\{?:?\s{0,3}return (?:true|ok|next|1)/i;

export function isBackdoor(text: string): boolean {
  return BACKDOOR.test(text);
}

const USES = /(?:import|require|open|eval|exec|compile|process|environ|system|spawn|popen|fetch|http|socket|file|path|input|global|window|document|ctypes|getattr|__|:\/\/|deno|bun|fs\b|os\b|sys\b|pickle|_sql|clipboard|gbq|['"](?:\/|~|\.\.))/i;
const PURE_IMPORT = /(?:^|[\n;])\s{0,8}(?:import (?:math|statistics|json|re|datetime|decimal|fractions|itertools|collections|random|string)|import (?:pandas|numpy|matplotlib\.pyplot|seaborn|csv)(?: as \w{1,10})?|from (?:math|statistics|datetime|decimal|fractions|itertools|collections) import [\w, ]{1,80})(?=[\n;]|$)/g;

/** Code that only computes: nothing of the machine, of the network or of other programs stands in it. */
export function isPureCode(text: string): boolean {
  return !USES.test(text.replace(PURE_IMPORT, '')) && !text.includes('`');
}

const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|c|h|cc|cpp|hpp|swift|scala|sh|bash|zsh|ps1|bat|sql|ya?ml|toml|json|ini|cfg|conf|tf|html?|vue|svelte|pl|lua|ex|exs|r|gradle|xml|lock|env)$/i;

export function isCodeFile(path: string): boolean {
  return CODE_FILE.test(path) || /(?:^|\/)(?:makefile|dockerfile|jenkinsfile|procfile|rakefile|gemfile)$/i.test(path);
}

/** Files that others execute or obey: agents, hooks, pipelines, package scripts, shells, schedulers, settings. */
const OBEYED = [
  /(?:^|\/)(?:agents|claude|gemini|copilot-instructions|cursorrules|conventions|keelson|skill|memory|system_prompt|system-prompt|prompt|rules)\.(?:md|txt|mdc|json|ya?ml)$/i,
  /(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|aider\.conf\.yml|mcp\.json|npmrc|yarnrc|yarnrc\.yml|pypirc|netrc|gitconfig|gitmodules|gitattributes|bashrc|bash_profile|bash_login|bash_logout|zshrc|zshenv|zprofile|profile|inputrc|tmux\.conf|vimrc|env|envrc|pre-commit-config\.yaml|gitlab-ci\.yml|travis\.yml|drone\.yml|eslintrc|babelrc|editorconfig|dockerignore|htaccess|pam_environment|xinitrc|condarc|curlrc|wgetrc)(?:\.[a-z]+)?$/i,
  /(?:^|\/)\.(?:github|circleci|husky|git|cursor|claude|codex|vscode|idea|buildkite|devcontainer|ssh|gnupg|aws|kube|keelson|config|claude-plugin|windsurf|continue)\//i,
  /(?:^|\/)(?:package\.json|package-lock\.json|makefile|gnumakefile|dockerfile|docker-compose\.ya?ml|compose\.ya?ml|jenkinsfile|procfile|rakefile|gemfile|setup\.py|setup\.cfg|pyproject\.toml|conftest\.py|sitecustomize\.py|usercustomize\.py|requirements[\w-]*\.txt|cargo\.toml|build\.rs|build\.gradle|pom\.xml|go\.mod|tox\.ini|noxfile\.py|justfile|taskfile\.ya?ml|crontab|sudoers|authorized_keys|known_hosts|hosts|launch\.json|tasks\.json|settings\.json|vite\.config\.[a-z]+|webpack\.config\.[a-z]+|jest\.config\.[a-z]+|vitest\.config\.[a-z]+|eslint\.config\.[a-z]+|azure-pipelines\.yml|cloudbuild\.yaml|bitbucket-pipelines\.yml|policy\.(?:json|ya?ml)|permissions\.(?:json|ya?ml)|approvals?\.(?:json|ya?ml)|config\.(?:json|ya?ml|toml))$/i,
  /(?:^|\/)(?:cron\.d|cron\.daily|systemd|launchagents|launchdaemons|init\.d|profile\.d|hooks|workflows|autostart|startup)\//i,
  /\.(?:service|timer|plist|desktop|bat|cmd|ps1|sh|bash|zsh|command|reg)$/i,
];

export function isObeyedFile(path: string): boolean {
  return OBEYED.some((shape) => shape.test(path.replaceAll('\\', '/')));
}
