import { describe, expect, it } from 'vitest';
import { CallFault } from '../failure/faults.ts';
import { argumentsObject, argumentsTextOf } from './call-arguments.ts';

describe('the arguments of a call', () => {
  it('are an object again, or what the model wrote in place of one', () => {
    expect(['', ' \n', '{"a":[1]}', '{"a":1,}', '7', '[]', 'look!'].map(argumentsObject)).toEqual([{}, {}, { a: [1] }, { a: 1 }, { value: 7 }, { value: [] }, { unreadable_arguments: 'look!' }]);
  });

  it('have one spelling when they came as a value', () => {
    expect([argumentsTextOf({ b: 1, a: 2 }), argumentsTextOf('{"b": 1}'), argumentsTextOf(undefined), argumentsTextOf(null)]).toEqual(['{"a":2,"b":1}', '{"b": 1}', '{}', '{}']);
    expect(() => argumentsTextOf({ a: '\ud800' })).toThrow(CallFault);
  });
});
