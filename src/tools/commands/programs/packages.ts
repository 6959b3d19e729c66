/** Package managers and build tools. Building and testing what is in the workspace is ordinary; bringing in code asks. */
import type { Call, ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { plain, UNKNOWN } from '../expand/marks.ts';
import { readOptions } from './options.ts';
import { judgeCodeFile } from './script-files.ts';
import { runText } from './shells.ts';
import { byVerb, type VerbTable, verbsOf } from './verbs.ts';

const packages = { rule: 'packages', text: 'changes installed packages' };
const RISKY_SCRIPT = /^(publish|deploy|release|postinstall|uninstall|destroy|nuke|reset|wipe|prod.*|.*:(prod|production|deploy|publish|release))$/;
const FROM_ELSEWHERE = /^(https?:|git[+:@]|ssh:|file:|github:|gitlab:|bitbucket:|\.{0,2}\/|~)|\.(tgz|tar\.gz|whl|zip)$/;

const VALUED = ['--prefix', '-C', '--dir', '--filter', '-F', '--workspace', '-w', '--cwd', '--registry', '--loglevel'];

const node = (extra: readonly string[]): ProgramRule => (call) => {
  const verbs = verbsOf(call.args, call.name === 'pnpm' ? VALUED.filter((option) => option !== '-w') : VALUED);
  const [verb = '', ...rest] = verbs;
  const at = call.args.indexOf(verb);
  const after = at === -1 ? [] : call.args.slice(at + 1);
  for (const option of call.args) if (/^--(script-shell|node-options|registry|userconfig|globalconfig|cafile|unsafe-perm)(=|$)/.test(option)) call.ask('package_options', `${call.shown} uses an option that changes what is run or fetched.`);
  for (const folder of readOptions(call.args, { short: 'C', long: ['prefix', 'cwd', 'dir'] }).all('C', 'prefix', 'cwd', 'dir')) judgeCodeFile(call, call.paths(folder)[0] ?? '', folder);
  for (const option of call.args) {
    const shell = /^--script-shell=(.*)$/.exec(option);
    if (shell) call.script(shell[1] ?? '');
  }
  if (call.args.includes('-g') || call.args.includes('--global') || verb === 'global') call.ask('packages', `${call.shown} changes packages outside the workspace.`);
  if (['exec', 'x', 'dlx'].includes(verb)) return runsPackage(call, after);
  if (verb === 'init' && rest.length === 0 && call.name !== 'yarn') return undefined;
  if ([
    'run', 'run-script', 'rum', 'urn',
  ].includes(verb)) return RISKY_SCRIPT.test(rest[0] ?? '') ? call.ask('build_target', `${call.shown} runs the script "${rest[0] ?? ''}".`) : undefined;
  if (['install', 'i', 'ci', 'clean-install', 'add', 'update', 'up', 'upgrade', 'link'].includes(verb) || (verb === '' && call.name === 'yarn')) {
    const odd = rest.find((name) => FROM_ELSEWHERE.test(name));
    if (odd !== undefined) return call.ask('remote_code', `${call.shown} installs ${plain(odd)}, which runs its own scripts.`);
    if (rest.length > 0 || ![
      'install', 'i', 'ci', 'clean-install', '',
    ].includes(verb)) call.ask('packages', `${call.shown} changes installed packages, which run their own scripts.`);
    return undefined;
  }
  return byVerb({
    valued: VALUED,
    allow: [
      'test', 't', 'tst', 'start', 'ls', 'list', 'll', 'la', 'outdated', 'view', 'info', 'show', 'why', 'explain', 'audit',
      'fund', 'doctor', 'ping', 'root', 'bin', 'prefix', 'search', 'pkg get', 'config get', 'config list', 'whoami', 'docs',
      'repo', 'bugs', 'pack', 'diff', 'query', 'licenses', 'workspaces', 'workspace', 'store path', 'dedupe', 'help', 'cache verify', 'cache ls', 'recursive run', 'recursive test', ...extra,
    ],
    otherwise: verb === 'publish' || verb === 'unpublish' || verb === 'deprecate' ? { rule: 'publish', text: 'publishes or withdraws a package' } : packages,
    also: (inner) => {
      if (/^(audit fix)/.test(verbs.join(' '))) inner.ask('packages', `${inner.shown} changes installed packages.`);
    },
  })(call);
};

/** Programs that projects bring along; their own rules say what of them is ordinary. */
const LOCAL_PROGRAMS = new Set((
  'api-extractor astro ava babel biome browserslist license-checker c8 changeset commitlint concurrently cross-env cspell cucumber cypress depcheck dotenv ' +
  'drizzle-kit esbuild eslint expo gatsby graphql-codegen http-server jasmine jest jsdoc json-server karma knex knip lefthook lerna ' +
  'lint-staged madge markdownlint markdownlint-cli markdownlint-cli2 microbundle mocha moon ncc newman next ng nodemon npm-run-all ' +
  'nuxi nuxt nx nyc oxlint parcel playwright pm2 postcss prettier prisma react-scripts redocly remark remix rimraf rollup run-p ' +
  'run-s sass sequelize sequelize-cli serve size-limit spectral standard storybook stylelint svelte-check svelte-kit svgo swc ' +
  'tailwindcss tap terser testcafe textlint ts-node tsc tsup tsx turbo typedoc typeorm unbuild vite vitest vue-cli-service vue-tsc ' +
  'wdio webpack xo'
).split(' '));

const SCOPED: Readonly<Record<string, string>> = { '@biomejs/biome': 'biome', '@redocly/cli': 'redocly', '@playwright/test': 'playwright', 'tailwind': 'tailwindcss' };

/** npx and its like run a package's program; one that the project has is ordinary work. */
function runsPackage(call: Call, args: readonly string[]): void {
  const options = readOptions(args, { short: 'pc', long: ['package', 'call'], operandsFirst: true });
  for (const text of options.all('c', 'call')) runText(call, text, [], { own: false });
  const [program = '', ...rest] = options.operands;
  if (options.has('p', 'package') || FROM_ELSEWHERE.test(program) || (program.includes('@') && !program.startsWith('@')) || call.name === 'pnpm' && call.args.includes('dlx') || call.args.includes('dlx')) return call.ask('remote_code', `${call.shown} fetches and runs a package.`);
  const local = SCOPED[program] ?? program;
  if (LOCAL_PROGRAMS.has(local)) return void call.run([local, ...rest]);
  if (program !== '') call.run([program, ...rest]);
  call.ask('remote_code', `${call.shown} runs a package that may have to be fetched first.`);
}

/** A name that projects give to their own scripts, or a program with its arguments. */
function runsScript(call: Call, words: readonly string[]): string {
  const [name = '', ...rest] = words;
  const isScript = rest.length === 0 && /^(([\w-]+:)?(test|tests|lint|fmt|format|docs|build|check|types|typecheck|cov|dev|style|all|serve|start)([:_-][\w-]+)?)$/.test(name);
  return isScript || name === '' ? UNKNOWN : call.run(words);
}

const pip: ProgramRule = (call) => {
  const verbs = verbsOf(call.args, [
    '-r', '--requirement', '-c', '--constraint', '-i', '--index-url', '--extra-index-url', '-t', '--target', '--prefix',
    '--python', '-p', '--root',
  ]);
  const [verb = '', ...rest] = verbs;
  if (call.args.some((argument) => /^(-i|--index-url|--extra-index-url|--trusted-host|--target|-t|--root|--prefix|--proxy|--find-links|-f)(=|$)/.test(argument))) call.ask('package_options', `${call.shown} uses an option that changes what is fetched or where it goes.`);
  if (verb === 'install' || verb === 'add' || verb === 'sync') {
    const files = readOptions(call.args, { short: 'rcet', long: [
      'requirement', 'constraint', 'editable', 'target',
    ] }).all('r', 'requirement', 'c', 'constraint');
    for (const file of files) if (FROM_ELSEWHERE.test(file) && /^https?:/.test(file)) call.ask('remote_code', `${call.shown} installs what a remote list names.`);
    else call.read(file);
    const editable = readOptions(call.args, { short: 'e', long: ['editable'] }).all('e', 'editable');
    const isLocal = (name: string): boolean => /^\.(\[.*\])?$|^\.\//.test(name);
    if (![...rest, ...editable].every(isLocal)) call.ask('packages', `${call.shown} installs packages, which run their own code.`);
    return;
  }
  byVerb({ allow: [
    'list', 'show', 'freeze', 'check', 'search', 'help', 'debug', 'index', 'inspect', 'hash', 'wheel', 'config list',
    'cache list', 'cache info', 'venv', 'lock', 'run', 'tree', 'version', 'build', 'env info', 'compile',
  ], otherwise: packages })(call);
  if (verb === 'run') runsScript(call, call.args.slice(call.args.indexOf('run') + 1));
};

const cargo = byVerb({
  allow: [
    'build', 'b', 'check', 'c', 'test', 't', 'run', 'r', 'bench', 'doc', 'd', 'clippy', 'fmt', 'tree', 'metadata', 'search',
    'info', 'new', 'init', 'clean', 'nextest', 'nextest run', 'expand', 'audit', 'deny', 'outdated', 'fetch', 'generate-lockfile',
    'locate-project', 'pkgid', 'bloat', 'update', 'verify-project', 'version', 'rustc', 'rustdoc', 'llvm-cov', 'tarpaulin', 'miri', 'machete',
    'udeps', 'package', 'vendor', 'fix', 'hack', 'msrv',
  ],
  valued: ['--manifest-path', '--target', '--config', '-C', '-Z', '--color'], otherwise: { rule: 'packages', text: 'installs, publishes or changes packages' },
  also: (call) => {
    if (call.args.some((argument) => argument.startsWith('--config'))) call.ask('package_options', `${call.shown} changes the settings of the build.`);
    if (call.args.includes('update') && !call.args.includes('--dry-run')) call.ask('packages', `${call.shown} changes packages.`);
    for (const file of readOptions(call.args, { long: ['manifest-path'] }).all('manifest-path')) judgeCodeFile(call, call.paths(file)[0] ?? '', file);
  },
});

const go: ProgramRule = (call) => {
  if (call.args.some((argument) => /^--?(exec|toolexec|overlay|ldflags=.*-extld|gccgoflags|modfile)(=|$)/.test(argument))) {
    for (const [index, argument] of call.args.entries()) if (/^--?(exec|toolexec)(=|$)/.test(argument)) call.script(argument.includes('=') ? argument.slice(argument.indexOf('=') + 1) : (call.args[index + 1] ?? ''));
    call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
  }
  const [verb = '', ...rest] = verbsOf(call.args, []);
  if (verb === 'run' && rest.some((name) => /^[a-z0-9-]+\.[a-z]+\/.*@|^https?:/.test(name))) call.ask('remote_code', `${call.shown} fetches and runs a program.`);
  byVerb({ allow: [
    'build', 'test', 'vet', 'fmt', 'run', 'list', 'doc', 'env', 'version', 'mod tidy', 'mod graph', 'mod why', 'mod verify',
    'mod download', 'mod vendor', 'mod init', 'mod edit', 'tool', 'work', 'fix', 'bug', 'telemetry', 'generate',
  ], otherwise: packages })(call);
  if (verb === 'env' && call.args.some((argument) => /^-[wu]$/.test(argument))) call.ask('environment', `${call.shown} changes the settings of go.`);
};

const system = byVerb({ allow: ['list', 'show', 'search', 'policy', 'depends', 'rdepends', 'info', 'query', 'provides', 'check-update', 'changelog', 'showpkg', 'stats', 'madison', 'repolist', 'history', 'whatprovides', 'files', 'outdated', 'deps', 'leaves', 'uses', 'desc', 'home', 'config', 'doctor', 'log', 'cat', 'formulae', 'casks', 'tap-info', '--prefix', '--cellar', 'services list', 'se', 'pa', 'lr', 'if'], valued: ['-o', '-t', '-c'], otherwise: { rule: 'system_packages', text: 'changes what is installed on the system' }, also: (call) => {
  for (const [index, argument] of call.args.entries()) {
    const hook = /^-o(.*)$/.exec(argument);
    const setting = hook ? hook[1] || (call.args[index + 1] ?? '') : '';
    if (/Invoke|Hook|Proxy/i.test(setting)) {
      call.script(setting.slice(setting.indexOf('=') + 1));
      call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
    }
  }
} });

const queriesPackages: ProgramRule = (call) => {
  const looks = call.name === 'pacman' ? call.args.some((argument) => /^-(Q[a-z]*|Ss|Si|V)$/.test(argument)) : call.args.some((argument) => /^-(q[a-z]*|Q[a-z]*|l|L|s|S$|Ss|Si|W|p|V|-list.*|-status|-show|-query|-search|-version|-get-selections|-print-architecture|-listfiles)$/.test(argument));
  if (!looks) call.ask('system_packages', `${call.shown} changes what is installed on the system.`);
};

function uv(call: Call): string | void {
  const [verb = '', second] = verbsOf(call.args, []);
  const after = call.args.slice(call.args.indexOf(verb) + 1);
  if (verb === 'pip') return call.run(['pip', ...after]);
  if (verb === 'run') return call.run(readOptions(after, { long: ['with', 'python', 'extra', 'group'], operandsFirst: true }).operands);
  return pip({ ...call, args: second === undefined ? [verb] : [verb, second] });
}

function bundle(call: Call): string | void {
  if (verbsOf(call.args, [])[0] === 'exec') return call.run(call.args.slice(call.args.indexOf('exec') + 1));
  const allow = ['install', 'list', 'show', 'check', 'info', 'outdated', 'config', 'platform', 'version'];
  return byVerb({ allow, otherwise: packages })(call);
}

function conda(call: Call): string | void {
  const shape = { short: 'np', long: ['name', 'prefix', 'cwd'], operandsFirst: true };
  if (call.args[0] === 'run') return call.run(readOptions(call.args.slice(1), shape).operands);
  return byVerb({ allow: ['list', 'info', 'env list', 'search', 'config --show', 'activate'], otherwise: packages })(call);
}

/** `exec` and its like are followed by a program; `skip` words of their own stand before it. */
function runsAfter(verbs: readonly string[], table: VerbTable, skip = 0): ProgramRule {
  const others = byVerb(table);
  return (call) => {
    const [verb = ''] = verbsOf(call.args, []);
    if (!verbs.includes(verb)) return others(call);
    const after = call.args.slice(call.args.indexOf(verb) + 1);
    return runsScript(call, readOptions(after, { operandsFirst: true }).operands.slice(skip));
  };
}

const nixVerbs = byVerb({ allow: ['build', 'eval', 'flake show', 'flake check', 'search', 'develop', 'fmt', 'log'], otherwise: packages });

/** Recipes of the project are its own; another shell for them, or another file, is not. */
function runsRecipes(call: Call): string | void {
  const other = call.args.find((word) => /^(--shell(-arg|-command)?|--command|-c|-f|--justfile|--taskfile|-t|-d|--dir|--working-directory|-g|--global.*)(=.*)?$/.test(word));
  if (other !== undefined) call.ask('runs_program', `${call.shown} runs with ${plain(other)} what is not a recipe of this folder.`);
}

export const PACKAGE_PROGRAMS: ProgramTable = {
  npm: node([]),
  pnpm: node(['test', 'build', 'lint', 'dev', 'typecheck', 'check', 'format', 'vitest', 'tsc', 'eslint']),
  yarn: node(['build', 'lint', 'dev', 'typecheck', 'check', 'format', 'jest', 'vitest', 'tsc', 'eslint', 'prettier']),
  npx: (call) => runsPackage(call, call.args),
  bunx: (call) => runsPackage(call, call.args),
  pnpx: (call) => runsPackage(call, ['-p', ...call.args]),
  corepack: (call) => call.ask('packages', `${call.shown} changes package managers.`),
  pip,
  pipx: (call) => (verbsOf(call.args, [])[0] === 'list' ? undefined : call.ask('packages', `${call.shown} changes or fetches packages.`)),
  uv,
  uvx: (call) => call.ask('remote_code', `${call.shown} fetches and runs a package.`),
  poetry: pip, pipenv: pip, pdm: pip,
  hatch: runsAfter(['run'], { allow: ['test', 'build', 'version', 'env show', 'fmt', 'status', 'dep show'], otherwise: packages }),
  conda,
  mamba: byVerb({ allow: ['list', 'info', 'env list', 'search'], otherwise: packages }),
  easy_install: (call) => call.ask('packages', `${call.shown} installs packages.`),
  cargo,
  rustup: runsAfter(['run'], { allow: ['show', 'toolchain list', 'target list', 'component list', 'which', 'doc', 'check'], otherwise: packages }, 1),
  go,
  gem: byVerb({ allow: ['list', 'search', 'info', 'env', 'environment', 'outdated', 'which', 'contents', 'build'], otherwise: packages }),
  bundle,
  bundler: byVerb({ allow: ['list', 'show', 'check'], otherwise: packages }),
  composer: byVerb({ allow: [
    'run lint', 'run test', 'run check', 'run analyse',
    'install', 'show', 'validate', 'outdated', 'diagnose', 'dump-autoload', 'test', 'run-script', 'licenses',
    'check-platform-reqs',
  ], otherwise: packages }),
  mvn: builds, mvnw: builds, gradle: builds, gradlew: builds, ant: builds, sbt: builds,
  bazel: byVerb({ allow: ['clean', 'build', 'test', 'query', 'info', 'cquery', 'version', 'run', 'fetch'], otherwise: packages }),
  dotnet: byVerb({ allow: [
    'build', 'test', 'run', 'restore', 'format', 'list', 'clean', '--info', '--list-sdks', 'msbuild', 'pack', 'new', 'sln',
    'watch', 'publish', 'tool list', 'ef migrations list',
  ], otherwise: packages }),
  cmake: (call) => (call.args.some((argument) => argument === '-P' || argument === '-E') ? cmakeTool(call) : call.args.includes('--install') || call.args.some((argument) => /install/.test(argument)) ? call.ask('build_target', `${call.shown} installs files.`) : undefined),
  ctest: () => undefined,
  ninja: () => undefined,
  meson: byVerb({ allow: ['setup', 'compile', 'test', 'configure', 'introspect', 'build', 'builddir'], otherwise: packages }),
  swiftc: () => undefined,
  mix: byVerb({ allow: [
    'test', 'compile', 'format', 'deps', 'deps.get', 'phx.server', 'ecto.migrations', 'hex.outdated', 'credo', 'dialyzer', 'run', 'help', 'phx.routes', 'docs', 'deps.tree', 'xref',
  ], otherwise: packages }),
  rebar3: byVerb({ allow: ['compile', 'ct', 'eunit', 'dialyzer', 'tree'], otherwise: packages }),
  stack: runsAfter(['exec'], { allow: ['build', 'test', 'ls', 'path'], otherwise: packages }),
  cabal: runsAfter(['exec'], { allow: ['build', 'test', 'list', 'info', 'run', 'check'], otherwise: packages }),
  dune: runsAfter(['exec'], { allow: ['build', 'test', 'runtest', 'fmt'], otherwise: packages }),
  flutter: byVerb({ allow: ['run', 'analyze', 'test', 'doctor', 'build', 'pub get', 'format', 'devices'], otherwise: packages }),
  dart: byVerb({ allow: ['analyze', 'test', 'format', 'compile', 'run', 'pub get', 'doc'], otherwise: packages }),
  xcodebuild: buildsForApple,
  pod: byVerb({ allow: ['install', 'list', 'outdated'], otherwise: packages }),
  rake: (call) => (call.args.some((argument) => /^-[eE]/.test(argument)) ? call.ask('inline_code', `${call.shown} runs code given on the command line.`) : call.args.some((argument) => /drop|reset|deploy|publish|release/.test(argument)) ? call.ask('build_target', `${call.shown} runs a target that may lose data.`) : undefined),
  rails: byVerb({ allow: [
    'test', 'routes', 'about', 'notes', 'stats', 'generate', 'g', 'spec', 'db:migrate:status', 'zeitwerk:check',
  ], otherwise: { rule: 'build_target', text: 'runs a task of the application' } }),
  just: runsRecipes,
  task: runsRecipes,
  tox: () => undefined,
  nox: () => undefined,
  apt: system, 'apt-get': system, aptitude: system, dnf: system, yum: system, zypper: system, brew: system, port: system,
  apk: system, snap: system, flatpak: system, 'apt-cache': system, 'apt-mark': system, choco: system, winget: system,
  scoop: system, pkg: system, emerge: system,
  nix: (call) => (call.args.some((word) => ['-c', '--command', '--run'].includes(word)) ? call.ask('runs_program', `${call.shown} runs a program of its own choosing.`) : nixVerbs(call)),
  'nix-shell': (call) => call.ask('runs_program', `${call.shown} starts a shell or a program.`),
  dpkg: queriesPackages, rpm: queriesPackages, pacman: queriesPackages, 'dpkg-query': queriesPackages,
  asdf: byVerb({ allow: ['list', 'current', 'which', 'where', 'plugin list'], otherwise: packages }),
  nvm: byVerb({ allow: ['ls', 'list', 'current', 'use', 'which'], otherwise: packages }),
  pyenv: byVerb({ allow: ['versions', 'version', 'which', 'local'], otherwise: packages }),
  mise: byVerb({ allow: ['ls', 'list', 'current', 'which', 'doctor'], otherwise: packages }),
  volta: byVerb({ allow: ['list', 'which'], otherwise: packages }),
  'update-alternatives': byVerb({ allow: ['--list', '--display', '--query'], otherwise: { rule: 'system_packages', text: 'changes which programs are used' } }),
};

const PUBLISHES = /^(deploy|publish|release|install|uploadArchives|.*:deploy|.*:release|publish[A-Z].*)$/;

function builds(call: Call): void {
  if (call.args.some((argument) => PUBLISHES.test(argument) || /^-Dexec|exec:(java|exec)/.test(argument))) call.ask('build_target', `${call.shown} publishes, or runs something of its own choosing.`);
  for (const [index, argument] of call.args.entries()) {
    if (!/^(-I|--init-script|-f|--file|-b|--build-file|-s|--settings|-p|--project-dir)(=|$)/.test(argument)) continue;
    const value = argument.includes('=') ? argument.slice(argument.indexOf('=') + 1) : (call.args[index + 1] ?? '');
    if (/^(-I|--init-script|-s$|--settings)/.test(argument) && !value.startsWith('-') && value !== '') call.ask('build_target', `${call.shown} builds with other settings.`);
    judgeCodeFile(call, call.paths(value)[0] ?? '', value);
  }
}

function buildsForApple(call: Call): void {
  if (call.args.some((argument) => /^(install|-exportArchive|-allowProvisioning.*|-xcconfig|archive)$/.test(argument))) call.ask('build_target', `${call.shown} exports or installs an application.`);
}

function cmakeTool(call: Call): void {
  const at = call.args.indexOf('-E');
  const [tool = '', ...rest] = call.args.slice(at + 1);
  if (at === -1) return call.ask('inline_code', `${call.shown} runs a script.`);
  if ([
    'rm', 'remove', 'remove_directory', 'rename', 'env', 'time', 'chdir',
  ].includes(tool)) call.run(tool === 'remove_directory' ? ['rm', '-r', ...rest] : tool === 'remove' ? ['rm', ...rest] : tool === 'rename' ? ['mv', ...rest] : tool === 'chdir' ? rest.slice(1) : [tool, ...rest]);
}
