import type { JsonObject, Sha256 } from '../../contracts/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import type { ProgramIntention, ToolIntention } from '../registry/tool.ts';

/** Stands for exactly this action: the tool as it is defined, its arguments, and every word, place and variable of what it will do. */
export function actionHash({ definitionHash, workspace, input, intentions }: Action): Sha256 {
  return sha256Hex(canonicalJson({ definition: definitionHash, workspace, input, intentions: intentions.map((one) => ({ ...one })) }));
}

export interface Action {
  readonly definitionHash: Sha256;
  readonly workspace: string;
  readonly input: JsonObject;
  readonly intentions: readonly ToolIntention[];
}

/** Stands for exactly this program in this place. */
export function programHash({ argv, currentFolder, environment }: ProgramIntention): Sha256 {
  return sha256Hex(canonicalJson({ argv: [...argv], currentFolder, environment: { ...environment } }));
}
