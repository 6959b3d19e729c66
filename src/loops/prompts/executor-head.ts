import type { RoleAci, RoleId, WorkerRole } from '../../contracts/index.ts';
import { ANALYST_PROMPT } from './analyst/v1.ts';
import { CODER_PROMPT } from './coder/v1.ts';
import { CRITIC_PROMPT } from './critic/v1.ts';
import { EXECUTOR_PROMPT } from './executor/v1.ts';
import { LIBRARIAN_PROMPT } from './librarian/v1.ts';
import { RESEARCH_PROMPT } from './research/v1.ts';
import { paragraphs, type RolePrompt } from './role-prompt.ts';
import { TOOLSMITH_PROMPT } from './toolsmith/v1.ts';
import { UPDATE_PROMPT } from './update/v1.ts';
import { VISION_PROMPT } from './vision/v1.ts';

export const WORKER_PROMPTS: Readonly<Record<WorkerRole, RolePrompt>> = {
  librarian: LIBRARIAN_PROMPT,
  research: RESEARCH_PROMPT,
  coder: CODER_PROMPT,
  critic: CRITIC_PROMPT,
  analyst: ANALYST_PROMPT,
  vision: VISION_PROMPT,
  update: UPDATE_PROMPT,
  toolsmith: TOOLSMITH_PROMPT,
};

const BY_ROLE = new Map<RoleId, RolePrompt>(Object.entries(WORKER_PROMPTS));

/**
 * What an executor in this role hears first; the same bytes for every subtask of the role. A role that came later than
 * our words for it is told its purpose as its contract has it.
 */
export function executorHead({ role_id, role_name, purpose }: Pick<RoleAci, 'role_id' | 'role_name' | 'purpose'>): string {
  return paragraphs(EXECUTOR_PROMPT.head, BY_ROLE.get(role_id)?.head ?? `# Your role: ${role_name}\n${purpose}`);
}
