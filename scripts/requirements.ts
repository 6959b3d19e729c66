import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countBySeed } from '../src/commands/index.ts';
import { requirementFiles } from '../src/drivers/index.ts';
import { ROOT, sourceFiles } from '../test/architecture/source-files.ts';
import { citationsIn } from '../test/requirements/citations.ts';
import { mutantsOf } from './mutation/mutants.ts';
import { planTrials, type Trial } from './mutation/plan.ts';
import { inParallel, isKilled } from './mutation/run-trial.ts';

const HELP = `npm run requirements -- [options]
Prints done and planned by source, then proves each done requirement: changes the code that
enforces it and demands that a test which cites it fails. Exits 1 when a mutation survives.
  --seed N       which mutations are drawn (default 1)
  --mutants N    how many per requirement (default 1)
  --sample N     only N requirements, drawn by the seed
  --only ID      only this requirement
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

async function prove(): Promise<number> {
  const requirements = await requirementFiles(join(ROOT, 'test/requirements/data')).read();
  const counts = countBySeed(requirements);
  for (const { seed, done, planned } of counts) console.log(`${seed.padEnd(9)} done ${String(done).padStart(4)}  planned ${String(planned).padStart(4)}`);
  if (values.counts) return 0;

  const citations = citationsIn(sourceFiles(['src', 'test'], '.test.ts'));
  const trials = planTrials(
    requirements.filter((one) => one.status === 'done' && (values.only === undefined || one.id === values.only)),
    (place) => {
      const [file = '', name = ''] = place.split('#');
      return mutantsOf(file, readFileSync(join(ROOT, file), 'utf8'), name);
    },
    (id) => citations.get(id) ?? [],
    {
      seed: Number(values.seed),
      mutantsEach: Number(values.mutants),
      sample: values.sample === undefined ? undefined : Number(values.sample),
    },
  );
  const survivors: Trial[] = [];
  let tried = 0;
  await inParallel(trials, availableParallelism(), async (trial) => {
    // Without tests vitest would run everything: an uncited requirement is a survivor by itself.
    if (trial.tests.length === 0 || !(await isKilled(ROOT, trial))) survivors.push(trial);
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
