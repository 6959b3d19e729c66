import { describe, expect, it } from 'vitest';
import { repositoryRoles } from '../../../test/support/repository-roles.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { CapabilityNeeds } from '../../contracts/index.ts';
import { capabilitiesFor, roleActions, rolesWithServerTools } from './role-actions.ts';

const book = await repositoryRoles();
const TOOLS = ['read_file', 'mcp__files__list', 'mcp__mail__send'];

async function named(roleId: string): Promise<readonly string[] | undefined> {
  return (await roleActions(book, TOOLS).allowedActions(roleId))?.map(({ action_id: actionId }) => actionId);
}

describe('what an executor may do in the dress of a role', () => {
  it('is what the contract of that role names and no more', verifies('ROLES-56', 'ACI-41'), async () => {
    expect(await named('critic')).toEqual(book.get('critic').allowed_actions.map(({ action_id: actionId }) => actionId));
    expect(await named('poet')).toBeUndefined();
    expect(await named('executor')).toEqual(['call_model', 'call_cloud_model']);
  });

  it('includes the tools of servers where the contract opens them', verifies('KEL-ROLE-05'), async () => {
    const coder = await named('coder');
    expect(coder?.slice(-2)).toEqual(['mcp__files__list', 'mcp__mail__send']);
    expect(coder).not.toContain('mcp_tools');
    expect((await named('critic'))?.filter((id) => id.startsWith('mcp__'))).toEqual([]);
    expect(rolesWithServerTools(book)).toEqual(['librarian', 'research', 'coder', 'analyst', 'update', 'toolsmith']);
  });
});

describe('a function that a client brings', () => {
  it('is open to the roles that may use tools of servers, and to no other', verifies('KEL-FUNC-07'), async () => {
    const open = await Promise.all(book.contracts().map(async ({ role_id: roleId }) => [roleId, (await roleActions(book, ['client__weather']).allowedActions(roleId))?.some(({ action_id: id }) => id === 'client__weather')] as const));
    expect(open.filter(([, isOpen]) => isOpen === true).map(([roleId]) => roleId)).toEqual(rolesWithServerTools(book));
  });
});

describe('a list of what is to be done', () => {
  it('is open to whoever may ask a model, and only where the tool is there', verifies('KEL-SESSION-02'), async () => {
    const open = async (roleId: string, tools: readonly string[]) => (await roleActions(book, tools).allowedActions(roleId))?.some(({ action_id: id }) => id === 'todo');
    expect([await open('coder', ['todo']), await open('critic', ['todo']), await open('coder', []), await open('auditor', ['todo'])]).toEqual([true, true, false, false]);
  });
});

describe('a tool that a run made', () => {
  it('is open to whoever may evaluate, and to nobody else', verifies('KEL-ROLE2-05', 'ROLES-52'), async () => {
    const open = await Promise.all(book.contracts().map(async ({ role_id: roleId, allowed_actions: actions }) => [(await roleActions(book, ['made__one']).allowedActions(roleId))?.some(({ action_id: id }) => id === 'made__one'), actions.some(({ action_id: id }) => id === 'evaluate')]));
    expect(open.filter(([isOpen, mayEvaluate]) => isOpen !== mayEvaluate)).toEqual([]);
    expect((await roleActions(book, ['made__one']).allowedActions('analyst'))?.map(({ action_id: id }) => id)).toContain('evaluate');
  });
});

describe('what a model must be able to do for a role', () => {
  const none: CapabilityNeeds = { strict_json: false, tool_calling: 'low', vision: false, long_context: false, code_quality: 'low' };

  it('follows from the needs that its contract states, and from nothing else', verifies('ACI-50'), () => {
    expect(capabilitiesFor(none)).toEqual([]);
    expect([
      capabilitiesFor({ ...none, strict_json: true }),
      capabilitiesFor({ ...none, tool_calling: 'medium' }),
      capabilitiesFor({ ...none, tool_calling: 'high' }),
      capabilitiesFor({ ...none, vision: true }),
      capabilitiesFor({ ...none, long_context: true }),
      capabilitiesFor({ ...none, code_quality: 'medium' }),
      capabilitiesFor({ ...none, code_quality: 'high' }),
    ]).toEqual([['strict_json'], ['tool_calling'], ['tool_calling'], ['vision'], ['long_context'], [], ['coding']]);
    expect(capabilitiesFor(book.get('coder').capability_needs)).toEqual(['strict_json', 'tool_calling', 'long_context', 'coding']);
    expect(capabilitiesFor(book.get('vision').capability_needs)).toEqual(['strict_json', 'tool_calling', 'vision']);
  });
});
