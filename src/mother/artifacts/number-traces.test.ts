import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { KeyNumber } from '../../contracts/index.ts';
import { untracedNumbers, type TracedCall } from './number-traces.ts';

function call(text: string, { status = 'completed', query = '' }: { readonly status?: TracedCall['outcome']['status']; readonly query?: string } = {}): TracedCall {
  return { decision: { tool_id: 'query_table', arguments: { query } }, outcome: { status, output: null, shown: { text, total_chars: text.length, whole: null } } };
}

const number = (value: number, trace: KeyNumber['trace'] = { by: 'tool_call', call: 1 }): KeyNumber => ({ name: String(value), value, unit: null, trace });
const untraced = (value: number, text: string): string[] => untracedNumbers([number(value)], [call(text)]);

describe('a key number', () => {
  it('stands in what its call gave', verifies('ROLES-44'), () => {
    expect([untraced(42, 'total: 42'), untraced(-3, '{"x":-3}'), untraced(1_234_567, 'sum 1,234,567.'), untraced(0.5, '0.5'), untraced(0, '0 rows')]).toEqual([[], [], [], [], []]);
    expect([untraced(42, 'total: 421'), untraced(3, 'minus -3'), untraced(42, 'none'), untraced(0, '1'), untraced(12, '1,2')]).toEqual([['42'], ['3'], ['42'], ['0'], ['12']]);
  });

  it('may be rounded, and not more than that', verifies('ROLES-44'), () => {
    expect([untraced(12.3, 'mean 12.3456'), untraced(100, '100.4'), untraced(100, '101')]).toEqual([[], [], ['100']]);
  });

  it('is taken from that very call, and only if it succeeded', verifies('ROLES-44'), () => {
    const calls = [call('1'), call('2', { status: 'failed' }), { ...call(''), outcome: { ...call('').outcome, output: { rows: [{ n: 3 }] } } }];
    const from = (at: number, value: number) => untracedNumbers([number(value, { by: 'tool_call', call: at })], calls);
    expect([from(1, 1), from(2, 1), from(2, 2), from(3, 3), from(4, 3)]).toEqual([[], ['1'], ['2'], [], ['3']]);
  });

  it('or stands in what its query gave', verifies('ROLES-44'), () => {
    const calls = [call('7', { query: 'select "a" from t' }), call('8')];
    const from = (query: string, value: number) => untracedNumbers([number(value, { by: 'query', query })], calls);
    expect([from('select "a" from t', 7), from('select "a"', 7), from('select b', 7), from('select "a" from t', 8)]).toEqual([[], [], ['7'], ['8']]);
  });
});
