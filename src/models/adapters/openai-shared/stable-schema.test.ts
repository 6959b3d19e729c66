import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { stableSchema } from './stable-schema.ts';

describe('a stable schema', () => {
  it('has its members by name and its properties in the order in which they are required', verifies('KEL-OPENAI-02'), () => {
    const schema = { type: 'object', required: ['why', 'gone', 'answer'], properties: { more: true, answer: { type: 'string', enum: ['b', 'a'] }, extra: {}, why: { type: 'string' } } };
    expect(JSON.stringify(stableSchema(schema))).toBe(
      '{"properties":{"why":{"type":"string"},"answer":{"enum":["b","a"],"type":"string"},"extra":{},"more":true},"required":["why","gone","answer"],"type":"object"}',
    );
  });

  it('takes a property for what it is, whatever it is called', verifies('KEL-OPENAI-02'), () => {
    const schema = { properties: { required: { type: 'string' }, properties: { type: 'array', items: [{ b: 1, a: null }] } }, additionalProperties: false };
    expect(JSON.stringify(stableSchema(schema))).toBe('{"additionalProperties":false,"properties":{"properties":{"items":[{"a":null,"b":1}],"type":"array"},"required":{"type":"string"}}}');
    expect(stableSchema({ properties: 'none' })).toEqual({ properties: 'none' });
  });
});
