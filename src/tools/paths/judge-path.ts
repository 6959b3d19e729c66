import type { PolicyVerdict } from '../../contracts/index.ts';
import { findWorkspace, footingHere } from './find-workspace.ts';
import type { Footing } from './footing.ts';
import { type FoundWorkspace, judgeLanding } from './judge-landing.ts';
import { isDenial, pathDenied } from './path-errors.ts';
import type { PathOperation, PathRequest } from './path-request.ts';
import { type Landing, releaseLanding, resolvePath } from './resolve-path.ts';
import type { WorkspacePlace } from './workspace-place.ts';

const SEVERITY: readonly PolicyVerdict['decision'][] = ['allow', 'gate', 'deny'];

/** Removing and renaming act on a link itself; everything else acts on what it points to. */
export function followsLast(op: PathOperation): boolean {
  return op !== 'delete' && op !== 'rename';
}

/** What the policy says about a request at this moment. Whoever then acts goes through `workspaceFiles`, which asks again. */
export async function judgePath(request: PathRequest, place: WorkspacePlace, footing: Footing = footingHere()): Promise<PolicyVerdict> {
  const workspace = findWorkspace(footing, place.workspace);
  const verdicts = landingsOf(request).map(({ path, follows }) => judgeOne(footing, request.op, path, follows, place, workspace));
  return verdicts.toSorted((one, other) => SEVERITY.indexOf(other.decision) - SEVERITY.indexOf(one.decision))[0] ?? nothingAsked();
}

function nothingAsked(): PolicyVerdict {
  return verdictOf(pathDenied('', 'path.empty', 'A rename needs a place to go to.'));
}

/**
 * The paths that a request is judged by. Where a rename ends is judged as a name and as what a link of that name
 * points to, because some programs replace the link and others move into the folder behind it.
 */
function landingsOf({ op, path, to }: PathRequest): { path: string; follows: boolean }[] {
  if (op !== 'rename') return [{ path, follows: followsLast(op) }];
  if (to === undefined) return [];
  return [{ path, follows: false }, { path: to, follows: false }, { path: to, follows: true }];
}

function judgeOne(footing: Footing, op: PathOperation, path: string, follows: boolean, place: WorkspacePlace, workspace: FoundWorkspace): PolicyVerdict {
  let landing: Landing;
  try {
    landing = resolvePath(footing, path, { base: workspace.path, insideOf: workspace.identity, followsLast: follows });
  } catch (error) {
    if (isDenial(error)) return verdictOf(error);
    throw error;
  }
  try {
    return judgeLanding(footing, op, landing, place, workspace);
  } finally {
    releaseLanding(footing, landing);
  }
}

function verdictOf(denial: ReturnType<typeof pathDenied>): PolicyVerdict {
  return { decision: 'deny', rule: denial.data.rule, explanation: denial.message };
}
