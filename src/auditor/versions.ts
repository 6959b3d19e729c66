import type { AuditLine } from '../contracts/index.ts';

/** What runs are started under, in words. */
const PINNED: Readonly<Record<string, string>> = {
  prompts: 'prompts',
  contracts: 'contracts of the roles',
  formulas: 'formulas',
  tools: 'tools that come with Keelson',
  server_tools: 'tools of other servers',
  policy: 'settings about approvals and trust',
  models: 'configured models',
};

/** Tells when something that work rests on is no longer what it was the last time it was seen. */
export function noteVersions({ type, stream_id: stream, position, facts }: AuditLine, versions: Map<string, string>, alert: (text: string) => void): void {
  if (facts === null) return;
  const note = (name: string, value: unknown, inWords: string): void => {
    if (typeof value !== 'string') return;
    const before = versions.get(name);
    versions.set(name, value);
    if (before !== undefined && before !== value) alert(`${inWords} changed from ${before.slice(0, SHOWN_CHARS)} to ${value.slice(0, SHOWN_CHARS)} (entry ${position})`);
  };
  switch (type) {
    case 'run.started':
      for (const [name, inWords] of Object.entries(PINNED)) note(name, facts[name], `the ${inWords}`);
      break;
    case 'registry.tools_published':
      note('definitions', facts['definitions_hash'], 'the definitions of the tools');
      break;
    case 'registry.roles_published':
      note('role_contracts', facts['contracts_hash'], 'the published contracts of the roles');
      break;
    case 'tool.pinned':
      note(`pin:${stream}`, facts['definition_hash'], `the accepted definition of ${stream}`);
      break;
    case 'run.tool_started':
      note(`tool:${String(facts['tool_id'])}`, facts['definition_hash'], `the definition of ${String(facts['tool_id'])}`);
      break;
  }
}

/** Enough of a hash to tell two apart. */
const SHOWN_CHARS = 12;
