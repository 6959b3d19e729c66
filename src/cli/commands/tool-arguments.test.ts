import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { readToolArguments } from './tool-arguments.ts';

const SCHEMA = {
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    flag: { type: 'boolean' },
    list: { type: 'array' },
    nullable: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    either: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    several: { type: ['number', 'null'] },
  },
};

const read = (words: string[], json?: string) => readToolArguments(words, json, SCHEMA);
const faultOf = (words: string[], json?: string) => {
  const given = read(words, json);
  return 'fault' in given ? given.fault : undefined;
};

describe('arguments on the command line', () => {
  it('are texts as they are, and everything else as JSON', verifies('KEL-TCLI-01'), () => {
    expect(read(['text=12', 'count=12', 'flag=true', 'list=["a",1]', 'nullable=null', 'either=3', 'several=1.5'])).toEqual({
      arguments: { text: '12', count: 12, flag: true, list: ['a', 1], nullable: null, either: '3', several: 1.5 },
    });
    expect(read(['text=a=b', 'unknown={}', 'text2='])).toEqual({ arguments: { text: 'a=b', unknown: '{}', text2: '' } });
  });

  it('stand beside those of --args, and none is given twice', verifies('KEL-TCLI-01'), () => {
    expect(read(['count=2'], '{"text":"x"}')).toEqual({ arguments: { text: 'x', count: 2 } });
    const twice = { code: 'input.invalid', message: 'count is given twice.', next_step: 'Give each argument once, as name=value or after --args; a list is written as JSON: name=["a","b"].', data: {} };
    expect([faultOf(['count=2'], '{"count":1}'), faultOf(['count=1', 'count=1'])]).toEqual([twice, twice]);
  });

  it('need not name the repository that a person is in', verifies('KEL-TCLI-01'), () => {
    const schema = { properties: { repo_path: { type: 'string' } }, required: ['repo_path'] };
    expect(readToolArguments([], undefined, schema)).toEqual({ arguments: { repo_path: '.' } });
    expect(readToolArguments(['repo_path=sub'], undefined, schema)).toEqual({ arguments: { repo_path: 'sub' } });
    expect(readToolArguments([], undefined, { properties: schema.properties })).toEqual({ arguments: {} });
  });

  it('are refused with what was expected', verifies('KEL-TCLI-01'), () => {
    const next_step = 'Write arguments as name=value, or all of them as one JSON object after --args.';
    const fault = (message: string) => ({ code: 'input.invalid', message, next_step, data: {} });
    expect(faultOf(['count=x'])).toEqual(fault('count takes integer, and "x" is none.'));
    expect(faultOf(['nullable=x'])).toEqual(fault('nullable takes integer or null, and "x" is none.'));
    expect(faultOf(['list=["a"'])).toEqual(fault('list takes array, and "["a"" is none.'));
    for (const word of ['a.txt', '=x', '']) expect(faultOf([word])).toEqual(fault(`"${word}" is not of the form name=value.`));
    for (const json of ['{bad', '[1]', 'null', '"x"', '']) expect(faultOf([], json)).toEqual(fault('What follows --args is not a JSON object.'));
  });

  it('keep every name, also one that means something to JavaScript', verifies('KEL-TCLI-01'), () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString'), fc.string({ minLength: 1 }).filter((name) => !name.includes('=') && !(name in SCHEMA.properties))), fc.string(), (name, text) => {
        const given = read([`${name}=${text}`]);
        expect('arguments' in given && Object.entries(given.arguments)).toEqual([[name, text]]);
      }),
    );
  });
});
