import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countBySeed } from '../src/commands/index.ts';
import { requirementFiles } from '../src/drivers/index.ts';
import { ROOT } from '../test/architecture/source-files.ts';
import { citationsIn, citingFiles } from '../test/requirements/citations.ts';
import { mutantsOf } from './mutation/mutants.ts';
import { planTrials, type Trial } from './mutation/plan.ts';
import { inParallel, isKilled, testsPass } from './mutation/run-trial.ts';

const HELP = `npm run requirements -- [options]
Prints done and planned by source, then proves each done requirement: changes the code that
enforces it and demands that a test which cites it fails. Exits 1 when a mutation survives.
  --seed N       which mutations are drawn (default 1)
  --mutants N    how many per requirement (default 1)
  --sample N     only N requirements, drawn by the seed
  --only ID      only this requirement; with a star at its end all that begin so
  --counts       only print the counts
  --json         one line of JSON at the end`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    mutants: { type: 'string', default: '1' },
    sample: { type: 'string' },
    only: { type: 'string' },
    counts: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  console.log(`--${option} takes a whole number above 0, not "${text}".\n\n${HELP}`);
  process.exit(2);
}

function isAsked(id: string): boolean {
  const { only } = values;
  return only === undefined || (only.endsWith('*') ? id.startsWith(only.slice(0, -1)) : id === only);
}

async function prove(): Promise<number> {
  const requirements = await requirementFiles(join(ROOT, 'test/requirements/data')).read();
  const counts = countBySeed(requirements);
  for (const { seed, done, planned } of counts) console.log(`${seed.padEnd(9)} done ${String(done).padStart(4)}  planned ${String(planned).padStart(4)}`);
  if (values.counts) return 0;

  const chosen = requirements.filter((one) => one.status === 'done' && isAsked(one.id));
  if (chosen.length === 0) {
    console.log(`There is no done requirement ${values.only ?? ''}: nothing can be proved.`);
    return 2;
  }
  const citations = citationsIn(citingFiles());
  const trials = planTrials(
    chosen,
    (place) => {
      const [file = '', name = ''] = place.split('#');
      return mutantsOf(file, readFileSync(join(ROOT, file), 'utf8'), name);
    },
    (id) => citations.get(id) ?? [],
    {
      seed: wholeNumber('seed', values.seed),
      mutantsEach: wholeNumber('mutants', values.mutants),
      sample: values.sample === undefined ? undefined : wholeNumber('sample', values.sample),
    },
  );
  // A test that fails without any mutation would seem to kill them all.
  if (!(await testsPass(ROOT, trials.flatMap((trial) => trial.citations)))) {
    console.log('The citing tests do not pass on the source as it is: nothing can be proved. Run npm test first.');
    return 1;
  }
  const survivors: Trial[] = [];
  let tried = 0;
  await inParallel(trials, availableParallelism(), async (trial) => {
    // Without citing tests vitest would run everything: an uncited requirement is a survivor by itself.
    if (trial.citations.length === 0 || !(await isKilled(ROOT, trial))) survivors.push(trial);
    tried += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${tried}/${trials.length} mutations, ${survivors.length} survived `);
  });
  console.log(`\n${trials.length} mutations with seed ${values.seed}: ${trials.length - survivors.length} killed, ${survivors.length} survived`);
  for (const { requirement, mutant } of survivors) console.log(`  survived: ${requirement}: ${mutant.description}`);
  if (values.json) console.log(JSON.stringify({ counts, tried: trials.length, survivors }));
  return survivors.length === 0 ? 0 : 1;
}

if (values.help) console.log(HELP);
else process.exitCode = await prove();
