import { existsSync } from 'node:fs';
import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { offlineRig, type OfflineRig } from '../../../test/support/offline-rig.ts';
import { mustGit } from '../../../test/support/real-git.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { sample } from '../../../test/support/sample-values.ts';
import { AnalysisReport, ApprovalId, OCRText, Plan, WorkReport } from '../../contracts/index.ts';

const YES = () => ({ answer: 'approved' as const, approval_id: ApprovalId.parse(sample.approvalId) });

async function only(rig: OfflineRig, request: string): Promise<string> {
  const { outputs } = await rig.ask(request);
  expect(outputs).toHaveLength(1);
  return outputs[0] ?? '';
}

/** All but the lines about what to know and how it was made. */
function told(output: string): string {
  return output.split('\n').filter((line) => !line.startsWith('Note: ') && !line.startsWith('Made without a model: ')).join('\n').trim();
}

describe('work on files without a model', () => {
  it('lists what fits, with size and last change', async () => {
    const rig = await offlineRig();
    const aged = (path: string, days: number) => {
      const at = new Date(rig.ledger.clock.nowMs() - days * 86_400_000);
      return utimes(join(rig.folder, path), at, at).then(() => at.toISOString().slice(0, 10));
    };
    await rig.write('src/app.ts', 'x'.repeat(120));
    await rig.write('src/greet.ts', 'x'.repeat(80));
    const [app, greet] = [await aged('src/app.ts', 3), await aged('src/greet.ts', 30)];
    expect(told(await only(rig, 'find all TypeScript files in src'))).toBe(
      ['2 TypeScript files in src, 200 bytes together.', '', '| file | size | last change |', '|---|---|---|', `| src/app.ts | 120 bytes | ${app} |`, `| src/greet.ts | 80 bytes | ${greet} |`].join('\n'),
    );
    expect(told(await only(rig, 'find files older than 7 days in src')).split('\n').at(-1)).toBe(`| src/greet.ts | 80 bytes | ${greet} |`);
    expect(told(await only(rig, 'find files in src changed in the last 2 days'))).toBe('There are no files changed in the last 2 days in src.');
  });

  it('counts lines by kind, and says what holds no text', async () => {
    const rig = await offlineRig();
    await rig.write('logo.bin', '\0\u0001');
    const output = await only(rig, 'count the lines by type');
    expect(told(output)).toBe(['50 lines in 7 text files in this folder.', '', '| kind | lines | files |', '|---|---|---|', '| .md | 32 | 2 |', '| .ts | 8 | 2 |', '| .csv | 6 | 1 |', '| .html | 3 | 1 |', '| .json | 1 | 1 |'].join('\n'));
    expect(output).toContain('Note: 1 file that holds no text was not counted.');
  });

  it('shows what takes up space, and what is there twice', async () => {
    const rig = await offlineRig();
    await rig.write('big/data.txt', 'x'.repeat(10_000));
    expect(told(await only(rig, 'what takes up the most space?'))).toMatch(/^1\d(\.\d)? KB in 8 files in this folder; most of it in big\/ \(\d\d %\)\.\n\n\| folder \| size \| share \| files \|\n\|---\|---\|---\|---\|\n\| big\/ \| 10 KB \|/);
    const size = (await rig.read('docs/guide.md')).length;
    expect(told(await only(rig, 'find duplicate files'))).toBe(`1 group of files with the same content in this folder; without the copies ${size} bytes would be free.\n\n${size} bytes each:\n- docs/guide-copy.md\n- docs/guide.md`);
  });

  it('collects marks with their places, and writes them where it is told to', verifies('KEL-OFF-06'), async () => {
    const rig = await offlineRig();
    const { plan, outputs, executions } = await rig.ask('collect the TODOs and FIXMEs in src and write them to todo.md');
    expect(plan.subtasks.map(({ sequence, role_id, intent }) => [sequence, role_id, intent])).toEqual([
      [1, 'analyst', 'collect TODO and FIXME in src'],
      [2, 'analyst', 'write what was found to todo.md'],
    ]);
    expect(told(outputs[0] ?? '')).toBe(['3 lines in 2 files of src: 2 TODO, 1 FIXME.', '', '- src/app.ts:3: // TODO: read the name from the command line', '- src/greet.ts:1: // FIXME: an empty name gives an odd greeting', '- src/greet.ts:3: return `Hello, ${name}`; // TODO: other languages'].join('\n'));
    expect(await rig.read('todo.md')).toBe(`# TODO and FIXME\n\n${outputs[0] ?? ''}\n`);
    expect(executions.at(-1)?.calls.flatMap(({ outcome }) => outcome.changes.map(({ path, kind }) => [path, kind]))).toEqual([['todo.md', 'created']]);
  });

  it('renames nothing before a person agreed to every name, and writes over nothing', verifies('KEL-OFF-07'), async () => {
    const rig = await offlineRig({ answer: YES });
    const { plan, outputs } = await rig.ask('replace "guide" with "handbook" in the names of all markdown files in docs');
    expect(plan.subtasks.map(({ sequence, tools }) => [sequence, tools])).toEqual([[1, ['glob']], [2, ['glob', 'move_files']]]);
    expect(outputs.map(told)).toEqual([
      '2 files would get a new name. Nothing has been renamed yet.\n\n- docs/guide-copy.md → docs/handbook-copy.md\n- docs/guide.md → docs/handbook.md',
      '2 files renamed.\n\n- docs/guide-copy.md → docs/handbook-copy.md\n- docs/guide.md → docs/handbook.md',
    ]);
    expect(rig.asked.map(({ decision }) => decision.arguments)).toEqual([{ moves: [{ from: 'docs/guide-copy.md', to: 'docs/handbook-copy.md' }, { from: 'docs/guide.md', to: 'docs/handbook.md' }] }]);
    const { executions } = await rig.ask('rename docs/handbook.md to page.html');
    expect(executions.map(({ result: { status } }) => status)).toEqual(['failed', 'failed']);
    expect(executions[1]?.result.output).toContain('Nothing can be renamed like this: docs/handbook.md would be called docs/page.html, which is there already.');
    expect([existsSync(join(rig.folder, 'docs/handbook.md')), rig.asked.length]).toEqual([true, 1]);
  });

  it('ends with the refusal of a person, for there is no other way to try', verifies('KEL-OFF-07'), async () => {
    const rig = await offlineRig();
    await expect(rig.ask('rename data/crew.json to sailors.json')).rejects.toMatchObject({ code: 'tool.approval_denied' });
    expect(existsSync(join(rig.folder, 'data/crew.json'))).toBe(true);
  });
});

describe('work on documents, tables and pictures without a model', () => {
  it('quotes the most telling sentences with their places, and calls that extractive', verifies('KEL-OFF-05'), async () => {
    const rig = await offlineRig();
    const output = await only(rig, 'summarise docs/guide.md in 2 sentences');
    expect(output.split('\n')[0]).toBe('An extractive summary: 2 sentences, quoted word for word from docs/guide.md, in the order in which they stand there.');
    const quotes = output.split('\n').filter((line) => line.startsWith('- “'));
    expect(quotes).toEqual(['- “The lighthouse sends its light over the sea.” (Lighthouse guide, line 3)', '- “The lens must never be touched with bare hands.” (Maintenance, line 8)']);
    const html = await only(rig, 'what is docs/page.html about?');
    expect(html).toContain('## Harbour news (docs/page.html)');
    expect(html).not.toContain('ignored');
  });

  it('groups, sums and ranks a table, and asks which column is meant', async () => {
    const rig = await offlineRig();
    expect(told(await only(rig, 'sum revenue by region in data/sales.csv'))).toBe(
      ['Total revenue by region in data/sales.csv: North has the most (320), West the least (45.5) of 3 groups. 4 of 5 rows have a value in revenue.', '', '| region | total revenue | made of |', '|---|---|---|', '| North | 320 | 2 of 2 rows |', '| South | 80 | 1 of 2 rows |', '| West | 45.5 | 1 of 1 row |'].join('\n'),
    );
    expect(told(await only(rig, 'top 1 products by revenue in data/sales.csv'))).toContain('| Rope | 200 | 2 of 2 rows |');
    expect(told(await only(rig, 'what is the average age in data/crew.json where ship is Swift?'))).toBe('Average age in data/crew.json where ship is Swift: 38 (2 rows).');
    const question = 'Which column of data/sales.csv is meant by "profit"? It has: region, product, revenue, year.';
    expect(await rig.plan('sum profit by region in data/sales.csv')).toEqual({ decision: 'needs_input', questions: [question] });
    expect(await rig.plan('sum profit by region in data/sales.csv', { said: [`${question} revenue`] })).toMatchObject({ decision: 'plan', plan: { subtasks: [{ context: expect.stringContaining('"column":"revenue"') as string }] } });
  });

  it('draws a chart that shows every group', verifies('KEL-OFF-06'), async () => {
    const rig = await offlineRig();
    const { plan, executions } = await rig.ask('draw a bar chart of revenue by region from data/sales.csv');
    expect(plan.subtasks[0]?.success_criteria.map(({ check }) => check?.kind)).toEqual(['answer_agrees', 'file_changed', 'text_contains']);
    const svg = await rig.read('data/sales-chart.svg');
    expect([...svg.matchAll(/<rect [^>]*><title>([^<]*)<\/title>/g)].map(([, title]) => title)).toEqual(['North: 320', 'South: 80', 'West: 45.5']);
    expect(executions[0]?.calls.map(({ decision }) => decision.tool_id)).toEqual(['query_table', 'query_table', 'write_file']);
  });

  it('converts and resizes pictures beside the originals, and reads the text in one', async () => {
    const rig = await offlineRig();
    const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="white"/><text x="20" y="65" font-size="48" font-family="sans-serif">HARBOUR</text></svg>');
    await rig.write('pictures/sign.png', '');
    await sharp(text).png().toFile(join(rig.folder, 'pictures/sign.png'));
    expect(told(await only(rig, 'convert all png images in pictures to jpg'))).toMatch(/^1 picture converted to jpg; the originals are as they were\.\n[^]*\| pictures\/sign\.png \| pictures\/sign\.jpg \| 400 × 100 \|/);
    await only(rig, 'resize pictures/sign.png to 100 wide');
    expect(await sharp(await readFile(join(rig.folder, 'pictures/sign-100w.png'))).metadata()).toMatchObject({ width: 100, height: 25 });
    const { plan, executions } = await rig.ask('what does pictures/sign.png say?');
    expect([plan.subtasks[0]?.role_id, executions[0]?.result.output.includes('HARBOUR'), OCRText.safeParse(executions[0]?.report.artifacts[0]?.content).success]).toEqual(['vision', true, true]);
  }, 60_000);
});

describe('questions about a repository without a model', () => {
  it('are answered from the repository itself', async () => {
    const rig = await offlineRig();
    mustGit(rig.folder, 'init', '-q', '-b', 'main');
    mustGit(rig.folder, 'add', '.');
    mustGit(rig.folder, 'commit', '-q', '-m', 'Begin');
    await rig.write('docs/guide.md', 'short\n');
    mustGit(rig.folder, 'commit', '-q', '-am', 'Shorten the guide');
    await rig.write('new.txt', 'x');
    expect(told(await only(rig, 'what changed?'))).toBe('1 file on main is not committed: 1 new.\n\nNew:\n- new.txt');
    expect(told(await only(rig, 'which branch am I on?'))).toBe('The branch is main.');
    expect(told(await only(rig, 'who contributed to this repo?')).split('\n')[0]).toBe('1 author made 2 commits; Ada made most of them (2).');
    expect(told(await only(rig, 'which files change most often?')).split('\n')[0]).toBe('docs/guide.md was changed most often: by 2 of 2 commits.');
    expect(told(await only(rig, 'what were the biggest changes?')).split('\n')[0]).toMatch(/^The largest commit is [0-9a-f]{9} by Ada: \d+ lines added and 0 removed in 7 files \(Begin\)\.$/);
    expect(told(await only(rig, 'who wrote docs/guide.md')).split('\n')[0]).toBe('Ada wrote 1 of 1 line of docs/guide.md.');
    expect(told(await only(rig, 'what changed since 2025-12-31?')).split('\n')[0]).toBe('2 commits since 2025-12-31, the newest on 2026-01-02, in 7 files.');
  });

  it('run the tests once and name what failed', async () => {
    const rig = await offlineRig();
    await rig.write('package.json', JSON.stringify({ name: 'sample', type: 'module', scripts: { test: 'node --test' } }));
    await rig.write('sum.test.js', "import test from 'node:test';\nimport assert from 'node:assert';\ntest('adds', () => assert.equal(1 + 1, 2));\ntest('subtracts', () => assert.equal(2 - 1, 2));\n");
    const { plan, outputs } = await rig.ask('run the tests and tell me what failed');
    expect(plan.subtasks[0]?.role_id).toBe('coder');
    expect(told(outputs[0] ?? '').split('\n')[0]).toMatch(/^1 test failed: 2 ran, 1 passed, 1 failed\. npm test.* ended with code 1\.$/);
    expect(told(outputs[0] ?? '').split('\n').slice(2)).toEqual(['Failed:', expect.stringMatching(/^- subtracts \(sum\.test\.js:4\): \S/) as string]);
  }, 60_000);
});

describe('the engine that asks no model', () => {
  const REQUESTS = ['find all images', 'count the TODOs and write them to todo.md', 'draw a bar chart of revenue by region from data/sales.csv', 'rename all files in docs to lowercase', 'summarise docs/guide.md', 'what changed?', 'run the tests'];

  it('writes plans in which every criterion can be looked at, and every tool is one of its role', verifies('KEL-OFF-02', 'MH4-4-18'), async () => {
    const rig = await offlineRig();
    for (const request of REQUESTS) {
      const outcome = await rig.plan(request);
      if (outcome.decision !== 'plan') throw new Error(JSON.stringify(outcome));
      expect(Plan.parse(outcome.plan)).toEqual(outcome.plan);
      const criteria = [...outcome.plan.task_criteria, ...outcome.plan.subtasks.flatMap(({ success_criteria }) => success_criteria)];
      expect(criteria.filter(({ check, mode, required }) => check === undefined || mode !== 'verifiable' || !required)).toEqual([]);
    }
    expect(await rig.plan('count the TODOs and write them to todo.md')).toMatchObject({ why: 'Read word for word as: collect TODO in the working folder (analyst); then write what was found to todo.md (analyst). No model is asked, so it costs nothing.' });
  });

  it('says plainly what it cannot do, what it can, and how to add a model', verifies('KEL-OFF-03'), async () => {
    const rig = await offlineRig();
    const outcome = await rig.plan('write a poem about the sea');
    expect(outcome).toEqual({ decision: 'impossible', needsModel: true, reason: '“write a poem about the sea” takes a model to understand; without one I do what I can read word for word. For example I can find files by name, kind, size or age (“find all images larger than 2 MB”), or search for text (“search for "deadline" in docs”). All that can be asked is in docs/offline.md. To add a model: `keelson models`.' });
    expect(await rig.plan('translate report.pdf into French')).toMatchObject({ reason: expect.stringContaining('The nearest that I can do is to quote the most important sentences of a document (“summarise report.pdf in 5 sentences”)') as string });
  });

  it('asks for the one thing that is missing, and goes on with the answer', verifies('KEL-OFF-03'), async () => {
    const rig = await offlineRig();
    const question = 'To which size? For example 800x600, or 800 wide.';
    expect(await rig.plan('resize sign.png')).toEqual({ decision: 'needs_input', questions: [question] });
    expect(await rig.plan('resize sign.png', { said: [`${question} 640 wide`] })).toMatchObject({ decision: 'plan', plan: { subtasks: [{ context: '{"file":"sign.png","kind":"resize_images","path":".","width":640}' }] } });
    expect(await rig.plan('write a poem', { said: ['list the largest files'] })).toMatchObject({ decision: 'plan', plan: { subtasks: [{ intent: 'list the largest of files in the working folder' }] } });
  });

  it('takes what points back from what was said before', async () => {
    const rig = await offlineRig();
    const history = [{ input: 'summarise docs/guide.md', summary: 'An extractive summary.' }];
    expect(await rig.plan('again', { history })).toMatchObject({ plan: { subtasks: [{ intent: 'quote the 5 most important sentences of docs/guide.md' }] } });
    expect(await rig.plan('how many words are in that file?', { history })).toMatchObject({ plan: { subtasks: [{ intent: 'count the words of guide.md in docs' }] } });
  });

  it('does after a resume what was planned, from the context that it wrote itself', verifies('KEL-OFF-04'), async () => {
    const rig = await offlineRig();
    const { plan } = await rig.ask('count the files in src');
    expect(plan.subtasks[0]?.context).toBe('{"by":"none","kind":"count_files","path":"src","pattern":"*"}');
  });

  it('ends every result with the words that no model made it, and asks none', verifies('KEL-OFF-04', 'MH4-CHK-04'), async () => {
    const rig = await offlineRig();
    for (const request of ['find all images', 'count the TODOs and write them to todo.md', 'summarise docs/page.html', 'show the rows of data/sales.csv', 'summarise missing.md']) {
      const { executions } = await rig.ask(request);
      for (const { result, report, modelCalls } of executions) {
        expect([request, result.output.split('\n').at(-1)?.startsWith('Made without a model: '), modelCalls, WorkReport.safeParse(report).success]).toEqual([request, true, 0, true]);
      }
    }
  });

  it('hands the analyst’s report over with numbers that its calls gave', verifies('KEL-OFF-04'), async () => {
    const rig = await offlineRig();
    const { executions } = await rig.ask('count the files in docs');
    const report = AnalysisReport.parse(executions[0]?.report.artifacts[0]?.content);
    expect(report.key_numbers).toEqual([{ name: 'files', value: 3, unit: null, trace: { by: 'tool_call', call: 1 } }]);
  });

  it('fails where a tool fails, says what the tool said, and does not try the same in a new round', verifies('KEL-OFF-04'), async () => {
    const rig = await offlineRig();
    const { plan, executions } = await rig.ask('summarise missing.md');
    expect(executions[0]?.result).toMatchObject({ status: 'failed', output: expect.stringContaining('missing.md') as string });
    const { signal } = new AbortController();
    const task = { task_id: sample.taskId, intent: 'summarise missing.md', constraints: { scope: null, deadline: null }, raw_input: 'summarise missing.md' };
    const directive = { task_id: sample.taskId, loss: { D: 1, P: 0, Omega: 0, L: 1 }, grad_l: 0, grad_q: 0, prev_directive: 'init' as const, directive: 'refine' as const, blocked_tools: [], blocked_targets: [], failed_criterion: 'the text was read', failure_class: 'environmental' as const, budget_pressure: 0, rationale: 'It failed.' };
    expect(await rig.engine.plan({ key: 'plan/9', signal, runId: sample.runId, task, roles: [], toolsOf: new Map(), said: [], context: '', calibration: [], directive, previous: { plan, outcomes: [] }, mintSubtask: () => Promise.reject(new Error('nothing is planned')) })).toMatchObject({ decision: 'impossible', reason: expect.stringContaining('It was tried and did not do: the text was read.') as string });
  });

  it('leaves to nobody what only judgement could tell, and gives up with facts', async () => {
    const rig = await offlineRig();
    const at = { key: 'x', signal: new AbortController().signal };
    const task = { task_id: sample.taskId, intent: 'x', constraints: { scope: null, deadline: null }, raw_input: 'x' };
    expect(await rig.engine.judgeTask({ ...at, task, criteria: [], outcomes: [], mergedOutput: '' })).toEqual({ unresolved: 'no model is configured' });
    expect(await rig.engine.giveUp({ ...at, task, reached: [], unmet: [{ criterion: 'a file was written', mode: 'verifiable', required: true }], why: 'The time was over.' })).toMatchObject({ summary: 'Not met: a file was written. The time was over.' });
  });
});
