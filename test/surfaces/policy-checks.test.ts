import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';
import { buildPathTree, type PathTree } from '../support/path-tree.ts';
import { ended, toolsCommandLine, type ToolsCommandLine } from '../support/tools-command-line.ts';

interface Row {
  readonly id: string;
  readonly input: string | { readonly url?: string; readonly op?: string; readonly path?: string; readonly to?: string; readonly race?: unknown };
  readonly expect: string;
}

interface Answer {
  readonly id: string;
  readonly decision: string;
  readonly rule: string;
  readonly explanation: string;
}

const rowsOf = (file: string): Row[] =>
  readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** What passes for what is expected, as the samples define it. */
const PASSING: Readonly<Record<string, readonly string[]>> = {
  'command block': ['block'],
  'command ask': ['ask', 'block'],
  'command allow': ['allow'],
  'path allow': ['allow'],
  'path deny': ['deny'],
  'path gate': ['gate', 'deny'],
  'path contain': ['allow', 'gate', 'deny'],
  'url block': ['block'],
  'url allow': ['allow'],
  'url no-private-connect': ['block'],
  'url strip-credentials': ['allow'],
};

let place: ToolsCommandLine;
let tree: PathTree | undefined;
afterEach(() => {
  place.remove();
  tree?.remove();
  tree = undefined;
});

/** Every line through the program as it is installed: from standard input to standard output. */
async function decisionsOn(kind: 'command' | 'path' | 'url', rows: readonly Row[], options: readonly string[] = []): Promise<Answer[]> {
  place = toolsCommandLine();
  const { status, stdout, stderr } = await ended(place.start(['check', kind, ...options]), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as Answer);
}

function wrong(kind: string, rows: readonly Row[], answers: readonly Answer[]): unknown[] {
  expect(answers.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  return rows.flatMap((row, at) => (PASSING[`${kind} ${row.expect}`]?.includes(answers[at]?.decision ?? '') === true ? [] : [{ row, answer: answers[at] }]));
}

describe('keelson check on the samples', () => {
  it('decides every command as it must', verifies('KEL-TCLI-05'), async () => {
    const rows = rowsOf('commands.jsonl');
    expect(wrong('command', rows, await decisionsOn('command', rows))).toEqual([]);
  });

  it('decides every path as it must', verifies('KEL-TCLI-05'), async () => {
    const built = buildPathTree();
    tree = built;
    const rows = rowsOf('paths.jsonl').flatMap((row) => {
      if (typeof row.input === 'string' || row.input.path === undefined || row.input.race !== undefined) return [];
      return [{ ...row, input: { ...row.input, path: built.fill(row.input.path), ...(row.input.to !== undefined && { to: built.fill(row.input.to) }) } }];
    });
    expect(rows.length).toBeGreaterThan(15);
    expect(wrong('path', rows, await decisionsOn('path', rows, ['--workspace', built.workspace]))).toEqual([]);
  });

  it('decides every address as it must', verifies('KEL-TCLI-05'), async () => {
    const rows = rowsOf('ssrf.jsonl');
    const answers = await decisionsOn('url', rows);
    expect(wrong('url', rows, answers)).toEqual([]);
    const stripped = rows.flatMap((row, at) => (row.expect === 'strip-credentials' ? [answers[at]?.rule] : []));
    expect(new Set(stripped)).toEqual(new Set(stripped.length === 0 ? [] : ['url.credentials_stripped']));
  });
});

describe('keelson check', () => {
  it('answers each line with the decision, its rule and one sentence, and a line it cannot read with what is wrong', verifies('KEL-TCLI-05'), async () => {
    place = toolsCommandLine();
    const { status, stdout, stderr } = await place.keelson(['check', 'command'], { input: '{"id":1,"input":"rm -rf /"}\n\n{"id":2}\nnope\n{"id":"four","input":"ls","note":"left alone"}' });
    const lines = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as unknown);
    const unreadable = (line: number, detail: string) => ({ line, error: { code: 'input.invalid', message: `Line ${line} cannot be read: ${detail}.`, next_step: 'Write each line as {"id":"1","input":"rm -rf build"}.', data: { line } } });
    expect({ status, stderr, lines }).toEqual({
      status: 1,
      stderr: '',
      lines: [
        { id: 1, decision: 'block', rule: 'command.root_wipe', explanation: expect.stringMatching(/\.$/) },
        unreadable(3, '"input" is missing or of another kind'),
        unreadable(4, 'it is not JSON, or too long'),
        { id: 'four', decision: 'allow', rule: expect.any(String), explanation: expect.any(String) },
      ],
    });
  });

  it('takes a path or an address as a plain text too', verifies('KEL-TCLI-05'), async () => {
    place = toolsCommandLine();
    place.write('a.txt', '');
    const path = await place.keelson(['check', 'path'], { input: '{"id":1,"input":"a.txt"}\n{"id":2,"input":"../a.txt"}' });
    expect(path.stdout).toContain('{"id":1,"decision":"allow","rule":"path.inside_workspace"');
    expect(path.stdout).toContain('{"id":2,"decision":"deny","rule":"path.outside_workspace"');
    const url = await place.keelson(['check', 'url'], { input: '{"id":1,"input":"http://169.254.169.254/"}' });
    expect(url.stdout).toContain('{"id":1,"decision":"block","rule":"url.metadata_address"');
  });

  it('names what an operation may be when it is none', verifies('KEL-TCLI-05'), async () => {
    place = toolsCommandLine();
    const { status, stdout } = await place.keelson(['check', 'path'], { input: '{"id":1,"input":{"op":"chmod","path":"a"}}\n{"id":2,"input":{"op":"read"}}\n{"id":3,"input":7}' });
    const messages = stdout.trimEnd().split('\n').map((line) => (JSON.parse(line) as { error: { message: string } }).error.message);
    expect({ status, messages }).toEqual({
      status: 1,
      messages: [
        'Line 1 cannot be read: "input.op" is none of read, write, list, delete, rename, stat, create_directory.',
        'Line 2 cannot be read: "input.path" is missing or of another kind.',
        'Line 3 cannot be read: "input" is missing or of another kind.',
      ],
    });
  });

  it('names a workspace that is not there or is no folder', verifies('KEL-TCLI-02'), async () => {
    place = toolsCommandLine();
    place.write('file', '');
    const check = async (folder: string) => (await place.keelson(['check', 'path', '--workspace', folder], { input: '{"id":1,"input":"a"}' })).stdout;
    expect(JSON.parse(await check(`${place.workspace}/nowhere`))).toMatchObject({ error: { code: 'path.missing', message: `There is no folder ${place.workspace}/nowhere.` } });
    expect(JSON.parse(await check(`${place.workspace}/file`))).toMatchObject({ error: { code: 'path.wrong_kind' } });
  });

  it('has nothing to say to no lines', verifies('KEL-TCLI-05'), async () => {
    place = toolsCommandLine();
    expect(await place.keelson(['check', 'url'], { input: '\n' })).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});
