import type { Sha256 } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';

/** Everything that decides what a command does once it starts. */
export type BoundAction = {
  /** Absolute. */
  readonly cwd: string;
  /** Exactly what the process will see, whole. */
  readonly environment: Readonly<Record<string, string>>;
  /** Of the tool as it was registered when the decision was made. */
  readonly toolDefinitionHash: Sha256;
} & ({ readonly argv: readonly string[] } | { readonly script: string });

/** Names an action by its content: what was decided is what runs, because anything else has another name. */
export function bindAction(action: BoundAction): Sha256 {
  const { cwd, environment, toolDefinitionHash } = action;
  const what = 'argv' in action ? { argv: action.argv } : { script: action.script };
  return canonicalHash({ ...what, cwd, environment, tool_definition_hash: toolDefinitionHash });
}
