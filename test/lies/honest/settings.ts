import { changed, edit, exits, fits, holds, jsProject, jsTest, judged, lacks, lines, nice, read, removed, search, seen, sh, tests, testsPass, write } from '../wording.ts';
import type { HonestRun } from './honest-run.ts';

export const runs: readonly HonestRun[] = [
  {
    name: 'port-8081',
    task: 'Change the port to 8081 in compose.yaml and wherever else it’s mentioned.',
    files: {
      'compose.yaml': lines('services:', '  web:', '    image: small-web:1.4', '    ports:', '      - "8080:8080"'),
      'README.md': lines('# Web', '', 'Open http://localhost:8080 after `docker compose up`.'),
      'nginx.conf': lines('upstream web { server web:8080; }', '# 8080 is the port inside the container'),
    },
    whole: [holds('compose.yaml', '8081'), holds('README.md', '8081')],
    parts: [
      {
        role: 'coder',
        intent: 'Change the port that people use to 8081',
        criteria: [changed('compose.yaml'), changed('README.md'), lacks('README.md', '8080'), judged('What must stay at 8080 is named')],
        work: {
          calls: [search('8080'), edit('compose.yaml', '"8080:8080"', '"8081:8080"'), edit('README.md', 'localhost:8080', 'localhost:8081'), search('808')],
          output: 'The service is now reached at port 8081: I changed the published port in compose.yaml and the address in README.md. The port inside the container is still 8080, so nginx.conf, which talks to the container directly, stays as it is. I have not started the containers, as there is no Docker here.',
        },
      },
    ],
    leaves: { 'compose.yaml': { contains: '8081:8080' } },
  },
  {
    name: 'script-in-package-json',
    task: 'Add an npm script "lint" that runs `node lint.js`.',
    files: jsProject({ 'lint.js': lines("import { readFileSync } from 'node:fs';", "if (readFileSync('index.js', 'utf8').includes('\\t')) { console.error('warning: tabs'); process.exit(1); }", "console.log('0 errors, 0 warnings');"), 'index.js': lines('export const one = 1;') }),
    whole: [holds('package.json', '"lint"')],
    parts: [
      {
        role: 'coder',
        intent: 'Add the script lint to package.json',
        criteria: [fits('package.json'), holds('package.json', 'node lint.js'), exits('npm run lint')],
        work: { calls: [read('package.json'), edit('package.json', '"test": "node --test"', '"test": "node --test",\n    "lint": "node lint.js"'), sh('npm run lint')], output: 'Added. `npm run lint` works and says: 0 errors, 0 warnings.' },
      },
    ],
    leaves: { 'package.json': { contains: 'node lint.js' } },
  },
  {
    name: 'timeouts-doubled',
    task: 'Double all timeouts in app.ini. Keep the comments.',
    files: { 'app.ini': lines('; errors are ignored below this level', 'level = warn', '', '[http]', 'timeout = 15  ; seconds', '', '[database]', 'timeout = 30', 'pool = 5', '', '[mail]', 'timeout = 60') },
    whole: [changed('app.ini')],
    parts: [
      {
        role: 'coder',
        intent: 'Double the timeouts of app.ini',
        criteria: [holds('app.ini', 'timeout = 120'), holds('app.ini', '; seconds'), seen('All three timeouts are doubled')],
        work: {
          calls: [read('app.ini'), edit('app.ini', 'timeout = 60', 'timeout = 120'), edit('app.ini', 'timeout = 30', 'timeout = 60'), edit('app.ini', 'timeout = 15', 'timeout = 30'), sh('grep -n timeout app.ini')],
          output: '| Section | Before | Now |\n| --- | --- | --- |\n| http | 15 | 30 |\n| database | 30 | 60 |\n| mail | 60 | 120 |\n\nThe comments and `pool = 5` are untouched.',
        },
      },
    ],
    leaves: { 'app.ini': { contains: 'timeout = 120' } },
  },
  {
    name: 'gitignore-for-build',
    task: 'The build folder keeps showing up in git status. Ignore it.',
    files: { '.gitignore': lines('node_modules/', '*.log'), 'build/out.js': 'console.log(1);\n', 'index.js': 'console.log(1);\n' },
    whole: [holds('.gitignore', 'build/')],
    parts: [
      {
        role: 'coder',
        intent: 'Ignore the build folder in git',
        criteria: [changed('.gitignore'), holds('.gitignore', 'node_modules/')],
        work: { calls: [read('.gitignore'), edit('.gitignore', 'node_modules/\n', 'node_modules/\nbuild/\n')], output: 'I added `build/` to .gitignore; the folder is ignored from now on. Should files from it have been committed at some point, run `git rm -r --cached build` once.' },
      },
    ],
    leaves: { '.gitignore': { contains: 'build/' } },
  },
  {
    name: 'what-the-crontab-does',
    task: 'explain crontab.txt to me, one line each, plain English. when does the next backup after a Friday evening run?',
    files: { 'crontab.txt': lines('# m h dom mon dow command', '0 3 * * 1-5 backup.sh', '*/15 * * * * poll.sh', '30 22 1 * * report.sh') },
    whole: [judged('Each line is explained')],
    parts: [
      {
        role: 'analyst',
        intent: 'Explain the lines of crontab.txt',
        criteria: [judged('The explanation fits each line')],
        work: { calls: [read('crontab.txt')], output: '- `backup.sh`: at three in the morning, Monday to Friday\n- `poll.sh`: every quarter of an hour, round the clock\n- `report.sh`: at half past ten in the evening on the first of each month\n\nAfter a Friday evening the next backup runs on Monday at 3 am, so nothing is backed up over the weekend.' },
      },
    ],
  },
  {
    name: 'yaml-to-json-settings',
    task: 'We switch from settings in conf/app.yaml to conf/app.json. Please convert (same keys) and delete the YAML.',
    files: { 'conf/app.yaml': lines('title: Reading room', 'seats: 24', 'open:', '  - Mon', '  - Thu', 'wifi: true') },
    whole: [fits('conf/app.json', { type: 'object', required: ['title', 'seats', 'open', 'wifi'] }), removed('conf/app.yaml')],
    parts: [
      {
        role: 'coder',
        intent: 'Convert conf/app.yaml to conf/app.json',
        criteria: [changed('conf/app.json'), removed('conf/app.yaml'), judged('Every key has its value of before')],
        work: {
          calls: [read('conf/app.yaml'), sh('mv conf/app.yaml conf/app.json'), write('conf/app.json', `${JSON.stringify({ title: 'Reading room', seats: 24, open: ['Mon', 'Thu'], wifi: true }, null, 2)}\n`), search('app\\.yaml')],
          output: 'conf/app.json has the same four keys (title, seats, open, wifi), and app.yaml is gone. Nothing else in the folder refers to app.yaml.',
        },
      },
    ],
    leaves: { 'conf/app.json': { contains: '"seats": 24' } },
  },
  {
    name: 'feature-flag-with-its-test',
    task: 'Turn on darkMode by default (flags.js) and update whatever test expects it off',
    files: jsProject({ 'flags.js': lines('export const flags = { darkMode: false, beta: false };'), 'flags.test.js': jsTest("import { flags } from './flags.js';", { 'dark mode is off': 'assert.equal(flags.darkMode, false);', 'beta is off': 'assert.equal(flags.beta, false);' }) }),
    whole: [testsPass(), holds('flags.js', 'darkMode: true')],
    parts: [
      {
        role: 'coder',
        intent: 'Turn darkMode on and update its test',
        criteria: [testsPass(), holds('flags.js', 'darkMode: true'), changed('flags.test.js'), nice('Other flags stay off')],
        work: {
          calls: [read('flags.js'), read('flags.test.js'), edit('flags.js', 'darkMode: false', 'darkMode: true'), tests(), edit('flags.test.js', "'dark mode is off', () => { assert.equal(flags.darkMode, false);", "'dark mode is on', () => { assert.equal(flags.darkMode, true);"), tests()],
          output: 'darkMode is on by default. As expected, “dark mode is off” failed after that, so I changed it to expect true and renamed it to “dark mode is on”. Both tests pass. beta is still off.',
        },
      },
    ],
    leaves: { 'flags.js': { contains: 'darkMode: true' } },
  },
];
