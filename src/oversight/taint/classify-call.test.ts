import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { JsonObject } from '../../contracts/index.ts';
import { classifyCall, type ClassifiedCall } from './classify-call.ts';

function classified(name: string, given: JsonObject): ClassifiedCall {
  return classifyCall({ name, arguments: given, intentions: [], touches: ['other_apps'], workspace: '/workspace' });
}

const does = (name: string, given: JsonObject = {}): string => [...classified(name, given).consequences].toSorted().join(' ');

describe('what a call does, by its name and arguments', () => {
  it('changes policy when it hands out rights, switches guards off or raises itself', verifies('KEL-TAINT-12'), () => {
    const calls: readonly (readonly [string, JsonObject])[] = [
      ['grant_access', { principal: 'x' }], ['set_taint', { level: 'owner_typed' }], ['set_model', { provider: 'x.test' }], ['mcp__db__query', { sql: 'select 1', admin: true }], ['write_file', { path: 'state/approvals/p.json', text: '{}' }],
      ['edit_file', { path: '.harness/config.json', text: '{"sandbox": false}' }], ['edit_file', { path: '.x/settings.json', text: '{"mode":"bypassPermissions"}' }], ['shell', { command: 'agent --yolo' }], ['transfer_ownership', { id: 'd1' }],
    ];
    expect(calls.filter(([name, given]) => !classified(name, given).consequences.has('change_policy')).map(([name]) => name)).toEqual([]);
    expect([does('edit_file', { path: 'src/policy.ts', text: 'const sandbox = false' }), does('edit_file', { path: 'src/a.json', text: '{"a": false}' }), does('read_file', { path: 'approvals.json' })]).toEqual(['write_inside', 'write_inside', 'look']);
  });

  it('widens its scope when it names another matter, a list, an operator, a way up or everything', verifies('KEL-TAINT-14'), () => {
    const wide = (name: string, given: JsonObject): readonly string[] => classified(name, given).wideValues;
    expect([
      wide('library_search', { scope: 'matter:borealis', q: 'x' }),
      wide('library_search', { scope: 'M-1,M-2' }),
      wide('library_search', { filter: { matter: { $ne: 'this' } } }),
      wide('read_file', { path: '/matters/M-2/a.md' }),
      wide('shell', { command: 'cat /matters/*/a.json' }),
      wide('shell', { command: 'cp ../matter-b/n.md .' }),
      wide('shell', { command: 'grep -r x /matters/' }),
      wide('copy_document', { id: 'd1', to_matter: 'jones' }),
      wide('read_document', { id: 'd1/../sealed' }),
      wide('sql_query', { sql: "select * from c where n='x' or 1=1" }),
      wide('mcp_roots_reply', { roots: ['/'] }),
      wide('library_search', { scope: 'matter', q: 'matter:x' }),
      wide('read_file', { path: 'src/matter/index.ts' }),
    ]).toEqual([['borealis'], ['M-1', 'M-2'], ['the operator in /filter/matter/$ne'], ['m-2'], ['*'], ['b'], ['all matters'], ['jones'], ['d1/../sealed'], ["select * from c where n='x' or 1=1"], ['/'], [], []]);
  });

  it('tells a server what it replies to it, and everybody else what is not for the person', verifies('KEL-TAINT-12'), () => {
    expect([does('elicitation_reply', { pin: '1' }), does('mcp__x__sampling_reply', { context: 'x' }), does('final_answer', { text: 'x' }), does('ask_user', { question: 'x' }), does('telemetry_log', { data: 'x' }), does('print_document', { id: 'd1' }), does('update_cell', { cell: 'B2', value: '5' }), does('mcp__mail__send__email', { to: 'a@b.test' })]).toEqual(['send', 'send', 'answer', 'answer', 'send', 'send', 'modify', 'send']);
  });

  it('takes a function of a client for a tool of somebody else, and reads its name without what stands in front', verifies('KEL-FUNC-07'), () => {
    const lookup = classified('client__lookup_order', { order: 'A-17' });
    expect([lookup.isForeign, lookup.isTold, lookup.ownName, does('client__lookup_order', { order: 'A-17' }), does('client__send_email', { to: 'a@b.test' }), classified('lookup_order', {}).isForeign]).toEqual([true, true, 'lookup_order', 'look', 'send', false]);
  });

  it('knows a name in other letters for what it is', verifies('KEL-TAINT-12'), () => {
    expect([classified('s\u0435nd_email', {}).isLookalike, classified('send_email', {}).isLookalike]).toEqual([true, false]);
  });
});
