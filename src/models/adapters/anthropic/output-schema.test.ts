import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { describe, expect, it } from 'vitest';
import { outputSchema } from './output-schema.ts';

const strict = { additionalProperties: false };

describe('a schema for an answer', () => {
  it('keeps what the provider enforces and tells the model the rest', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      description: 'A plan.',
      properties: {
        steps: { type: 'array', minItems: 2, items: { $ref: '#/$defs/step' } },
        when: { type: 'string', format: 'date' },
        code: { type: 'string', format: 'regex', maxLength: 4 },
        kind: { oneOf: [{ type: 'string' }, { type: 'null' }] },
        any: true,
      },
      required: ['steps'],
      additionalProperties: { type: 'string' },
      $defs: { step: { properties: { at: { type: 'array', minItems: 1, items: { type: 'number', minimum: 0 } } } } },
    };
    expect(outputSchema(schema)).toEqual({
      type: 'object',
      description: 'A plan.',
      properties: {
        steps: { type: 'array', items: { $ref: '#/$defs/step' }, description: 'minItems: 2' },
        when: { type: 'string', format: 'date' },
        code: { type: 'string', description: 'format: "regex"\nmaxLength: 4' },
        kind: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        any: true,
      },
      required: ['steps'],
      ...strict,
      $defs: { step: { properties: { at: { type: 'array', minItems: 1, items: { type: 'number', description: 'minimum: 0' } } }, ...strict } },
    });
  });

  it('is what the official client makes of it where nothing has to be told', () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, size: { type: 'integer' }, tags: { type: 'array', minItems: 1, items: { type: 'string', format: 'uuid' } }, kind: { enum: ['a', 'b'] }, at: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/place' }] } },
      required: ['city'],
      $defs: { place: { type: 'object', properties: { x: { const: 1 } } } },
    };
    expect(outputSchema(schema)).toEqual(transformJSONSchema(schema as Parameters<typeof transformJSONSchema>[0]));
  });
});
