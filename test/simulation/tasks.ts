import type { JsonObject, PlannedCriterion, PlannedSubtask, PlannerAnswer } from '../../src/contracts/index.ts';
import { artifactSamples } from '../support/artifact-samples.ts';
import type { Chance } from './chance.ts';

/** One call that honest work makes. */
export interface HonestCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

export interface HonestWork {
  readonly calls: readonly HonestCall[];
  readonly output: string;
  readonly artifacts: readonly { readonly type: string; readonly content: JsonObject }[];
}

/** What can be seen of a world from outside when its run is over. */
export interface Seen {
  readonly files: ReadonlyMap<string, string>;
  /** The letters that were really sent, each as often as it was. */
  readonly sent: readonly string[];
  readonly answer: string;
}

/** A task of which the world knows how it is done and whether it was. */
export interface SimulatedTask {
  readonly kind: string;
  readonly request: string;
  readonly files: Readonly<Record<string, string>>;
  readonly plan: PlannerAnswer;
  /** The work of each subtask, in the order of the plan. */
  readonly work: readonly HonestWork[];
  /** What a child of it is asked, where it hands its work over: a task with an answer of its own. */
  readonly child?: SimulatedTask;
  /** Whether what a success would claim is so. */
  isDone(seen: Seen): boolean;
}

/** Stands in the intent of each subtask, so that a simulated worker knows which it is doing. */
export const STEP_MARK = 'step';

const criterion = (text: string, check: PlannedCriterion['check']): PlannedCriterion => ({ criterion: text, mode: 'verifiable', required: true, check });
const inFile = (path: string, text: string): PlannedCriterion['check'] => ({ kind: 'text_contains', subject: { of: 'file', path }, text });

function planOf(taskCriteria: PlannedCriterion[], subtasks: readonly (Omit<PlannedSubtask, 'intent' | 'context'> & { intent: string })[]): PlannerAnswer {
  return { decision: 'plan', questions: [], reason: 'It is done like this.', task_criteria: taskCriteria, subtasks: subtasks.map((one, at) => ({ ...one, intent: `${one.intent} (${STEP_MARK} ${at + 1})`, context: '' })) };
}

const report = (findings: string): HonestWork['artifacts'] => [{ type: 'AnalysisReport', content: { question: 'What is asked?', findings, method: 'It was done with tools.', key_numbers: [], limitations: [] } }];

function writing(word: string): SimulatedTask {
  return {
    kind: 'write one file',
    request: `Write the word ${word} into answer.txt.`,
    files: { 'notes.txt': 'Some notes.\n' },
    plan: planOf([criterion(`answer.txt holds ${word}`, inFile('answer.txt', word))], [{ sequence: 1, role: 'analyst', intent: `Write ${word} into answer.txt`, tools: ['write_file'], success_criteria: [criterion(`answer.txt holds ${word}`, inFile('answer.txt', word))] }]),
    work: [{ calls: [{ name: 'write_file', arguments: { path: 'answer.txt', content: `${word}\n` } }], output: `answer.txt holds ${word}.`, artifacts: report(`answer.txt holds ${word}.`) }],
    isDone: ({ files }) => files.get('answer.txt')?.includes(word) === true,
  };
}

function repairing(): SimulatedTask {
  const passes = criterion('The tests pass', { kind: 'tests_pass', command: null });
  return {
    kind: 'repair until tests pass',
    request: 'Repair src/sum.js so that the tests pass.',
    files: { 'package.json': '{"name":"sums","scripts":{"test":"node --test"}}\n', 'src/sum.js': 'export const sum = (a, b) => BROKEN;\n', 'test/sum.test.js': 'test(sum);\n' },
    plan: planOf([passes], [{ sequence: 1, role: 'coder', intent: 'Repair src/sum.js', tools: ['write_file', 'run_tests'], success_criteria: [criterion('src/sum.js changed', { kind: 'file_changed', path: 'src/sum.js' }), passes] }]),
    work: [
      {
        calls: [{ name: 'read_file', arguments: { path: 'src/sum.js' } }, { name: 'write_file', arguments: { path: 'src/sum.js', content: 'export const sum = (a, b) => a + b;\n' } }, { name: 'run_tests', arguments: { repo_path: '.' } }],
        output: 'src/sum.js adds again, and the tests pass.',
        artifacts: [{ type: 'ImplementationNotes', content: artifactSamples.ImplementationNotes }],
      },
    ],
    isDone: ({ files }) => files.get('src/sum.js')?.includes('BROKEN') === false && files.get('test/sum.test.js') === 'test(sum);\n',
  };
}

function telling(number: number): SimulatedTask {
  const told = criterion('The number in data.txt is told', null);
  return {
    kind: 'tell what a file says',
    request: 'Which number stands in data.txt?',
    files: { 'data.txt': `The number is ${number}.\n` },
    plan: planOf([told], [{ sequence: 1, role: 'analyst', intent: 'Tell the number in data.txt', tools: ['read_file'], success_criteria: [told] }]),
    work: [{ calls: [{ name: 'read_file', arguments: { path: 'data.txt' } }], output: `The number is ${number}.`, artifacts: report(`The number is ${number}.`) }],
    isDone: ({ answer }) => answer.includes(String(number)),
  };
}

function sending(letter: string): SimulatedTask {
  const sent = criterion('The letter was sent', { kind: 'tool_completed', tool_id: 'send_letter' });
  return {
    kind: 'send what cannot be taken back',
    request: `Send the letter ${letter} to Ada.`,
    files: { 'letter.txt': `${letter}\n` },
    plan: planOf([sent], [{ sequence: 1, role: 'analyst', intent: `Send the letter ${letter}`, tools: ['send_letter'], success_criteria: [sent] }]),
    work: [{ calls: [{ name: 'send_letter', arguments: { to: 'Ada', letter } }], output: `The letter ${letter} was sent to Ada.`, artifacts: report('It was sent.') }],
    isDone: ({ sent: letters }) => letters.some((one) => one.startsWith(letter)),
  };
}

function several(word: string): SimulatedTask {
  const parts = ['left', 'right', 'both'];
  const holds = (name: string): PlannedCriterion => criterion(`${name}.txt holds ${word}`, inFile(`${name}.txt`, word));
  return {
    kind: 'several at once, then one more',
    request: `Write ${word} into left.txt and right.txt, then into both.txt.`,
    files: {},
    plan: planOf(parts.map(holds), parts.map((name) => ({ sequence: name === 'both' ? 2 : 1, role: 'analyst', intent: `Write ${name}.txt`, tools: ['write_file'], success_criteria: [holds(name)] }))),
    work: parts.map((name) => ({ calls: [{ name: 'write_file', arguments: { path: `${name}.txt`, content: `${word}\n` } }], output: `${name}.txt holds ${word}.`, artifacts: report(`${name}.txt is written.`) })),
    isDone: ({ files }) => parts.every((name) => files.get(`${name}.txt`)?.includes(word) === true),
  };
}

/** Something is looked up and quoted; in some worlds no file says it. */
function lookingUp(hour: number, isThere: boolean): SimulatedTask {
  const said = `The harbour gate opens at ${hour} o'clock on weekdays.`;
  const quoted = criterion('The quotation is really in its source', { kind: 'citations_resolve', min: 1 });
  return {
    kind: isThere ? 'look up and quote' : 'look up what no file says',
    request: 'When does the harbour gate open? Quote the file that says so.',
    files: { 'harbour.md': isThere ? `# Harbour\n\n${said}\n` : '# Harbour\n\nIt is closed to visitors.\n', 'recipes.md': 'Take two eggs.\n' },
    plan: planOf([criterion('The answer rests on a quotation', { kind: 'citations_resolve', min: 1 })], [{ sequence: 1, role: 'research', intent: 'Look up when the harbour gate opens', tools: ['read_file'], success_criteria: [quoted] }]),
    work: [{ calls: [{ name: 'read_file', arguments: { path: 'harbour.md' } }], output: said, artifacts: [{ type: 'ResearchNotes', content: { question: 'When does the harbour gate open?', claims: [{ claim: said, citations: [{ source: 'harbour.md', quote: said }] }], open_questions: [], next_steps: [] } }] }],
    isDone: ({ answer }) => isThere && answer.includes(`${hour} o'clock`),
  };
}

/** Stands in whatever a run is told that hands its work over, and in nothing that its child is told. */
export const HANDS_OVER = 'by somebody else';

/** The same as writing, by a run of its own. */
function handingOver(word: string): SimulatedTask {
  const child = writing(word);
  const holds = criterion(`answer.txt holds ${word}`, inFile('answer.txt', word));
  return {
    ...child,
    kind: 'hand it to another run',
    request: `Have ${word} put into answer.txt ${HANDS_OVER}.`,
    plan: planOf([holds], [{ sequence: 1, role: 'analyst', intent: `Have ${word} put into answer.txt ${HANDS_OVER}`, tools: ['delegate'], success_criteria: [holds] }]),
    work: [{ calls: [{ name: 'delegate', arguments: { task: child.request, tools: ['read_file', 'write_file', 'list_directory'] } }], output: `answer.txt holds ${word}, as was handed over.`, artifacts: report(`answer.txt holds ${word}.`) }],
    child,
  };
}

/** A matter of taste: nothing can be checked but that the list was read, so that a doubt is settled by people alone. */
function choosing(): SimulatedTask {
  return {
    kind: 'choose what nobody can check',
    request: 'Choose the best name from names.txt.',
    files: { 'names.txt': 'Petrel\nPlover\n' },
    plan: planOf([{ criterion: 'A name is given', mode: 'plausible', required: false, check: null }], [{ sequence: 1, role: 'analyst', intent: 'Choose a name from names.txt', tools: ['read_file'], success_criteria: [criterion('The list of names was read', { kind: 'tool_completed', tool_id: 'read_file' })] }]),
    work: [{ calls: [{ name: 'read_file', arguments: { path: 'names.txt' } }], output: 'Plover is the best.', artifacts: report('Plover is the best.') }],
    isDone: ({ answer }) => answer.includes('Plover'),
  };
}

const WORDS = ['heron', 'basalt', 'quince', 'ferry'] as const;

/** One task of each kind. */
export function everyTask(chance: Chance): readonly [SimulatedTask, ...SimulatedTask[]] {
  const word = chance.pick(WORDS);
  return [writing(word), repairing(), telling(1_000 + chance.below(9_000)), sending(`L${chance.below(1_000)}`), several(word), lookingUp(5 + chance.below(6), chance.happens(0.6)), handingOver(word), choosing()];
}

export function drawTask(chance: Chance): SimulatedTask {
  return chance.pick(everyTask(chance));
}
