/** Places where secrets are kept, and places that start programs by themselves. */
import { compileGlob } from '../expand/globs.ts';
import { hasGlob } from '../expand/marks.ts';

const EXAMPLE = /\.(example|sample|template|dist|defaults?)$/;
const NAMES = new Set([
  '.envrc', '.netrc', '_netrc', '.pgpass', '.npmrc', '.pypirc', '.git-credentials', '.htpasswd', '.vault-token', '.my.cnf',
  'credentials', 'credentials.json', 'credentials.yml', 'credentials.yaml', 'credentials.toml', 'id_rsa', 'id_dsa', 'id_ecdsa',
  'id_ed25519', 'id_ecdsa_sk', 'id_ed25519_sk', '.bash_history', '.zsh_history', '.sh_history', '.python_history',
  '.psql_history', '.mysql_history', '.node_repl_history', '.dockercfg', '.s3cfg', '.boto', 'terraform.tfstate', 'secrets.yml',
  'secrets.yaml', 'secrets.json', 'secrets.toml', 'secret.key', 'master.key', 'service-account.json', 'token.json', 'kubeconfig',
  'shadow', 'gshadow', 'Cookies', 'Login Data', 'logins.json', 'key4.db', 'wallet.dat', 'authorized_keys',
]);
const ENDINGS = /\.(pem|key|p12|pfx|kdbx|jks|keystore|ppk|asc|gpg|ovpn|tfstate|keychain|keychain-db)$/;
const FOLDERS = [
  '.ssh', '.aws', '.gnupg', '.azure', '.kube', '.password-store', 'Keychains', '.docker', 'gcloud', '.oci', '.terraform.d',
  '.vault', 'keyrings', '.mozilla', 'google-chrome', 'chromium', '.secrets',
];
const SYSTEM = /^\/(etc\/(shadow|gshadow|sudoers|passwd|master\.passwd|ssl\/private|ssh\/ssh_host|krb5\.keytab|security\/opasswd|sudoers\.d)|proc\/(.*\/)?(environ|mem|kcore|auxv|cmdline|maps|fd\/?.*)$|proc\/kcore|run\/secrets|var\/run\/secrets|run\/credentials|dev\/(mem|kmem)|var\/lib\/(kubelet|docker))/;

/** Whether reading this path may show a secret. */
export function isSensitive(path: string): boolean {
  if (SYSTEM.test(path)) return true;
  const names = path.split('/').filter((name) => name !== '');
  const last = names.at(-1) ?? '';
  return names.some((name) => folderMatches(name)) || nameMatches(last) || /\/\.config\/(gh|hub|op|gcloud|rclone)(\/|$)/.test(path);
}

function folderMatches(name: string): boolean {
  return FOLDERS.includes(name) || (hasGlob(name) && FOLDERS.some(explicitly(name)));
}

function nameMatches(name: string): boolean {
  if (name.endsWith('.pub') || EXAMPLE.test(name)) return false;
  if (hasGlob(name)) return ENDINGS.test(name) || ['.env', ...NAMES].some(explicitly(name));
  return name === '.env' || name.startsWith('.env.') || NAMES.has(name) || ENDINGS.test(name);
}

const pattern = (name: string): ((text: string) => boolean) => compileGlob(name, 'marks');

/** A leading dot is matched only by a dot, and a pattern that matches everything is not aimed at secrets. */
const explicitly = (name: string): ((text: string) => boolean) => {
  const matches = pattern(name);
  const letters = [...name.replace(/\.(json|ya?ml|toml)$/, '')].filter((character) => /[A-Za-z.]/.test(character)).length;
  return (text) => letters >= 1 && text.startsWith('.') === name.startsWith('.') && matches(text) && (name.startsWith('.') || letters >= 3);
};

const STARTING_NAMES = /^(\.bashrc|\.bash_profile|\.bash_login|\.bash_logout|\.bash_aliases|\.profile|\.zshrc|\.zshenv|\.zprofile|\.zlogin|\.zlogout|\.kshrc|\.cshrc|\.tcshrc|\.login|\.inputrc|\.xinitrc|\.xsession|\.xprofile|\.Xresources|\.vimrc|\.exrc|\.emacs|\.gitconfig|\.npmrc|\.yarnrc|\.pythonrc(\.py)?|\.tmux\.conf|\.screenrc|\.lldbinit|\.gdbinit|\.rhosts|\.shosts|\.forward|authorized_keys2?|config\.fish|\.envrc|\.condarc|\.curlrc|\.wgetrc|sitecustomize\.py|usercustomize\.py|.*\.pth)$/;
const STARTING_PLACES = /(^|\/)(\.git\/(hooks|config|modules|info|objects)|\.githooks|\.husky|\.ssh|LaunchAgents|LaunchDaemons|StartupItems|autostart|cron\.(d|daily|hourly|weekly|monthly)|crontabs|profile\.d|init\.d|rc\.d|rc\.local|systemd|modules-load\.d|modprobe\.d|udev|ld\.so\.(preload|conf|conf\.d)|update-motd\.d|sudoers\.d|pam\.d|xinetd\.d|inetd\.conf|network\/if-up\.d|apt\.conf\.d|environment(\.d)?|\.config\/(fish|environment\.d|autostart)|\.vscode\/(tasks|settings)\.json|\.bashrc\.d|dispatcher\.d|Startup)(\/|$)/;

/** Whether something runs by itself because it stands here. */
export function isStartedByItself(path: string): boolean {
  const last = path.split('/').at(-1) ?? '';
  return STARTING_NAMES.test(last) || STARTING_PLACES.test(path) || /^\/etc\/(crontab|profile|bash\.bashrc|bashrc|zshrc|zshenv|environment|rc\.local|anacrontab|inittab|csh\.cshrc)$/.test(path) || /^\/var\/spool\/(cron|at)/.test(path);
}

/** Names of variables that programs keep secrets in. */
export function isSecretName(name: string): boolean {
  return /(TOKEN|SECRET|PASSW|PASSPHRASE|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL|AUTH_KEY|_PAT$|^PAT$|_KEY$|SESSION_KEY|DATABASE_URL|MASTER_KEY)/i.test(name);
}

/** Variables by which one program makes another run something. */
const INJECTING = new Set([
  'LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'LD_DEBUG_OUTPUT', 'DYLD_INSERT_LIBRARIES', 'DYLD_LIBRARY_PATH',
  'DYLD_FRAMEWORK_PATH', 'BASH_ENV', 'ENV', 'PROMPT_COMMAND', 'PS0', 'PS4', 'SHELLOPTS', 'BASHOPTS', 'PATH', 'CDPATH', 'HOME',
  'ZDOTDIR', 'SHELL', 'XDG_CONFIG_HOME', 'PYTHONPATH', 'PYTHONSTARTUP', 'PYTHONHOME', 'PYTHONINSPECT', 'PYTHONUSERBASE',
  'PYTHONWARNINGS', 'PYTHONBREAKPOINT', 'PYTHONEXECUTABLE', 'NODE_OPTIONS', 'NODE_PATH', 'NODE_REPL_EXTERNAL_MODULE', 'PERL5OPT',
  'PERL5LIB', 'PERLLIB', 'PERL5DB', 'RUBYOPT', 'RUBYLIB', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS', 'CLASSPATH',
  'MAVEN_OPTS', 'GRADLE_OPTS', 'LUA_INIT', 'LUA_PATH', 'LUA_CPATH', 'PHPRC', 'PHP_INI_SCAN_DIR', 'RUSTC_WRAPPER', 'RUSTC',
  'RUSTDOC', 'CARGO_BUILD_RUSTC_WRAPPER', 'RUSTFLAGS', 'CC', 'CXX', 'LD', 'MAKEFLAGS', 'GOFLAGS', 'GIT_SSH', 'GIT_SSH_COMMAND',
  'GIT_ASKPASS', 'SSH_ASKPASS', 'SUDO_ASKPASS', 'GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'GIT_PAGER', 'GIT_EXTERNAL_DIFF',
  'GIT_PROXY_COMMAND', 'GIT_EXEC_PATH', 'GIT_TEMPLATE_DIR', 'GIT_DIR', 'GIT_CONFIG', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_COUNT', 'GIT_CONFIG_PARAMETERS', 'GIT_ALLOW_PROTOCOL', 'EDITOR', 'VISUAL', 'PAGER', 'MANPAGER', 'MANOPT',
  'LESSOPEN', 'LESSCLOSE', 'LESS', 'BROWSER', 'TERMINFO', 'GCONV_PATH', 'NLSPATH', 'HOSTALIASES', 'RESOLV_HOST_CONF', 'LOCPATH',
  'TMPPREFIX', 'HISTFILE', 'OPENSSL_CONF', 'SSL_CERT_FILE', 'CURL_HOME', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE',
  'NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'GIT_SSL_NO_VERIFY', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY',
  'http_proxy', 'https_proxy', 'all_proxy', 'npm_config_script_shell', 'npm_config_registry', 'NPM_CONFIG_REGISTRY',
  'PIP_INDEX_URL', 'PIP_EXTRA_INDEX_URL', 'DOCKER_HOST', 'KUBECONFIG', 'VIMINIT', 'EXINIT', 'GDBINIT', 'INPUTRC', 'ASAN_OPTIONS',
  'COLUMNS_COMMAND', 'R_PROFILE', 'R_ENVIRON', 'BUNDLE_GEMFILE', 'ERL_FLAGS', 'ERL_AFLAGS', 'ELIXIR_ERL_OPTIONS',
  'DOTNET_STARTUP_HOOKS', 'DENO_DIR', 'ELECTRON_RUN_AS_NODE', 'WGETRC', 'TCLLIBPATH', 'JULIA_LOAD_PATH', 'PYTEST_ADDOPTS', 'PYTEST_PLUGINS',
  'TAR_OPTIONS', 'GEM_PATH', 'GEM_HOME', 'GLIBC_TUNABLES', 'RIPGREP_CONFIG_PATH', 'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'FZF_DEFAULT_COMMAND', 'ANSIBLE_CONFIG', 'SYSTEMD_EDITOR', 'SUDO_EDITOR', 'GOPROXY', 'GONOSUMDB', 'GONOSUMCHECK',
  'GOINSECURE', 'COVERAGE_PROCESS_START',
]);

export function isInjecting(name: string): boolean {
  return INJECTING.has(name) || /^(GIT_CONFIG_(KEY|VALUE)_|BASH_FUNC_|LD_|DYLD_|npm_config_|NPM_CONFIG_|CARGO_TARGET_.*_(RUNNER|LINKER)$)/.test(name);
}
