import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { checkText } from './redact.ts';

interface Row {
  readonly id: string;
  readonly category: string;
  readonly input: string;
  readonly expect: { readonly spans: readonly { start: number; end: number; type: string }[] };
}

function readRows(name: string): Row[] {
  const text = readFileSync(new URL(`../../test/fixtures/${name}`, import.meta.url), 'utf8');
  return text.trimEnd().split('\n').map((line) => JSON.parse(line) as Row);
}

function spansOf({ id, input }: Row): unknown {
  return { id, input, spans: checkText(input).spans.map(({ start, end, type }) => ({ start, end, type })) };
}

describe.each(['pii.jsonl', 'pii-extended.jsonl', 'pii-independent.jsonl'])('the labelled rows of %s', (name) => {
  const categories = Map.groupBy(readRows(name), (row) => row.category);

  it.each([...categories])('finds exactly the labelled spans in %s', verifies('KEL-REDACTION-01'), (_, rows) => {
    expect(rows.map(spansOf)).toEqual(rows.map(({ id, input, expect: { spans } }) => ({ id, input, spans })));
  });
});

describe('a whole document', () => {
  const rows = readRows('pii-extended.jsonl').filter((row) => row.category !== 'mixed' && !row.input.includes('\n'));

  it('gives every span that its lines give alone', verifies('MH4-CHK-08'), () => {
    let start = 0;
    const expected = rows.flatMap(({ input, expect: { spans } }) => {
      const offset = start;
      start += input.length + 2;
      return spans.map((span) => ({ start: span.start + offset, end: span.end + offset, type: span.type }));
    });
    const document = rows.map((row) => row.input).join('\n\n');
    expect(checkText(document).spans.map(({ start: from, end, type }) => ({ start: from, end, type }))).toEqual(expected);
  });

  it('leaves no labelled value in the redacted text', verifies('MH4-CHK-08'), () => {
    const { redacted } = checkText(rows.map((row) => row.input).join('\n\n'));
    const values = rows
      .filter((row) => !row.category.endsWith('-neg'))
      .flatMap(({ input, expect: { spans } }) => spans.map((span) => input.slice(span.start, span.end)))
      .filter((value) => value.length >= 12);
    const negatives = rows.filter((row) => row.expect.spans.length === 0).map((row) => row.input).join('\n');
    expect(values.filter((value) => redacted.includes(value) && !negatives.includes(value))).toEqual([]);
  });
});
