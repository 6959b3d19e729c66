import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ES6_NUMBER_CHECKSUMS, es6NumbersDigest } from '../../test/fixtures/canonical-json/es6-numbers.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { canonicalHash, canonicalJson, canonicalValue, keepCanonical, parseCanonical, sha256Hex } from './canonical-json.ts';
import { KeelsonError } from './errors.ts';
import { CANONICAL_JSON_CHARS_MAX, JSON_DEPTH_MAX } from './limits.ts';

interface Vector {
  readonly name: string;
  readonly input: string;
  readonly output: string;
}

const vectors = readFileSync(new URL('../../test/fixtures/canonical-json/vectors.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

function refusal(value: unknown): unknown {
  try {
    return { accepted: canonicalJson(value) };
  } catch (error) {
    if (error instanceof KeelsonError) return error.toBody();
    throw error;
  }
}

describe('canonicalJson', () => {
  it.each(vectors)('follows RFC 8785: $name', verifies('KEL-KERNEL-01'), ({ input, output }) => {
    expect(canonicalJson(JSON.parse(input))).toBe(output);
    expect(canonicalJson(JSON.parse(output))).toBe(output);
  });

  it('formats the first 10,000 numbers of the public sequence as published', verifies('KEL-KERNEL-02'), () => {
    expect(es6NumbersDigest(1_000, canonicalJson)).toBe(ES6_NUMBER_CHECKSUMS[1_000]);
    expect(es6NumbersDigest(10_000, canonicalJson)).toBe(ES6_NUMBER_CHECKSUMS[10_000]);
  });

  it('gives equal values equal text whatever the order of their members', verifies('KEL-KERNEL-01'), () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversedMembers(value))).toBe(text);
      }),
    );
  });

  it('writes every well-formed text as the platform does', verifies('KEL-KERNEL-01'), () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(canonicalJson(text)).toBe(JSON.stringify(text));
      }),
    );
    for (let unit = 0; unit < 0x100; unit += 1) {
      const character = String.fromCharCode(unit);
      expect(canonicalJson(character)).toBe(JSON.stringify(character));
      expect(canonicalJson(`a${character}`.padEnd(80, 'b'))).toBe(JSON.stringify(`a${character}`.padEnd(80, 'b')));
    }
  });

  it.each([
    [Number.NaN, '', 'NaN', 'The value'],
    [{ cost: [1, Number.POSITIVE_INFINITY] }, '/cost/1', 'Infinity', 'The value at /cost/1'],
    [[{ 'a/b~c': Number.NEGATIVE_INFINITY }], '/0/a~1b~0c', '-Infinity', 'The value at /0/a~1b~0c'],
  ])('refuses a number that is not finite and says where (%o)', verifies('KEL-KERNEL-02', 'KEL-KERNEL-03'), (value, path, number, place) => {
    expect(refusal(value)).toEqual({
      code: 'json.non_finite_number',
      message: `${place} is ${number}, which JSON cannot express.`,
      next_step: 'Decide what the missing number means before storing it: leave the member out or write null.',
      data: { path, value: number },
    });
  });

  it.each([
    ['\ud800', ''],
    [{ ok: 'fine', list: ['x', 'cut \udc00'] }, '/list/1'],
    [{ inner: { '\ud83d': 1 } }, '/inner/\ufffd'],
    [['long text '.repeat(20) + '\ud83d'], '/0'],
  ])('refuses half of a surrogate pair in values and names (%o)', verifies('KEL-KERNEL-01', 'KEL-KERNEL-04'), (value, path) => {
    expect(refusal(value)).toEqual({
      code: 'json.lone_surrogate',
      message: `The value${path === '' ? '' : ` at ${path}`} holds or is named by half of a surrogate pair, which has no UTF-8 form.`,
      next_step: 'Cut texts between whole characters, or repair this one with toWellFormed().',
      data: { path },
    });
  });

  it.each([
    [undefined, '', 'undefined'],
    [{ absent: undefined }, '/absent', 'undefined'],
    [Array.of(1, undefined), '/1', 'undefined'],
    [Object.assign([], { length: 1 }), '/0', 'undefined'],
    [[10n], '/0', 'bigint'],
    [[Symbol('s')], '/0', 'symbol'],
    [{ f: () => 1 }, '/f', 'function'],
    [{ [Symbol('hidden')]: 1 }, '', 'symbol key'],
    [{ at: new Date(0) }, '/at', 'Date'],
    [[{ deeper: [1] }, new Date(0)], '/1', 'Date'],
    [[{ deeper: [1] }, { [Symbol('hidden')]: 1 }], '/1', 'symbol key'],
    [Object.assign([1], { [Symbol('hidden')]: 1 }), '', 'symbol key'],
    [{ of: new Map() }, '/of', 'Map'],
    [[new Uint8Array(2)], '/0', 'Uint8Array'],
    [Object('boxed'), '', 'String'],
    [new KeelsonError('json.too_deep', { message: 'm', nextStep: 'n', data: { limit: 1 } }), '', 'KeelsonError'],
    [new (class extends Array {})(), '', 'object'],
    [Object.create({}), '', 'Object'],
    [Object.create({ constructor: 5 }), '', 'object'],
  ])('refuses what has no JSON form (%o)', verifies('KEL-KERNEL-05'), (value, path, type) => {
    expect(refusal(value)).toEqual({
      code: 'json.not_serialisable',
      message: `The value${path === '' ? '' : ` at ${path}`} has no JSON form (${type}).`,
      next_step: 'Pass only null, booleans, numbers, strings, arrays and plain objects; leave absent members out.',
      data: { path, type },
    });
  });

  it('takes objects without a prototype, and the same object twice when it is no cycle', verifies('KEL-KERNEL-05'), () => {
    const shared = Object.assign(Object.create(null), { z: 1, a: 2 });
    expect(canonicalJson([shared, shared])).toBe('[{"a":2,"z":1},{"a":2,"z":1}]');
  });

  it('refuses a cycle where it closes', verifies('KEL-KERNEL-06'), () => {
    const child: Record<string, unknown> = {};
    const parent = { children: [0, child] };
    child['parent'] = parent;
    expect(refusal(parent)).toMatchObject({
      code: 'json.not_serialisable',
      data: { path: '/children/1/parent', type: 'cycle' },
    });
  });

  it('bounds the depth exactly', verifies('KEL-KERNEL-06'), () => {
    const nested = (levels: number): unknown => {
      let value: unknown = 0;
      for (let level = 0; level < levels; level += 1) value = [value];
      return value;
    };
    expect(canonicalJson(nested(JSON_DEPTH_MAX))).toBe(`${'['.repeat(JSON_DEPTH_MAX)}0${']'.repeat(JSON_DEPTH_MAX)}`);
    expect(refusal(nested(JSON_DEPTH_MAX + 1))).toEqual({
      code: 'json.too_deep',
      message: 'The value nests deeper than 512 levels.',
      next_step: 'Flatten the value, or store its inner parts separately and refer to them.',
      data: { limit: JSON_DEPTH_MAX },
    });
  });

  it('bounds the size, also when a small value repeats itself beyond measure', verifies('KEL-KERNEL-06'), () => {
    let doubled: unknown = 'thousand '.repeat(125).slice(0, 1_000);
    for (let level = 0; level < 60; level += 1) doubled = [doubled, doubled];
    expect(refusal(doubled)).toEqual({
      code: 'json.too_large',
      message: `The canonical text has at least 131727357 characters; at most ${CANONICAL_JSON_CHARS_MAX} are allowed.`,
      next_step: 'Store the large part as a blob and refer to it by hash.',
      data: { limit: CANONICAL_JSON_CHARS_MAX, size: 131727357 },
    });
    const exact = ['x'.repeat(CANONICAL_JSON_CHARS_MAX - 4)];
    expect(canonicalJson(exact)).toHaveLength(CANONICAL_JSON_CHARS_MAX);
  });
});

describe('hashing', () => {
  it('is SHA-256 in lower-case hexadecimal over UTF-8', verifies('KEL-KERNEL-07'), () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256Hex('é')).toBe(sha256Hex(new Uint8Array([0xc3, 0xa9])));
  });

  it('of a value is the hash of its canonical text', verifies('KEL-KERNEL-07'), () => {
    expect(canonicalHash({ b: [1, 2.5], a: 'é' })).toBe(sha256Hex('{"a":"é","b":[1,2.5]}'));
    expect(canonicalHash({ b: 1, a: 2 })).toBe(canonicalHash({ a: 2, b: 1 }));
  });
});

function reversedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversedMembers(member)]),
  );
}

describe('parseCanonical', () => {
  it('gives the value of a text, which is written out again as that text, alone and within others', verifies('KEL-FAST-08'), () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(JSON.parse(JSON.stringify(value)));
        const parsed = parseCanonical(text);
        expect(parsed).toEqual(JSON.parse(text));
        expect([canonicalJson(parsed), canonicalJson({ z: [parsed], a: 1 })]).toEqual([text, `{"a":1,"z":[${text}]}`]);
      }),
    );
  });

  it('spares whoever writes it out the walk through it', verifies('KEL-FAST-08'), () => {
    const parsed = parseCanonical('{"a":{"b":1}}') as { a: unknown };
    Object.defineProperty(parsed, 'a', { get: () => expect.unreachable('it is walked through') });
    expect(canonicalJson([parsed])).toBe('[{"a":{"b":1}}]');
  });
});

describe('canonicalValue', () => {
  it('reads its text once and only when somebody looks, and is written out as the text', verifies('KEL-FAST-62'), () => {
    const held = canonicalValue('{"a":[1]}');
    expect([{ ...held }, canonicalJson(held), canonicalJson([held])]).toEqual([{ value: { a: [1] } }, '{"value":{"a":[1]}}', '[{"value":{"a":[1]}}]']);
    expect(held.value).toBe(held.value);
    const broken = canonicalValue('no JSON');
    expect(canonicalJson(broken)).toBe('{"value":no JSON}');
    expect(() => broken.value).toThrow(SyntaxError);
    expect(canonicalValue('null').value).toBeNull();
  });
});

describe('keepCanonical', () => {
  it('spares whoever writes out something with this in it the walk through it, and changes no text', verifies('KEL-FAST-53'), () => {
    const message = { role: 'user', text: 'hello' };
    const written = canonicalJson([message, message]);
    keepCanonical(message);
    Object.defineProperty(message, 'text', { get: () => expect.unreachable('it is walked through') });
    keepCanonical(message);
    expect(canonicalJson([message, message])).toBe(written);
  });

  it('keeps nothing of what has no text', verifies('KEL-FAST-53'), () => {
    const odd = { a: Number.NaN };
    expect(() => keepCanonical(odd)).toThrow(KeelsonError);
    odd.a = 1;
    expect(canonicalJson(odd)).toBe('{"a":1}');
  });
});
