import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { JsonObject } from '../../../contracts/index.ts';
import { isStrictSchema } from './strict-schema.ts';

const closed = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false, ...more });

describe('a strict schema', () => {
  it('is an object that requires every property and allows no other, at every depth', verifies('KEL-OPENAI-04'), () => {
    const inner = closed({ b: { type: ['string', 'null'], enum: ['x', null] }, c: { type: 'string', format: 'date' } });
    expect(isStrictSchema(closed({ a: { type: 'array', items: inner }, d: { anyOf: [{ type: 'null' }, inner] }, e: { $ref: '#/$defs/f' } }, { $defs: { f: inner } }))).toBe(true);
    expect(isStrictSchema(closed({}))).toBe(true);
  });

  it('is none of these', verifies('KEL-OPENAI-04'), () => {
    const open = { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] };
    const optional = { type: 'object', properties: { b: { type: 'string' } }, required: [], additionalProperties: false };
    const deep = Array.from({ length: 11 }).reduce<JsonObject>((schema) => closed({ a: schema }), closed({}));
    const faulty: JsonObject[] = [
      { type: 'string' },
      closed({}, { anyOf: [closed({})] }),
      open,
      optional,
      { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
      closed({ a: open }),
      closed({ a: { type: ['object', 'null'] } }),
      closed({ a: { properties: {} } }),
      closed({ a: { type: 'array', items: optional } }),
      closed({ a: { anyOf: [{ type: 'null' }, open] } }),
      closed({}, { $defs: { f: open } }),
      closed({ a: { type: 'string', minLength: 1 } }),
      closed({ a: { type: 'string', format: 'uri' } }),
      closed({ a: true }),
      deep,
    ];
    expect(faulty.filter(isStrictSchema)).toEqual([]);
  });
});
