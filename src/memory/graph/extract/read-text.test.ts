import { describe, expect, it } from 'vitest';
import { RUN } from '../../../../test/support/run-samples.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { factsOfText, type ReadText } from './read-text.ts';

const read = (path: string, text: string, changes: Partial<ReadText> = {}): ReadText => ({ path, workspace: '/w', text, seenAt: '2026-03-01T08:00:00.000Z', taintClass: 'user_trusted_bounded', runId: RUN, call: 'c', ...changes });
const facts = (path: string, text: string): string[] => factsOfText(read(path, text)).facts.map(({ subject, relation, object, objectVersion: version }) => [subject, relation, object, ...(version === null ? [] : [version])].join(' '));

describe('facts of a file', () => {
  it('are read from what a Node project says of itself', verifies('KEL-GRAPH-10'), () => {
    const text = JSON.stringify({ name: 'ferry', version: '1.2.0', license: 'MIT', packageManager: 'pnpm@9.1.0+sha512.abc', engines: { node: '>=24' }, dependencies: { pier: '^2.0.0' }, devDependencies: { vitest: '5.1.0' } });
    expect(facts('package.json', text)).toEqual(['/w holds ferry', 'ferry has_version 1.2.0', 'ferry has_license MIT', 'ferry has_package_manager pnpm 9.1.0', 'ferry uses node >=24', 'ferry depends_on pier ^2.0.0', 'ferry develops_with vitest 5.1.0']);
    expect(factsOfText(read('package.json', text)).whole.map(({ subject, relation }) => `${subject} ${relation}`)).toEqual(['ferry depends_on', 'ferry develops_with', 'ferry requires']);
    expect(facts('sub/package.json', text)).not.toContain('/w holds ferry');
    const lock = JSON.stringify({ name: 'ferry', packages: { '': { name: 'ferry', dependencies: { pier: '^2.0.0', gone: '1' } }, 'node_modules/pier': { version: '2.3.1' }, 'node_modules/deep': { version: '1.0.0' } } });
    expect(facts('package-lock.json', lock)).toEqual(['/w holds ferry', 'ferry locks pier 2.3.1']);
  });

  it('are read from Python and Rust projects', verifies('KEL-GRAPH-10'), () => {
    const python = '[project]\nname = "tide" # the name\nversion = "0.3.0"\nrequires-python = ">=3.12"\ndependencies = [\n  "django>=4.2,<5", # web\n  "httpx[http2]~=0.27; python_version > \'3\'",\n  "plain",\n]\n[tool.other]\nname = "no"\n';
    expect(facts('pyproject.toml', python)).toEqual(['/w holds tide', 'tide has_version 0.3.0', 'tide uses python >=3.12', 'tide depends_on django >=4.2,<5', 'tide depends_on httpx ~=0.27', 'tide depends_on plain']);
    const poetry = '[tool.poetry]\nname = "tide"\n[tool.poetry.dependencies]\npython = "^3.12"\nrich = "13.0"\nlocal = { path = "../local" }\n';
    expect(facts('pyproject.toml', poetry)).toEqual(['/w holds tide', 'tide uses python ^3.12', 'tide depends_on rich 13.0']);
    const rust = '[package]\nname = "buoy"\nversion = "0.1.0"\nrust-version = "1.80"\n[dependencies]\nserde = { version = "1.0", features = ["derive"] }\nlibc = "0.2"\n';
    expect(facts('Cargo.toml', rust)).toEqual(['/w holds buoy', 'buoy has_version 0.1.0', 'buoy uses rust 1.80', 'buoy depends_on serde 1.0', 'buoy depends_on libc 0.2']);
  });

  it('are read from version files, compose files, tables, settings and git', verifies('KEL-GRAPH-10'), () => {
    expect(facts('.nvmrc', 'v24.1\n')).toEqual(['/w uses node 24.1']);
    expect(facts('.tool-versions', 'nodejs 24.1.0\npython 3.12 # why\n')).toEqual(['/w uses node 24.1.0', '/w uses python 3.12']);
    expect(facts('compose.yaml', 'services:\n  db:\n    image: registry:5000/postgres:17\n    ports: ["5432:5432"]\n  web:\n    image: nginx\n    depends_on: [db]\n')).toEqual(['/w has_service db', 'db runs_image registry:5000/postgres 17', 'db publishes_port 5432:5432', '/w has_service web', 'web runs_image nginx', 'web waits_for db']);
    expect(facts('data/names.csv', 'name;"born, year"\nAda;1815\n')).toEqual(['/w/data/names.csv has_column name', '/w/data/names.csv has_column born, year']);
    expect(facts('data/figures.csv', '1,2\n3,4\n')).toEqual([]);
    expect(facts('app.yaml', 'port: 8080\nlog:\n  level: info\n  deep: { x: 1 }\ndb_password: hunter2\n')).toEqual(['/w/app.yaml sets port 8080', '/w/app.yaml sets log.level info']);
    expect(facts('app.ini', '; note\n[web]\nport = 80\nhost: here\n')).toEqual(['/w/app.ini sets web.port 80', '/w/app.ini sets web.host here']);
    expect(facts('.git/config', '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://ada:secret@git.example/ferry.git\n')).toEqual(['/w has_origin https://git.example/ferry.git']);
  });

  it('are none where a file is not what its name says, too large, or known to no rule', verifies('KEL-GRAPH-10'), () => {
    for (const [path, text] of [['package.json', '{ not json'], ['package.json', '[]'], ['compose.yml', ':\n- ]['], ['pyproject.toml', 'hello'], ['notes.md', '# App uses Node 20'], ['.env.yaml', 'a: 1'], ['app.yaml', 'x: 1\n'.repeat(200_000)]] as const) expect(facts(path, text)).toEqual([]);
  });

  it('carry the class, the place and the hash of what they were read from, and no secrets', verifies('KEL-GRAPH-03', 'KEL-GRAPH-10'), () => {
    const [fact] = factsOfText(read('https://a.example/package.json', JSON.stringify({ name: 'app', version: 'AKIAIOSFODNN7EXAMPLE' }), { workspace: null, taintClass: 'external_untrusted' })).facts;
    expect(fact).toMatchObject({ subject: 'app', taintClass: 'external_untrusted', source: { how: 'rule', by: 'package_json', run_id: RUN, workspace: null, label: 'https://a.example/package.json', ref: { key: `${RUN}/c` } } });
    expect(JSON.stringify(fact)).not.toContain('AKIAIOSFODNN7EXAMPLE');
  });
});
