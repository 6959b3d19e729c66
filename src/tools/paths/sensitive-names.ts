/**
 * Names that a person is always asked about. A pattern is a run of names at the end of a path, at any depth; with a
 * slash behind it, it names a folder and covers everything in it. `*` stands for any part of one name. Everything is
 * written in lower case, as it is compared.
 */

/** They hold secrets: looking is already the harm. */
export const SECRET_NAMES: readonly string[] = [
  // Settings of programs, with passwords and tokens in them.
  '.env', '.env.*', '*.env', '.env~', '.env-*', '.env_*', '#.env*', '.#.env*', '.envrc', '.flaskenv', '.dev.vars', '.secrets/', 'secrets.json', 'secrets.yaml', 'secrets.yml', 'secrets.toml',
  'secret.json', 'secret.yaml', 'secret.yml', '.netrc', '_netrc', '.pgpass', '.my.cnf', '.htpasswd', '.vault-token', '.vault_pass', '.vault_pass.*',
  '.npmrc', '.yarnrc', '.yarnrc.yml', '.pypirc', '.gitconfig', '.git-credentials', '.gemrc', '.boto', '.s3cfg', '.dockercfg', '.dockerconfigjson',
  '.docker/config.json', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials', '.m2/settings.xml', '.m2/settings-security.xml',
  '.composer/auth.json', '.codex/auth.json', '.config/gh/', '.config/hub/', '.config/git/', '.config/gcloud/', '.config/op/', '.config/rclone/',
  '.terraform.d/credentials.tfrc.json', '.terraformrc', '*.tfstate', '*.tfstate.backup', '*.tfvars', '*.tfvars.json',
  'pip.conf', '.config/pip/', '.config/containers/auth.json', 'wp-config.php',
  // The passwords of a system, where a workspace holds one: the root itself, or the files of an image.
  'etc/shadow', 'etc/shadow-', 'etc/gshadow', 'etc/gshadow-', 'etc/sudoers', 'etc/sudoers.d/', 'etc/ssh/', 'etc/krb5.keytab',
  // Folders of keys and identities.
  '.ssh/', '.aws/', '.azure/', '.gnupg/', '.kube/', 'kubeconfig', '.password-store/', '.local/share/keyrings/', 'library/keychains/',
  '.mozilla/', '.config/google-chrome/', '.config/chromium/', 'library/application support/google/chrome/',
  // Keys.
  'id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*', 'id_xmss*', '*.pem', '*.key', '*.p8', '*.p12', '*.pfx', '*.pkcs12', '*.jks', '*.jceks', '*.keystore',
  '*.kdb', '*.kdbx', '*.ovpn', '*.ppk', '*.keytab', '*.agekey', '*_rsa', '*_ed25519', 'wallet.dat',
  'credentials', 'credentials*.json', 'credentials.yml', 'credentials.yaml', 'credentials.toml', 'credentials.ini', 'credentials.csv', 'credentials.db',
  'service-account*.json', 'service_account*.json', 'serviceaccount*.json', '*-service-account.json', '*_service_account.json', '*serviceaccountkey*.json',
  'client_secret*.json', 'client-secret*.json', 'application_default_credentials.json', '*firebase-adminsdk*.json',
  // What was typed, passwords included.
  '.bash_history', '.zsh_history', '.sh_history', '.python_history', '.node_repl_history', '.psql_history', '.mysql_history', '.sqlite_history', '.rediscli_history',
  // Keelson's own, and the servers of tools with their keys.
  '.keelson/', 'keelson.config.*', '.mcp.json', '.claude.json', '.cursor/mcp.json', '.vscode/mcp.json', '.claude/settings.local.json', '.claude/.credentials.json',
];

/** They make a program run something, or tell an agent what to do: changing them is the harm, looking is not. */
export const CODE_RUNNING_NAMES: readonly string[] = [
  // Git runs hooks, filters and whatever its configuration names; a folder with a HEAD can be a repository.
  '*.git/', '.gitmodules', '.githooks/', '.husky/', '.pre-commit-config.yaml', '.pre-commit-hooks.yaml', 'lefthook.yml', '.lefthook.yml',
  'lefthook.yaml', '.lefthook.yaml', '.overcommit.yml', '.lintstagedrc', '.lintstagedrc.*', '.hg/', '.svn/',
  // Builds that run with the secrets of a project.
  '.github/workflows/', '.github/actions/', '.gitlab-ci.yml', '.gitlab-ci.yaml', '.circleci/', '.travis.yml', '.buildkite/', '.drone.yml', '.woodpecker/', '.woodpecker.yml',
  'jenkinsfile', 'azure-pipelines.yml', 'bitbucket-pipelines.yml', 'appveyor.yml', '.gitea/workflows/', '.forgejo/workflows/',
  // Editors.
  '.vscode/tasks.json', '.vscode/launch.json', '.vscode/settings.json', '.vscode/extensions.json', '*.code-workspace', '.idea/', '.fleet/', '.zed/', '.run/',
  '.devcontainer/', '.devcontainer.json', '.vimrc', '.nvimrc', '.exrc', '.gvimrc', '.emacs', '.emacs.d/', '.dir-locals.el', '.nvim.lua', '.config/nvim/',
  // Shells, and what starts with a session.
  '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases', '.profile', '.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout',
  '.kshrc', '.cshrc', '.tcshrc', '.login', '.inputrc', '.xprofile', '.xinitrc', '.xsessionrc', '.config/fish/', '.config/autostart/', '.config/systemd/', '.local/bin/',
  'library/launchagents/', 'library/launchdaemons/', '.crontab', 'crontab', 'authorized_keys', 'known_hosts', 'mise.toml', '.mise.toml', '.mise/', '.direnv/',
  // Interpreters, debuggers and package managers that read a file of this name on their own.
  'sitecustomize.py', 'usercustomize.py', '*.pth', '.pythonrc', '.pythonstartup', '.pdbrc', '.gdbinit', '.lldbinit', '.irbrc', '.pryrc', '.rprofile', '.ipython/',
  '.cargo/config', '.cargo/config.toml', '.pnpmfile.cjs', '.yarn/plugins/', '.yarn/releases/', '.curlrc', '.wgetrc', '.bazelrc', '.mavenrc', '.mvn/',
  // Agents.
  '.claude/', 'claude.md', 'claude.local.md', 'agents.md', 'agent.md', 'agents.override.md', 'gemini.md', '.cursor/', '.cursorrules', '.windsurf/', '.windsurfrules',
  '.codex/', '.gemini/', '.continue/', '.aider.conf.yml', '.opencode/', 'opencode.json', 'opencode.jsonc', '.github/copilot-instructions.md', '.github/instructions/',
  '.clinerules/', '.roo/', '.kiro/', 'config.yaml', 'config.yml',
];

/** Names like the above that are meant to be shown to everybody. */
export const HARMLESS_NAMES: readonly string[] = [
  '.env.example', '.env.sample', '.env.template', '.env.dist', '.env.defaults', '.env.*.example', '.env.*.sample', '.env.*.template', '.env-example', '.env-sample', '.env-template', '.env_example', '.env_sample', '.env_template',
  'example.env', 'sample.env', 'template.env', '*.example.env', '*.sample.env', '*.template.env',
  'id_rsa*.pub', 'id_dsa*.pub', 'id_ecdsa*.pub', 'id_ed25519*.pub', 'keelson.config.example.*', 'keelson.config.schema.json',
];
