import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { argumentsOf, fieldsOf, writtenOf } from './schema-fields.ts';

const schema = {
  type: 'object',
  properties: { path: { type: 'string', description: 'Where' }, text: { type: 'string' }, mode: { type: 'string', enum: ['append', 'replace'] }, lines: { type: 'integer' }, share: { type: 'number' }, quiet: { type: 'boolean' }, edits: { type: 'array' } },
  required: ['path', 'text'],
};
const now = { path: 'a.md', text: 'one\ntwo', lines: 3, edits: [{ from: 1 }], more: 'not in the schema' };

describe('a form made of the schema of a tool', () => {
  const fields = fieldsOf(schema, now);

  it('has a field of its kind for each that the schema names, and for whatever else is there', verifies('KEL-WEB-04'), () => {
    expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ['path', 'text', true],
      ['text', 'long_text', true],
      ['mode', 'choice', false],
      ['lines', 'whole_number', false],
      ['share', 'number', false],
      ['quiet', 'flag', false],
      ['edits', 'json', false],
      ['more', 'text', false],
    ]);
    expect([fields[0]?.says, fields[2]?.choices]).toEqual(['Where', ['append', 'replace']]);
  });

  it('gives back unchanged what nobody changed', verifies('KEL-WEB-04'), () => {
    const written = Object.fromEntries(fields.map((field) => [field.name, writtenOf(field, (now as Record<string, unknown>)[field.name])]));
    expect(argumentsOf(fields, written)).toEqual({ arguments: now });
  });

  it('gives back values, not texts, and leaves out what is empty', verifies('KEL-WEB-04'), () => {
    expect(argumentsOf(fields, { path: 'b', text: '', mode: 'append', lines: '12', share: '0.5', quiet: 'true', edits: '[1]' })).toEqual({ arguments: { path: 'b', text: '', mode: 'append', lines: 12, share: 0.5, quiet: true, edits: [1] } });
  });

  it('says everything that is wrong, and gives back nothing then', verifies('KEL-WEB-04'), () => {
    expect(argumentsOf(fields, { text: 'x', lines: '1.5', share: 'half', edits: '[' })).toEqual({ problems: ['lines is no whole number.', 'share is no number.', 'edits is no JSON.'] });
    expect(argumentsOf([{ name: 'n', kind: 'number', says: '', isRequired: true, choices: [] }], {})).toEqual({ problems: ['n is needed.'] });
  });

  it('writes everything as JSON where there is no schema', verifies('KEL-WEB-04'), () => {
    expect(fieldsOf({}, { a: [1], b: null }).map(({ kind }) => kind)).toEqual(['json', 'json']);
  });
});
