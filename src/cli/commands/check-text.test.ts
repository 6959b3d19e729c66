import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { createClient } from '../../client/index.ts';
import type { TextCheckRequest } from '../../contracts/index.ts';
import { memoryTerminal } from '../memory-terminal.ts';
import { checkTextLines } from './check-text.ts';

/** A server that finds nothing and says how many texts each request held. */
async function check(input: string, isInteractive = false, interruptAfter = Number.POSITIVE_INFINITY): Promise<{ exit: number; lines: unknown[]; error: string; groups: number[] }> {
  const groups: number[] = [];
  const interruption = new AbortController();
  const client = createClient({
    baseUrl: 'http://keelson.test',
    fetch: async (request) => {
      const { items } = (await request.json()) as TextCheckRequest;
      groups.push(items.length);
      if (groups.length >= interruptAfter) interruption.abort();
      return Response.json({ results: items.map(({ id, input: redacted }) => ({ id, spans: [], redacted })) });
    },
  });
  const { terminal, out, error } = memoryTerminal(input, { isInteractive });
  const exit = await checkTextLines({ terminal, client, signal: interruption.signal });
  const lines = out() === '' ? [] : out().trimEnd().split('\n').map((line) => JSON.parse(line) as unknown);
  return { exit, lines, error: error(), groups };
}

describe('keelson check text', () => {
  it('answers each line with one line, in order', verifies('KEL-CLI-06'), async () => {
    expect(await check('{"id":"a","input":"one"}\n{"id":7,"input":"two"}\n')).toEqual({
      exit: 0,
      lines: [
        { id: 'a', spans: [], redacted: 'one' },
        { id: 7, spans: [], redacted: 'two' },
      ],
      error: '',
      groups: [2],
    });
  });

  it('answers a line it cannot read with its number and the reason, and loses no other', verifies('KEL-CLI-06'), async () => {
    const { exit, lines } = await check('{"id":"a","input":"one"}\n\nnot json\n{"id":"b"}\n{"id":"c","input":"two"}\n');
    expect(exit).toBe(1);
    expect(lines).toEqual([
      { id: 'a', spans: [], redacted: 'one' },
      {
        line: 3,
        error: {
          code: 'input.invalid',
          message: 'Line 3 cannot be read: it is not JSON, or too long.',
          next_step: 'Write each line as {"id":"1","input":"text"}.',
          data: { line: 3 },
        },
      },
      expect.objectContaining({ error: expect.objectContaining({ message: 'Line 4 cannot be read: "input" is missing or of another kind.' }) as unknown }),
      { id: 'c', spans: [], redacted: 'two' },
    ]);
  });

  it('answers on one line for every reader of lines, whatever the text holds', verifies('KEL-CLI-06'), async () => {
    const { terminal, out } = memoryTerminal('{"id":"a\\u2028b","input":"one\\u0085two\\u2029"}\n');
    const client = createClient({
      baseUrl: 'http://keelson.test',
      fetch: async (request) => Response.json({ results: ((await request.json()) as TextCheckRequest).items.map(({ id, input: redacted }) => ({ id, spans: [], redacted })) }),
    });
    await checkTextLines({ terminal, client, signal: new AbortController().signal });
    expect([out(), JSON.parse(out())]).toEqual(['{"id":"a\\u2028b","spans":[],"redacted":"one\\u0085two\\u2029"}\n', { id: 'a\u2028b', spans: [], redacted: 'one\u0085two\u2029' }]);
  });

  it('leaves other fields of a line alone', verifies('KEL-CLI-06'), async () => {
    const { exit, lines } = await check('{"id":"a","input":"one","category":"email"}\n[1]\n');
    expect({ exit, lines }).toMatchObject({
      exit: 1,
      lines: [{ id: 'a', spans: [], redacted: 'one' }, { error: { message: 'Line 2 cannot be read: it is not an object.' } }],
    });
  });

  it('works in groups, so that long input shows progress and stays bounded', verifies('KEL-CLI-06'), async () => {
    const line = (at: number): string => `{"id":${at},"input":"x"}\n`;
    const { groups, lines } = await check(Array.from({ length: 600 }, (_, at) => line(at)).join(''));
    expect({ groups, answered: lines.length }).toEqual({ groups: [256, 256, 88], answered: 600 });
    const large = `{"id":1,"input":"${'x'.repeat(1_000_000)}"}\n`;
    expect((await check(large + large)).groups).toEqual([1, 1]);
  });

  it('answers a line before the next one comes, when that one waits for it', verifies('KEL-CLI-06'), async () => {
    const client = createClient({
      baseUrl: 'http://keelson.test',
      fetch: async (request) => {
        const { items } = (await request.json()) as TextCheckRequest;
        return Response.json({ results: items.map(({ id }) => ({ id, spans: [], redacted: '' })) });
      },
    });
    let answers = '';
    let answered = (): void => {};
    const { terminal } = memoryTerminal();
    const conversation = {
      ...terminal,
      writeOut: async (text: string) => {
        answers += text;
        answered();
      },
      readLines: async function* lines() {
        for (const id of [1, 2, 3]) {
          const answer = new Promise<void>((resolve) => (answered = resolve));
          yield `{"id":${id},"input":""}`;
          await answer;
        }
      },
    };
    expect(await checkTextLines({ terminal: conversation, client, signal: new AbortController().signal })).toBe(0);
    expect(answers.trimEnd().split('\n')).toHaveLength(3);
  });

  it('stops when it is interrupted and says how far it came', verifies('KEL-CLI-06'), async () => {
    const line = '{"id":1,"input":"x"}\n';
    const { exit, lines, error } = await check(line.repeat(600), false, 1);
    expect({ exit, answered: lines.length, error }).toEqual({
      exit: 130,
      answered: 256,
      error: 'Interrupted: lines answered: 256; the rest was not read.\n',
    });
  });

  it('says what it waits for when a person started it by hand', verifies('KEL-CLI-06'), async () => {
    expect((await check('', true)).error).toBe('Reading lines of {"id":"1","input":"text"}; end with Ctrl-D.\n');
  });
});
