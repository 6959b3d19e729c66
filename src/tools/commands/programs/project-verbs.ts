/** Tools of projects whose first word says what they do; what is not named here may publish, delete or sign in. */
import type { ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { plain } from '../expand/marks.ts';
import { judgeCodeFile } from './script-files.ts';
import { byVerb, verbsOf } from './verbs.ts';

const OTHERWISE = { rule: 'project_tool', text: 'may publish, remove or change something outside the project' };

/** `bare` says that the program without a verb is ordinary work too. */
const allows = (verbs: string, { bare = false, valued = [] }: { bare?: boolean; valued?: readonly string[] } = {}): ProgramRule => {
  const rule = byVerb({ allow: verbs.split(' ').map((verb) => verb.replaceAll('+', ' ')), valued, otherwise: OTHERWISE });
  return (call) => (bare && verbsOf(call.args, []).length === 0 ? undefined : rule(call));
};

/** Any task of the project but these. */
const allButVerbs = (verbs: RegExp): ProgramRule => (call) => {
  const words = verbsOf(call.args, []);
  const at = call.args.indexOf('exec');
  if (words[0] === 'exec' && at !== -1) return call.run(call.args.slice(at + 1).filter((argument, index, all) => !(argument === '--' && index === all.indexOf('--'))));
  if (words.some((word) => verbs.test(word))) call.ask(OTHERWISE.rule, `${call.shown} ${OTHERWISE.text}.`);
};

const RISKY_TASK = /^(deploy|publish|release|destroy|login|logout|link|unlink|connect|migrate|import|add|prune|clean|version|push|install)(:.*)?$/;

/** What it is given to run must not come from elsewhere. */
const runsHere = (inner: ProgramRule): ProgramRule => (call) => {
  for (const argument of call.args) {
    if (/^https?:/.test(argument)) call.ask('remote_code', `${call.shown} runs ${plain(argument)} from the network.`);
    else if (/^(\.\.|\/|~)/.test(argument)) judgeCodeFile(call, call.paths(argument)[0] ?? '', argument);
  }
  return inner(call);
};

const dbt = allows('build run test compile parse ls list debug deps docs+generate source+freshness snapshot seed --version');

export const PROJECT_VERB_PROGRAMS: ProgramTable = {
  turbo: allButVerbs(RISKY_TASK), nx: allButVerbs(RISKY_TASK), lerna: allButVerbs(RISKY_TASK), rush: allButVerbs(RISKY_TASK),
  moon: allButVerbs(RISKY_TASK), wireit: allButVerbs(RISKY_TASK),
  changeset: allows('status add', { bare: true }),
  next: allows('build dev start lint info typegen', { bare: true }), nuxt: allows('build dev generate prepare preview typecheck analyze'),
  nuxi: allows('build dev generate prepare preview typecheck analyze'), astro: allows('build check dev preview sync info'),
  remix: allows('build dev vite:build vite:dev routes typegen'), 'svelte-kit': allows('sync build dev package'), 'svelte-check': allows('', { bare: true }),
  gatsby: allows('build develop serve info'), expo: allows('start export config doctor', { bare: true }), ng: allows('build test lint serve e2e version extract-i18n'),
  storybook: allows('build dev'), 'build-storybook': () => undefined, 'start-storybook': () => undefined,
  cypress: allows('run verify info version open'), playwright: allows('test show-report show-trace merge-reports'),
  pm2: allows('list ls status logs show describe info prettylist jlist'),
  prisma: allows('validate generate format version migrate+status debug'), 'drizzle-kit': allows('check generate'),
  sequelize: allows('db:migrate:status'), 'sequelize-cli': allows('db:migrate:status'), knex: allows('migrate:status migrate:list migrate:currentVersion'),
  typeorm: allows('migration:show entity:create'), supabase: allows('status'), alembic: allows('history current heads branches check show'),
  k6: allows('inspect version'), 'openapi-generator-cli': allows('validate list version'), 'openapi-generator': allows('validate list version'),
  spectral: allows('lint'), redocly: allows('lint bundle build-docs stats'), 'graphql-codegen': allows('', { bare: true }), sqlc: allows('generate vet compile verify diff version'),
  act: (call) => (call.args.some((argument) => ['-l', '--list', '-n', '--dryrun', '-g', '--graph', '--version'].includes(argument)) ? undefined : call.ask('container', `${call.shown} runs workflows in containers.`)),
  lefthook: allows('run validate dump version'), 'pre-commit': allows('run validate-config validate-manifest sample-config'),
  'lint-staged': () => undefined, 'size-limit': () => undefined, knip: () => undefined, madge: () => undefined, depcheck: () => undefined,
  lein: allows('test deps compile check classpath version'), mill: allButVerbs(RISKY_TASK), 'scala-cli': runsHere(allows('test run compile fmt version')),
  'react-scripts': allows('test build start'), 'vue-cli-service': allows('build test:unit lint serve inspect'),
  'php-cs-fixer': (call) => (call.args.includes('--dry-run') || call.args[0] === 'check' ? undefined : call.write('.')), scons: allButVerbs(RISKY_TASK), waf: allButVerbs(RISKY_TASK),
  stern: () => undefined, 'sqlite-utils': allows('tables views schema rows indexes'), resolvectl: allows('status query statistics', { bare: true }), localectl: allows('status list-locales list-keymaps', { bare: true }),
  kubectx: (call) => (call.args.length === 0 || call.args[0] === '-c' ? undefined : call.ask('cluster', `${call.shown} changes which cluster is used.`)),
  kubens: (call) => (call.args.length === 0 || call.args[0] === '-c' ? undefined : call.ask('cluster', `${call.shown} changes which namespace is used.`)),
  nimble: allows('build test check dump tasks list'), opam: allows('list show switch+list var env info search config+list'),
  elm: allows('make'), gleam: allows('build test check format run docs+build'),
  buck2: allows('build test query targets run cquery uquery'), buck: allows('build test query targets'), pants: allows('lint test check fmt list package peek dependencies'),
  spago: allows('build test'), 'wasm-pack': allows('build test'), trunk: allows('build check serve'),
  cdk: allows('synth diff list ls doctor version'), sam: allows('validate build local+invoke'), serverless: allows('print package info'), sls: allows('print package info'),
  kustomize: allows('build version cfg'), argocd: allows('version app+list app+get app+diff'), flux: allows('get check version'), istioctl: allows('version analyze proxy-status'), skaffold: allows('diagnose render version'),
  'django-admin': allows('check test version diffsettings makemessages'), flask: allows('routes run --version'), fastapi: allows('dev run'),
  celery: allows('inspect status report', { valued: ['-A', '--app', '-b', '--broker'] }), dbt, airflow: allows('dags+list tasks+list version info dags+show providers+list'),
  scrapy: allows('list check version settings'), dvc: allows('status dag diff list metrics+show params+diff plots+show version'), mlflow: allows('ui server doctor'),
  jupyter: allows('nbconvert kernelspec+list troubleshoot --version'), 'jupyter-nbconvert': allows('', { bare: true }), quarto: allows('render check preview inspect'),
  papermill: () => undefined, great_expectations: allows('checkpoint+list suite+list datasource+list'),
  xcrun: allows('simctl+list swift --show-sdk-path --find'), swiftlint: allows('lint rules version analyze', { bare: true }),
  rbenv: allows('versions version which local root'), consul: allows('version members info validate'), nomad: allows('version status job+status job+plan job+validate node+status'),
  'ansible-inventory': allows('', { bare: true }), 'ansible-doc': () => undefined,
  snyk: allows('test --version'), conan: allows('list search inspect graph'), vcpkg: allows('list search version'), xmake: allows('build check show', { bare: true }),
  bundletool: allows('validate version'), fastlane: allows('lanes env'), detekt: () => undefined,
};
