import type { KeyScope } from '../../contracts/index.ts';

/** Commands that a key may give. Whatever is not named here is for who shows the token of the installation. */
const COMMAND_SCOPES: Readonly<Record<string, KeyScope>> = {
  'run.start': 'run',
  'run.resume': 'run',
  'run.steer': 'run',
  'run.cancel': 'run',
  'run.undo': 'run',
  'function_call.answer': 'run',
  'session.start': 'run',
  'checkpoint.create': 'run',
  'task_replay.run': 'run',
  'task_replay.create_fork': 'run',
  'approval.answer': 'approve',
  'hard_call.answer': 'approve',
  'attention.skip': 'approve',
  'taint.review': 'approve',
};

/** What is asked about the owner's own affairs: who else may ask, what the auditor holds, what was written for him, files anywhere. */
const OWNER_QUERIES = ['key.', 'audit.', 'memory.preferences', 'mock_model.', 'config.', 'ledger.preview_', 'ledger.verify', 'tools.preview', 'models.'];

/** Paths beside the operations; the longest that fits holds. */
const PATH_SCOPES: readonly (readonly [path: string, scope: KeyScope])[] = [
  ['/healthz', 'read'],
  ['/v1/operations', 'read'],
  ['/v1/openapi.json', 'read'],
  ['/v1/events', 'read'],
  ['/v1/models', 'models'],
  ['/v1/responses', 'models'],
  ['/v1/chat/completions', 'models'],
  ['/mcp', 'run'],
];

/** What a key must allow for this to be asked; `owner` when none does. What nobody thought of is the owner's. */
export function scopeOfRequest(path: string): KeyScope | 'owner' {
  const [, version, collection, id = ''] = path.split('/');
  if (version === 'v1' && collection === 'queries') return OWNER_QUERIES.some((start) => id.startsWith(start)) ? 'owner' : 'read';
  if (version === 'v1' && collection === 'commands') return COMMAND_SCOPES[id] ?? 'owner';
  return PATH_SCOPES.find(([known]) => path === known || path.startsWith(`${known}/`))?.[1] ?? 'owner';
}
