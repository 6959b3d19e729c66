import { model, type Script, type Way } from './recall-model.ts';
import { recallStage, type RecallStage, type RunSeen } from './recall-stage.ts';

/** One later run and what an earlier one must have changed about it. */
export interface Episode {
  readonly name: string;
  /** What was not as it must be; none when an earlier outcome changed this run as promised. */
  readonly faults: readonly string[];
}

export interface ChainPorts {
  /** Moves the clock of the whole program on. */
  passDays(days: number): void;
  passMinutes(minutes: number): void;
  /** Which episodes are played; all when left out. */
  readonly only?: ReadonlySet<string>;
}

/** What a chain of runs is about. */
export interface Variant {
  readonly thing: string;
  readonly word: string;
  /** Where it can be read, and where it was once. */
  readonly file: string;
  readonly gone: string;
  /** A tool that looks and never shows it, with words of its answer, and one that does. */
  readonly blind: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>>; readonly shows: string };
  readonly seeing: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
}

type Check = readonly [isSo: boolean, otherwise: string];

const faultsOf = (...checks: readonly Check[]): string[] => checks.filter(([isSo]) => !isSo).map(([, otherwise]) => otherwise);
const textOf = (seen: RunSeen): string => JSON.stringify({ calibration: seen.calibration, called: seen.called, planned: seen.plannedTools, end: seen.report.termination.details }).slice(0, 1_500);

/** Plays episodes that were asked for; the runs between them are played in any case, for they are what is remembered. */
async function* told(parts: readonly (readonly [name: string, play: () => Promise<string[]>])[], { only }: ChainPorts): AsyncGenerator<Episode> {
  for (const [name, play] of parts) if (only === undefined || only.has(name)) yield { name, faults: await play() };
}

/** A tool that was the wrong one for a kind of task is known as that in the next task of the kind. */
export async function* toolChain(variant: Variant, ports: ChainPorts): AsyncGenerator<Episode> {
  const { thing, word, file, blind, seeing } = variant;
  const stage = recallStage({ [file]: `The ${thing} lie in the ${word}.\n` });
  const bad: Way = { label: 'LOOK', calls: [{ ...blind }], output: 'It cannot be told from that.' };
  const good: Way = { label: 'READ', calls: [{ ...seeing, shows: word }], output: `They lie in the ${word}.` };
  const script: Script = { intent: `Find the ${thing} of the town`, word, usual: bad, instead: { when: `tool "${blind.tool}"`, way: good } };
  const ask = (changes: Partial<Script> = {}, options?: { readonly memory?: boolean }): Promise<RunSeen> => stage.run(`where do the ${thing} lie?`, model({ ...script, ...changes }), options);
  const uses = (seen: RunSeen): boolean => seen.called.some((call) => call.startsWith(`${blind.tool} `));
  const avoids = (seen: RunSeen): boolean => seen.calibration.some(({ space, action }) => space === `tool:${blind.tool}` && action === 'avoid');
  try {
    const first = await ask();
    const source = first.report.run_id.slice(-6);
    if (first.report.report?.rounds !== 2 || !uses(first)) throw new Error(`the first run of ${thing} did not teach what it should: ${textOf(first)}`);
    const known = (seen: RunSeen): Check[] => [
      [avoids(seen), 'memory does not avoid the tool'],
      [seen.calibration.some(({ reason }) => reason.includes(source)), 'the reason does not name the run that taught it'],
      [!uses(seen), 'the tool was used again'],
      [!seen.offered.has(blind.tool), 'the tool was offered again'],
      [seen.report.termination.reason === 'success', `it ended ${textOf(seen)}`],
    ];
    yield* told(
      [
        ['another tool is planned at once', async () => {
          const seen = await ask();
          const shown = await stage.say('show', 'last');
          return faultsOf(...known(seen), [!seen.plannedTools.includes(blind.tool), 'the plan names the tool'], [seen.report.report?.rounds === 1, 'it took more than one round'], [shown.replaceAll(/\s+/g, ' ').includes(`memory: avoided ${blind.tool} because`), 'the person is not shown why']);
        }],
        ['a planner that insists is refused with the reason', async () => {
          const seen = await ask({ isStubborn: true });
          return faultsOf(...known(seen), [seen.sent.includes('which must not be used'), 'its plan was not refused'], [!seen.plannedTools.includes(blind.tool), 'the plan names the tool']);
        }],
        ['a worker that insists is not given it', async () => {
          const insisting: Way = { ...good, label: 'READ', calls: [{ tool: seeing.tool, arguments: seeing.arguments, shows: word }] };
          const seen = await stage.run(`where do the ${thing} lie?`, [{ as: 'executor', about: 'READ-1.', times: 1, calls: [{ name: blind.tool, arguments: blind.arguments as never }] }, ...model({ ...script, instead: { when: `tool "${blind.tool}"`, way: insisting } })]);
          return faultsOf(...known(seen));
        }],
        ['the way that worked is preferred', async () => {
          const seen = await ask();
          return faultsOf([seen.calibration.some(({ space, action }) => space.startsWith('intent:') && action === 'exploit'), `it is not preferred: ${textOf(seen)}`], [seen.sent.includes('SHOULD PREFER'), 'the planner is not told']);
        }],
        ['memory that is turned off says nothing and learns nothing', async () => {
          const before = JSON.stringify((await stage.memory()).places.map(({ written }) => written));
          const seen = await ask({}, { memory: false });
          const after = JSON.stringify((await stage.memory()).places.map(({ written }) => written));
          return faultsOf([seen.calibration.length === 0, 'memory spoke'], [uses(seen), 'the tool was not used'], [before === after, 'something was learnt']);
        }],
        ['a correction unlearns it', async () => {
          await stage.say('memory', 'correct', `tool:${blind.tool}`, `intent:find_the_${thing}`, '--for', '--reason', 'It shows it now.');
          const seen = await ask();
          return faultsOf([!avoids(seen), `it is still avoided: ${textOf(seen)}`], [seen.plannedTools.includes(blind.tool) && uses(seen), 'the tool is not used again']);
        }],
        ['what is old fades', async () => {
          ports.passDays(90);
          const seen = await ask();
          return faultsOf([seen.calibration.length === 0, `it still counts: ${textOf(seen)}`], [seen.plannedTools.includes(blind.tool), 'the usual tool is not planned']);
        }],
      ],
      ports,
    );
  } finally {
    stage.close();
  }
}

/** One would leave it in doubt. */
const SECOND_CHANCES_MAX = 3;

/** A target that led nowhere is known as that, whatever tool is aimed at it. */
export async function* targetChain(variant: Variant, ports: ChainPorts): AsyncGenerator<Episode> {
  const { thing, word, file, gone, blind } = variant;
  const stage: RecallStage = recallStage({ [file]: `The ${thing} lie in the ${word}.\n` });
  const lost = { tool: 'read_file', arguments: { path: gone }, shows: gone, fails: true };
  const unseen = { ...blind };
  const bad: Way = { label: 'LOOK', calls: [lost, unseen, unseen], output: 'It cannot be told from that.' };
  const good: Way = { label: 'READ', calls: [{ tool: 'read_file', arguments: { path: file }, shows: word }], output: `They lie in the ${word}.` };
  const script: Script = { intent: `Look up the ${thing} of the town`, word, usual: bad, instead: { when: `target "${gone}"`, way: good } };
  const ask = (changes: Partial<Script> = {}, request = `look up where the ${thing} lie`): Promise<RunSeen> => stage.run(request, model({ ...script, ...changes }));
  const touches = (seen: RunSeen): boolean => seen.called.some((call) => call.includes(gone));
  const avoided = (seen: RunSeen) => seen.calibration.find(({ entity, action }) => entity === `path:${gone}` && action === 'avoid');
  try {
    const first = await ask();
    if (!touches(first) || !(await stage.memory()).places.some(({ entity, action }) => entity === `path:${gone}` && action === 'avoid')) throw new Error(`the first run of ${thing} did not teach what it should: ${textOf(first)} ${await stage.say('memory')}`);
    yield* told(
      [
        ['another target is planned at once', async () => {
          const seen = await ask();
          const shown = (await stage.say('show', 'last')).replaceAll(/\s+/g, ' ');
          return faultsOf([avoided(seen) !== undefined, `memory does not avoid it: ${textOf(seen)}`], [!touches(seen), 'it was touched again'], [seen.report.report?.rounds === 1 && seen.report.termination.reason === 'success', `it ended ${textOf(seen)}`], [shown.includes(`memory: avoided ${gone} with read_file because`), 'the person is not shown why']);
        }],
        ['a worker that goes there is refused with the reason', async () => {
          const seen = await stage.run(`look up where the ${thing} lie`, [{ as: 'executor', about: 'READ-1.', times: 1, calls: [{ name: 'read_file', arguments: { path: `./${gone}` } }] }, ...model(script)]);
          return faultsOf([avoided(seen) !== undefined, 'memory does not avoid it'], [!touches(seen), 'it was touched again'], [seen.sent.includes('must not be used, because'), 'it was not refused with the reason'], [seen.report.termination.reason === 'success', `it ended ${textOf(seen)}`]);
        }],
        ['a planner that names it is refused', async () => {
          const naming: Way = { ...bad, label: `LOOK at ${gone}` };
          const seen = await ask({ usual: naming, isStubborn: true });
          return faultsOf([!touches(seen), 'it was touched again'], [seen.sent.includes('which must not be used'), 'its plan was not refused']);
        }],
        ['what the person names is tried again', async () => {
          const seen = await ask({ usual: { ...bad, calls: [lost] } }, `look up where the ${thing} lie in ${gone}`);
          return faultsOf([avoided(seen)?.named_by_person === true, `it was not taken as named: ${textOf(seen)}`], [touches(seen), 'it was not tried']);
        }],
        ['what was forgotten is tried again', async () => {
          await stage.say('memory', 'forget', 'tool:read_file', `path:${gone}`, '--reason', 'The file is back.');
          const seen = await ask({ usual: { ...bad, calls: [lost] } });
          return faultsOf([avoided(seen) === undefined, 'it is still avoided'], [touches(seen), 'it was not tried']);
        }],
        ['what works again when the person named it is avoided no more', async () => {
          stage.write(gone, `The ${thing} lie in the ${word}.\n`);
          const there: Way = { label: 'LOOK', calls: [{ tool: 'read_file', arguments: { path: gone }, shows: word }], output: `They lie in the ${word}.` };
          const standing = async () => (await stage.memory()).places.find(({ entity }) => entity === `path:${gone}`)?.action;
          await stage.say('memory', 'correct', 'tool:read_file', `path:${gone}`, '--against', '--reason', 'It was never there.');
          const before = await standing();
          for (let time = 0; time < SECOND_CHANCES_MAX && (await standing()) !== 'exploit'; time += 1) await ask({ usual: there }, `look up where the ${thing} lie in ${gone}`);
          const seen = await ask({ usual: there });
          return faultsOf([before === 'avoid', `it was not avoided before: ${before}`], [avoided(seen) === undefined, `it is still avoided: ${textOf(seen)}`], [touches(seen), 'it is not used again']);
        }],
      ],
      ports,
    );
  } finally {
    stage.close();
  }
}

/** Two dead ends at one target within a day leave it in doubt: nobody goes there again without a yes. */
export async function* doubtChain(variant: Variant, ports: ChainPorts): AsyncGenerator<Episode> {
  const { thing, word, file, gone } = variant;
  const stage = recallStage({ [file]: `The ${thing} lie in the ${word}.\n` });
  const lost: Way = { label: 'LOOK', calls: [{ tool: 'read_file', arguments: { path: gone }, shows: gone, fails: true }], output: 'It is not there.' };
  const good: Way = { label: 'READ', calls: [{ tool: 'read_file', arguments: { path: file }, shows: word }], output: `They lie in the ${word}.` };
  const script: Script = { intent: `Look where the ${thing} are`, word, usual: lost, instead: { when: `target "${gone}"`, way: good } };
  const warned = { ...script, instead: { when: `with path:${gone}`, way: good } };
  const ask = (turns = model(script)): Promise<RunSeen> => stage.run(`where are the ${thing}?`, turns);
  const touches = (seen: RunSeen): boolean => seen.called.some((call) => call.includes(gone));
  const isInDoubt = (seen: RunSeen): boolean => seen.calibration.some(({ entity, action }) => entity === `path:${gone}` && action === 'caution');
  try {
    const first = [await ask(), await ask()];
    if (!first.every(touches) || first.some(isInDoubt)) throw new Error(`the first runs of ${thing} did not teach what they should: ${first.map(textOf).join(' ')}`);
    yield* told(
      [
        ['what is in doubt is planned otherwise', async () => {
          const seen = await ask(model(warned));
          const shown = (await stage.say('show', 'last')).replaceAll(/\s+/g, ' ');
          return faultsOf([isInDoubt(seen), `it is not in doubt: ${textOf(seen)}`], [!touches(seen), 'it was touched again'], [seen.report.report?.rounds === 1 && seen.report.termination.reason === 'success', `it ended ${textOf(seen)}`], [shown.includes(`memory: asks before ${gone} with read_file because`), 'the person is not shown why']);
        }],
        ['a worker that goes where memory is in doubt is held', async () => {
          const seen = await ask([{ as: 'executor', about: 'READ-1.', times: 1, calls: [{ name: 'read_file', arguments: { path: `./${gone}` } }] }, ...model(warned)]);
          return faultsOf([isInDoubt(seen), `it is not in doubt: ${textOf(seen)}`], [!touches(seen), 'it was touched again'], [seen.sent.includes('nobody said that it may be used all the same'), 'it was not held with the reason'], [seen.report.termination.reason === 'success', `it ended ${textOf(seen)}`]);
        }],
        ['a dead end that is some days old is tried again', async () => {
          ports.passDays(2);
          const seen = await ask();
          return faultsOf([!isInDoubt(seen), `it is still in doubt: ${textOf(seen)}`], [touches(seen), 'it was not tried']);
        }],
      ],
      ports,
    );
  } finally {
    stage.close();
  }
}

/** So many words of a person make a cluster, together with what the runs left. */
const SAID_TIMES = 6;
const LONG_DAYS = 300;

/** What the Dreamer makes rules of changes plans when everything that they were distilled from is long forgotten. */
export async function* dreamChain(variant: Variant, ports: ChainPorts): AsyncGenerator<Episode> {
  const { thing, word, file, blind, seeing } = variant;
  const stage = recallStage({ [file]: `The ${thing} lie in the ${word}.\n` });
  const bad: Way = { label: 'LOOK', calls: [{ ...blind }], output: 'It cannot be told from that.' };
  const good: Way = { label: 'READ', calls: [{ ...seeing, shows: word }], output: `They lie in the ${word}.` };
  const script: Script = { intent: `Find the ${thing} of the town`, word, usual: bad, instead: { when: `tool "${blind.tool}"`, way: good } };
  const kind = `intent:find_the_${thing}`;
  const ask = (): Promise<RunSeen> => stage.run(`where do the ${thing} lie?`, model(script));
  const uses = (seen: RunSeen): boolean => seen.called.some((call) => call.startsWith(`${blind.tool} `));
  const of = (seen: RunSeen, space: string) => seen.calibration.find((entry) => entry.space === space);
  const learn = async (side: '--for' | '--against', ...place: readonly [string, string]): Promise<void> => {
    for (let time = 0; time < SAID_TIMES; time += 1) await stage.say('memory', 'correct', ...place, side, '--reason', side === '--for' ? 'It works.' : 'It shows nothing.');
  };
  try {
    const first = await ask();
    if (!uses(first)) throw new Error(`the first run of ${thing} did not teach what it should: ${textOf(first)}`);
    await learn('--against', `tool:${blind.tool}`, kind);
    await learn('--for', kind, 'env:local');
    yield* told(
      [
        ['nothing becomes a rule before it has settled', async () => {
          const { distilled, put_off: putOff } = await stage.dream();
          return faultsOf([distilled === 0 && putOff?.clusters === 2, `it did not wait: ${JSON.stringify([distilled, putOff])}`]);
        }],
        ['a constraint keeps a tool out when all else is forgotten', async () => {
          ports.passMinutes(6);
          const made = await stage.dream();
          ports.passDays(LONG_DAYS);
          const { forgotten } = await stage.dream();
          const seen = await ask();
          return faultsOf([made.distilled === 2, `there were ${made.distilled} rules`], [forgotten.megrams >= SAID_TIMES * 2, `only ${forgotten.megrams} were forgotten`], [of(seen, `tool:${blind.tool}`)?.reason.startsWith('a rule against it holds') === true, `no rule is told: ${textOf(seen)}`], [!uses(seen) && !seen.plannedTools.includes(blind.tool) && !seen.offered.has(blind.tool), 'the tool was used again']);
        }],
        ['a best practice is preferred when all else is forgotten', async () => {
          ports.passDays(LONG_DAYS);
          await stage.dream();
          const seen = await ask();
          return faultsOf([of(seen, kind)?.action === 'exploit' && of(seen, kind)?.reason.startsWith('a rule for it holds') === true, `no rule is told: ${textOf(seen)}`], [seen.sent.includes('SHOULD PREFER'), 'the planner is not told']);
        }],
        ['a rule that is spoken against is one no more', async () => {
          await stage.say('memory', 'correct', `tool:${blind.tool}`, kind, '--for', '--reason', 'It shows it now.');
          const { demoted } = await stage.dream();
          const seen = await ask();
          return faultsOf([demoted === 1, `${demoted} rules were taken back`], [of(seen, `tool:${blind.tool}`)?.action !== 'avoid', `it is still avoided: ${textOf(seen)}`], [uses(seen), 'the tool is not used again']);
        }],
      ],
      ports,
    );
  } finally {
    stage.close();
  }
}

const THINGS = ['boats', 'nets', 'ropes', 'lamps', 'sails', 'oars', 'crates', 'barrels', 'anchors', 'flags'];
const WORDS = ['harbour', 'cellar', 'chapel', 'mill', 'tower', 'barn', 'garden', 'kitchen', 'school', 'market'];
const BLIND: readonly ((file: string) => Variant['blind'])[] = [
  (file) => ({ tool: 'list_directory', arguments: { path: folderOf(file) }, shows: nameOf(file) }),
  (file) => ({ tool: 'glob', arguments: { pattern: `${folderOf(file)}/*.txt` }, shows: nameOf(file) }),
  (file) => ({ tool: 'survey_files', arguments: { path: folderOf(file), pattern: '*.txt' }, shows: nameOf(file) }),
];
const SEEING: readonly ((file: string, word: string) => Variant['seeing'])[] = [(file) => ({ tool: 'read_file', arguments: { path: file } }), (_file, word) => ({ tool: 'search_text', arguments: { pattern: word } }), (file) => ({ tool: 'extract_text', arguments: { path: file } })];

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));
const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** Ten of each chain: other things, other words, other tools. */
export const VARIANTS: readonly Variant[] = THINGS.map((thing, at) => {
  const word = WORDS[at] ?? 'harbour';
  const file = `notes/${thing}.txt`;
  const [blind, seeing] = [BLIND[at % BLIND.length], SEEING[at % SEEING.length]] as [(typeof BLIND)[number], (typeof SEEING)[number]];
  return { thing, word, file, gone: `old/${thing}-list.txt`, blind: blind(file), seeing: seeing(file, word) };
});
