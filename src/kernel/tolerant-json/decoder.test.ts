import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { JsonValue } from '../../contracts/index.ts';
import { KeelsonError } from '../errors.ts';
import { JSON_DEPTH_MAX } from '../limits.ts';
import { createJsonDecoder, decodeJson, type JsonDecoding } from './decoder.ts';
import type { JsonRepairKind } from './repairs.ts';

/** A decoding with its repairs as `kind:count@offset`. */
function decoded(text: string): { value: JsonValue; complete: boolean; repairs: string } {
  const { value, complete, repairs } = decodeJson(text);
  return { value, complete, repairs: repairs.map(({ kind, count, offset }) => `${kind}:${count}@${offset}`).join(' ') };
}

function whole(value: JsonValue, repairs = '') {
  return { value, complete: true, repairs };
}

function cut(value: JsonValue, offset: number, repairs = '') {
  return { value, complete: false, repairs: `${repairs}${repairs === '' ? '' : ' '}truncated:1@${offset}` };
}

function refusal(decode: () => unknown): unknown {
  try {
    return { accepted: decode() };
  } catch (error) {
    if (error instanceof KeelsonError) return error.toBody();
    throw error;
  }
}

describe('what models write instead of JSON', () => {
  it.each([
    // Comments.
    ['// note\n{"a":1 /* * x **/, # y\n "b":2} // end', whole({ a: 1, b: 2 }, 'comment:4@0')],
    ['/* {"old":1} */ {"a":1}', whole({ a: 1 }, 'comment:1@0')],
    ['[1/**/,2]', whole([1, 2], 'comment:1@2')],
    // Quotes.
    ["{'a': 'b'}", whole({ a: 'b' }, 'quote_style:2@1')],
    ['{“a”: „b‟, ‘c’: ‚d‛}', whole({ a: 'b', c: 'd' }, 'quote_style:4@1')],
    ["{'a': 'don't', 'b': 'O'Brien's'}", whole({ a: "don't", b: "O'Brien's" }, 'quote_style:4@1 unescaped_quote:3@10')],
    ['{"a": "He said "hi" to me."}', whole({ a: 'He said "hi" to me.' }, 'unescaped_quote:2@15')],
    ['{"a": "x "quoted".", "b": 1}', whole({ a: 'x "quoted".', b: 1 }, 'unescaped_quote:2@9')],
    ['{"a": "is "a:b" ok"}', whole({ a: 'is "a:b" ok' }, 'unescaped_quote:2@10')],
    // Names.
    ['{a: 1, b-c: 2, $d_é: 3, 4: 5}', whole({ 4: 5, a: 1, 'b-c': 2, $d_é: 3 }, 'unquoted_key:4@1')],
    // Commas, colons, values and brackets.
    ['{"a":[1,2,],}', whole({ a: [1, 2] }, 'trailing_comma:2@10')],
    ['{"a":1 "b":2}', whole({ a: 1, b: 2 }, 'missing_comma:1@7')],
    ['["a" "b"\n"c" true 1 {} []]', whole(['a', 'b', 'c', true, 1, {}, []], 'missing_comma:6@5')],
    ['{"a": "x" b: "y"\nc: 1}', whole({ a: 'x', b: 'y', c: 1 }, 'unquoted_key:2@10 missing_comma:2@10')],
    ['{"a": "x"\nb: 1}', whole({ a: 'x', b: 1 }, 'unquoted_key:1@10 missing_comma:1@10')],
    ['[,1,,2]', whole([1, 2], 'extra_comma:2@1')],
    ['{,"a":1}', whole({ a: 1 }, 'extra_comma:1@1')],
    ['{"a":,"b":}', whole({ a: null, b: null }, 'missing_value:2@5')],
    ['{"a" 1, "b" [2]}', whole({ a: 1, b: [2] }, 'missing_colon:2@5')],
    ['{"a":[{"b":[1}', cut({ a: [{ b: [1] }] }, 14, 'mismatched_bracket:1@13')],
    ['{"a":[1,2}', whole({ a: [1, 2] }, 'mismatched_bracket:1@9')],
    // Words.
    ['[None, True, False, undefined]', whole([null, true, false, null], 'literal_spelling:4@1')],
    ['[NaN, Infinity, -Infinity, +Infinity, 1e999, -1e999]', whole([null, null, null, null, null, null], 'non_finite_number:6@1')],
    ['[+1, .5, -.5, 5., 007, -01.50e+1]', whole([1, 0.5, -0.5, 5, 7, -15], 'number_spelling:6@1')],
    // Strings.
    ['{"a":"one\ntwo\tthree\u0001"}', whole({ a: 'one\ntwo\tthree\u0001' }, 'raw_control_character:3@9')],
    ['["\\d", "\\\'", "\\\n", "\\x41", "\\u12", "\\xg"]', whole(['\\d', "'", '', 'A', '\\u12', '\\xg'], 'invalid_escape:6@2')],
    // Doubled encoding.
    [JSON.stringify('{"a":1}'), whole({ a: 1 }, 'doubled_encoding:1@0')],
    [JSON.stringify(JSON.stringify('[1,]')), whole([1], 'doubled_encoding:2@0 trailing_comma:1@3')],
    ['"{\\"a\\":1}', { value: { a: 1 }, complete: false, repairs: 'doubled_encoding:1@0 truncated:1@10' }],
    ['"{\\"a\\":[1', { value: { a: [1] }, complete: false, repairs: 'doubled_encoding:1@0 truncated:2@10' }],
    // Space.
    ['\ufeff{\u00a0"a":\u20281}', whole({ a: 1 }, 'irregular_space:3@0')],
    // Names met twice, and names that are not what they seem.
    ['{"a":1,"b":2,"a":3}', whole({ a: 3, b: 2 }, 'duplicate_key:1@13')],
  ])('%o is read, and each repair is told', verifies('KEL-KERNEL-18', 'KEL-KERNEL-24'), (text, expected) => {
    expect(decoded(text)).toEqual(expected);
  });
});

describe('text that was cut off', () => {
  it.each([
    ['{"a":[1,2,{"b":"x', { a: [1, 2, { b: 'x' }] }],
    ['{"a": "x", "b', { a: 'x' }],
    ['{"a": "x", "b"', { a: 'x' }],
    ['{"a": "x", b', { a: 'x' }],
    ['{"a": "x" ', { a: 'x' }],
    ['{"a": "x" y', { a: 'x' }],
    ['["a" "b', ['a', 'b']],
    ['{"a" "b', { a: 'b' }],
    ['{"a":', {}],
    ['{"a": tru', { a: true }],
    ['[N', [null]],
    ['[-', []],
    ['[+', []],
    ['[.', []],
    ['["', ['']],
    ['[12.', [12]],
    ['[1e+', [1]],
    ['[1,', [1]],
    ['["ab\\', ['ab']],
    ['["ab\\u00', ['ab']],
    ['"abc', 'abc'],
    ['[1 /', [1]],
    ['{', {}],
  ])('%o keeps what was whole and says that it is not all', verifies('KEL-KERNEL-21', 'KEL-KERNEL-24'), (text, value) => {
    const decoding = decodeJson(text);
    expect({ value: decoding.value, complete: decoding.complete }).toEqual({ value, complete: false });
    expect(decoding.repairs.map(({ kind, offset }) => [kind, offset])).toContainEqual(['truncated', text.length]);
  });

  it('never throws anything without a code, wherever JSON is cut', verifies('KEL-KERNEL-21'), () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        const prefix = text.slice(0, at % (text.length + 1));
        const outcome = refusal(() => decodeJson(prefix));
        if (!isAccepted(outcome)) expect(outcome).toMatchObject({ code: expect.stringMatching(/^json\./) });
        else if (prefix !== text && typeof value === 'object') expect(outcome.accepted.complete).toBe(false);
      }),
    );
  });
});

describe('valid JSON', () => {
  const notJsonInside = (value: JsonValue): boolean => typeof value !== 'string' || !isContainer(() => decodeJson(value));

  it('is read as the platform reads it, without any repair', verifies('KEL-KERNEL-22'), () => {
    fc.assert(
      fc.property(anyJson.filter(notJsonInside), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(decodeJson(text)).toEqual({ value: JSON.parse(text), complete: true, repairs: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('may spell a number in every way that JSON has', verifies('KEL-KERNEL-22'), () => {
    const text = '[0, -0.5, 10, 1E5, 2e3, 1.5e+3, 25e-1, 0e0, 0.0]';
    expect(decodeJson(text)).toEqual({ value: JSON.parse(text), complete: true, repairs: [] });
  });

  it('keeps prototypes out of reach', verifies('KEL-KERNEL-22'), () => {
    const { value } = decodeJson('{"__proto__":{"polluted":true},"constructor":1,"a":{"__proto__":null}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true},"constructor":1,"a":{"__proto__":null}}');
    expect({}).not.toHaveProperty('polluted');
    expect(Object.getOwnPropertyDescriptor(decodeJson('{"__proto__":1,"__proto__":2}').value, '__proto__')).toEqual({
      value: 2,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  });

  it('has the same value with comments and commas strewn in', verifies('KEL-KERNEL-22'), () => {
    fc.assert(
      fc.property(anyJson.filter(notJsonInside), fc.infiniteStream(strewn), (value, noise) => {
        const text = noisyJson(value, () => noise.next().value ?? '');
        const { value: read, complete } = decodeJson(text);
        expect({ read, complete }).toEqual({ read: JSON.parse(JSON.stringify(value)), complete: true });
      }),
      { numRuns: 300 },
    );
  });
});

describe('createJsonDecoder', () => {
  it('shows the value as it grows, strings as far as they go', verifies('KEL-KERNEL-23'), () => {
    const decoder = createJsonDecoder();
    const shown = ['{"na', 'me": "Ad', 'a "', ', "n": 1', '2, "l": [tr', 'ue, "x', '"]', '}'].map((chunk) => JSON.stringify(decoder.push(chunk)));
    expect(shown).toEqual([
      '{"value":{},"complete":false}',
      '{"value":{"name":"Ad"},"complete":false}',
      '{"value":{"name":"Ada "},"complete":false}',
      '{"value":{"name":"Ada "},"complete":false}',
      '{"value":{"name":"Ada ","n":12,"l":[]},"complete":false}',
      '{"value":{"name":"Ada ","n":12,"l":[true,"x"]},"complete":false}',
      '{"value":{"name":"Ada ","n":12,"l":[true,"x"]},"complete":false}',
      '{"value":{"name":"Ada ","n":12,"l":[true,"x"]},"complete":true}',
    ]);
    expect(decoder.finish()).toEqual({ value: { name: 'Ada ', n: 12, l: [true, 'x'] }, complete: true, repairs: [] });
  });

  it('shows nothing before a value begins, and the best value so far amid prose', verifies('KEL-KERNEL-23'), () => {
    const decoder = createJsonDecoder();
    expect(['Here [1]', ' is {"a"', ': 2} done'].map((chunk) => structuredClone(decoder.push(chunk)))).toEqual([
      { value: [1], complete: true },
      { value: {}, complete: false },
      { value: { a: 2 }, complete: true },
    ]);
    expect(createJsonDecoder().push('// ')).toEqual({ value: undefined, complete: false });
    expect(createJsonDecoder().push('"te')).toEqual({ value: 'te', complete: false });
    expect(createJsonDecoder().push('[["a" "b')).toEqual({ value: [['a', 'b']], complete: false });
    expect(createJsonDecoder().push('{"a": {"b')).toEqual({ value: { a: {} }, complete: false });
  });

  it('gives the same result however the text is cut into chunks', verifies('KEL-KERNEL-23', 'KEL-KERNEL-24'), () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat({ max: 5 }), { maxLength: 60 }), (text, sizes) => {
        expect(refusal(() => decodeChunks(text, sizes))).toEqual(refusal(() => decodeJson(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('looks at each character a bounded number of times, however small the chunks', verifies('KEL-KERNEL-24'), () => {
    const text = `Well: {"list": [${'"it\'s "so" \\u00e9", {"k": 12.5}, /* c */ '.repeat(2_000)}]}`;
    const looks = [1, 7, text.length].map((size) => {
      const decoder = createJsonDecoder();
      for (let start = 0; start < text.length; start += size) decoder.push(text.slice(start, start + size));
      return decoder.charactersRead;
    });
    expect(Math.min(...looks)).toBeGreaterThanOrEqual(text.length);
    expect(Math.max(...looks)).toBeLessThanOrEqual(3 * text.length);
  });

  it('needs twice the looks for twice the text, also for the worst of quotes', verifies('KEL-KERNEL-24'), () => {
    const looksAt = (text: string): number => {
      const decoder = createJsonDecoder();
      decoder.push(text);
      return decoder.charactersRead;
    };
    for (const pump of ['" a', '"a "', "'", '{', '[x', '" tru', '```', '{"a":', '/*/', '\\u00']) {
      const once = looksAt(`["${pump.repeat(100)}`);
      const twice = looksAt(`["${pump.repeat(200)}`);
      expect(twice).toBeLessThanOrEqual(2 * once + 10);
    }
  });

  it('answers garbage with a value or a code, and ends', verifies('KEL-KERNEL-24'), () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const outcome = refusal(() => decodeJson(text));
        if (!isAccepted(outcome)) expect(outcome).toMatchObject({ code: expect.stringMatching(/^json\.(undecodable|incomplete)$/) });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('bounds', () => {
  it('stops at the depth limit, whichever it is', verifies('KEL-KERNEL-25'), () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(JSON.stringify(decodeJson(nested(JSON_DEPTH_MAX)).value)).toBe(nested(JSON_DEPTH_MAX));
    expect(decodeJson('[{"a":[]}]', { depthMax: 3 }).value).toEqual([{ a: [] }]);
    expect(refusal(() => decodeJson(nested(JSON_DEPTH_MAX + 1)))).toMatchObject({ code: 'json.too_deep', data: { limit: JSON_DEPTH_MAX } });
    expect(refusal(() => decodeJson('[{"a":[]}]', { depthMax: 2 }))).toEqual({
      code: 'json.too_deep',
      message: 'The JSON nests deeper than 2 levels.',
      next_step: 'Ask for a flatter value.',
      data: { limit: 2 },
    });
  });

  it('leaves a string about brackets a string', verifies('KEL-KERNEL-25'), () => {
    const brackets = '['.repeat(JSON_DEPTH_MAX + 1);
    expect(decodeJson(JSON.stringify(brackets))).toEqual({ value: brackets, complete: true, repairs: [] });
  });

  it('opens a string in a string in a string, and no further', verifies('KEL-KERNEL-25'), () => {
    const wrapped = (times: number): string => (times === 0 ? '{"a":1}' : JSON.stringify(wrapped(times - 1)));
    expect(decodeJson(wrapped(3)).value).toEqual({ a: 1 });
    expect(decodeJson(wrapped(4)).value).toBe(wrapped(3));
  });

  it('stops at the size limit, over all chunks', verifies('KEL-KERNEL-25'), () => {
    const decoder = createJsonDecoder({ charsMax: 4 });
    decoder.push('[1');
    decoder.push(',2');
    expect(refusal(() => decoder.push(']'))).toEqual({
      code: 'json.too_large',
      message: 'The text has at least 5 characters; at most 4 are decoded.',
      next_step: 'Ask for a shorter answer, or store the text as a blob.',
      data: { limit: 4, size: 5 },
    });
    expect(refusal(() => decodeJson(' '.repeat(16 * 1024 * 1024 + 1)))).toMatchObject({ code: 'json.too_large', data: { limit: 16_777_216 } });
  });

  it('tells each kind of repair once, with its count and first place', verifies('KEL-KERNEL-18'), () => {
    const { repairs } = decodeJson(`[${'None,'.repeat(1_000)}]`);
    expect(repairs).toEqual([
      { kind: 'literal_spelling' satisfies JsonRepairKind, count: 1_000, offset: 1 },
      { kind: 'trailing_comma' satisfies JsonRepairKind, count: 1, offset: 5_001 },
    ]);
  });
});

/** Includes `__proto__` as a name, which a plain dictionary of fast-check may leave out. */
const anyJson = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '{', '}', '[', ']', ' ', '\n', 'a', "'", '’', '`', '/', '#') }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value')), { maxLength: 5 })
      .map((entries): JsonValue => Object.fromEntries(entries)),
  ),
})).value;

const strewn = fc.constantFrom('', '', ' ', '\n', '/* {"x": [1, */', '// "y": 2 }\n', '# z ]\n', '/***/');

/** JSON with noise at every place between tokens, and a trailing comma in every container. */
function noisyJson(value: JsonValue, noise: () => string): string {
  const spread = (items: string[]): string => items.map((item) => `${noise()}${item}${noise()}`).join(',');
  if (Array.isArray(value)) {
    const items = value.map((item) => noisyJson(item, noise));
    return `${noise()}[${spread(items)}${items.length > 0 ? ',' : ''}${noise()}]${noise()}`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}${noise()}:${noisyJson(member, noise)}`);
    return `${noise()}{${spread(members)}${members.length > 0 ? ',' : ''}${noise()}}${noise()}`;
  }
  return `${noise()}${JSON.stringify(value)}${noise()}`;
}

const anyText = fc
  .array(
    fc.constantFrom(
      '{', '}', '[', ']', ',', ':', '"', "'", '“', '’', '\\', '/', '*', '#', '`', '```', '\n', ' ', '-', '.', '1', 'e', 'a', 'true', 'None',
      '"k":', '"v"', '\\u00e9', '\\', '//', '/*', '*/', '\u0000', 'é', '😀', '\ud83d', '@', '12', 'null', '{"a":1}', '```json\n',
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

function decodeChunks(text: string, sizes: readonly number[]): JsonDecoding {
  const decoder = createJsonDecoder();
  let start = 0;
  for (const size of sizes) {
    decoder.push(text.slice(start, start + size));
    start += size;
  }
  decoder.push(text.slice(start));
  return decoder.finish();
}

function isAccepted(outcome: unknown): outcome is { accepted: JsonDecoding } {
  return typeof outcome === 'object' && outcome !== null && 'accepted' in outcome;
}

function isContainer(decode: () => JsonDecoding): boolean {
  const outcome = refusal(decode);
  return isAccepted(outcome) && typeof outcome.accepted.value === 'object';
}
