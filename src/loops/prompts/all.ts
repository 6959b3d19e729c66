import type { PinnedVersions } from '../../contracts/index.ts';
import { AGENT_VALIDATOR_PROMPT } from './agent-validator/v1.ts';
import { ARBITER_PROMPT } from './arbiter/v1.ts';
import { COMPACTOR_PROMPT } from './compactor/v1.ts';
import { CRITIC_REVIEW_PROMPT } from './critic-review/v1.ts';
import { WORKER_PROMPTS } from './executor-head.ts';
import { EXECUTOR_PROMPT } from './executor/v1.ts';
import { GIVING_UP_PROMPT } from './giving-up/v1.ts';
import { META_VALIDATOR_PROMPT } from './meta-validator/v1.ts';
import { PERCEIVER_PROMPT } from './perceiver/v1.ts';
import { PLANNER_PROMPT } from './planner/v1.ts';
import { QUERY_REWRITER_PROMPT } from './query-rewriter/v1.ts';
import type { RolePrompt } from './role-prompt.ts';
import { SUMMARISER_PROMPT } from './summariser/v1.ts';

/** Every prompt that a run may use. */
export const PROMPTS: readonly RolePrompt[] = [
  PERCEIVER_PROMPT,
  PLANNER_PROMPT,
  GIVING_UP_PROMPT,
  AGENT_VALIDATOR_PROMPT,
  META_VALIDATOR_PROMPT,
  ARBITER_PROMPT,
  CRITIC_REVIEW_PROMPT,
  SUMMARISER_PROMPT,
  COMPACTOR_PROMPT,
  QUERY_REWRITER_PROMPT,
  EXECUTOR_PROMPT,
  ...Object.values(WORKER_PROMPTS),
];

/** What a run writes down when it starts, so that a resume knows under which words it was begun. */
export function promptPins(): PinnedVersions['prompts'] {
  return Object.fromEntries(PROMPTS.map(({ name, version }) => [name, version]));
}
