import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { compileJsonSchema } from './json-schema.ts';

const schema = {
  type: 'object',
  properties: { path: { type: 'string', pattern: '^[a-z/]+$' }, lines: { type: 'array', items: { type: 'integer' } }, mode: { enum: ['read', 'list'] } },
  required: ['path'],
  additionalProperties: false,
};

describe('a JSON Schema', () => {
  it('tells every problem of a value, with its place', verifies('KEL-KERNEL-40'), () => {
    const check = compileJsonSchema(schema);
    expect(check({ path: 'a/b', lines: [1, 2], mode: 'list' })).toEqual([]);
    expect(check({ lines: [1, 2.5], mode: 'write', depth: 1 })).toEqual([
      { path: '', message: "must have required property 'path'" },
      { path: '', message: 'must NOT have additional properties: "depth"' },
      { path: '/lines/1', message: 'must be integer' },
      { path: '/mode', message: 'must be equal to one of the allowed values: "read", "list"' },
    ]);
    expect(check({ path: 'A' })).toEqual([{ path: '/path', message: 'must match pattern "^[a-z/]+$"' }]);
    expect(check('words')).toEqual([{ path: '', message: 'must be object' }]);
  });

  it('is written out to be found once only, and gives the same check to another of the same words', verifies('KEL-FAST-54'), () => {
    const own = structuredClone(schema);
    const check = compileJsonSchema(own);
    expect(compileJsonSchema(structuredClone(schema))).toBe(check);
    Object.defineProperty(own, 'type', { enumerable: true, get: () => expect.unreachable('it is walked through') });
    expect(compileJsonSchema(own)).toBe(check);
  });

  it('may be of draft 7, where items is a list', verifies('KEL-KERNEL-40'), () => {
    const check = compileJsonSchema({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'array', items: [{ type: 'string' }] });
    expect(check([1])).toEqual([{ path: '/0', message: 'must be string' }]);
  });

  it('follows references within itself, also recursive ones, and no others', verifies('KEL-KERNEL-41'), () => {
    const tree = compileJsonSchema({ $ref: '#/$defs/node', $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, additionalProperties: false } } });
    expect(tree({ next: { next: {} } })).toEqual([]);
    expect(tree({ next: { next: 1 } })).toEqual([{ path: '/next/next', message: 'must be object' }]);
    expect(() => compileJsonSchema({ $ref: 'https://example.org/schema.json' })).toThrow('The JSON Schema cannot be used');
  });

  it('is refused when it is none, or larger than a tool needs', verifies('KEL-KERNEL-41'), () => {
    expect(() => compileJsonSchema({ type: 'sting' })).toThrow(/^The JSON Schema cannot be used: /);
    expect(() => compileJsonSchema({ description: 'x'.repeat(256 * 1024) })).toThrow(/more than 262144\.$/);
  });

  it('matches patterns in linear time, and refuses those it cannot', verifies('KEL-KERNEL-42'), () => {
    const check = compileJsonSchema({ type: 'string', pattern: '^(a+)+$' });
    expect(check(`${'a'.repeat(50_000)}!`)).toEqual([{ path: '', message: 'must match pattern "^(a+)+$"' }]);
    expect(() => compileJsonSchema({ type: 'string', pattern: '(a*)*\\1' })).toThrow(/^The JSON Schema cannot be used: /);
  });

  it('shows a model no more problems than it can use', verifies('KEL-KERNEL-40'), () => {
    expect(compileJsonSchema({ type: 'array', items: { type: 'string' } })(Array.from({ length: 100 }, () => 1))).toHaveLength(20);
  });

  it('may be compiled again and beside another of the same name', verifies('KEL-KERNEL-41'), () => {
    expect(compileJsonSchema({ $id: 'one', type: 'string' })(1)).toHaveLength(1);
    expect(compileJsonSchema({ $id: 'one', type: 'number' })(1)).toEqual([]);
    expect(compileJsonSchema(schema)).toBe(compileJsonSchema({ ...schema }));
  });
});
