import { KeelsonError } from '../../kernel/index.ts';
import type { PolicyVerdict } from '../../contracts/index.ts';
import type { Footing, Held } from './footing.ts';
import { type FoundWorkspace, judgeLanding, pathBelow, workspaceTrail } from './judge-landing.ts';
import { followsLast } from './judge-path.ts';
import { fromSystem, pathDenied, shownPath } from './path-errors.ts';
import type { PathOperation } from './path-request.ts';
import { type Landing, releaseAncestors, releaseLanding, resolvePath } from './resolve-path.ts';
import { isChange } from './sensitive-paths.ts';
import type { WorkspaceFilesHooks } from './workspace-files.ts';
import type { GrantedPlace } from './workspace-place.ts';

/** What every operation on the files of a workspace works with. */
export interface OpenWorkspace {
  readonly footing: Footing;
  readonly place: GrantedPlace;
  readonly workspace: FoundWorkspace;
  readonly hooks: WorkspaceFilesHooks;
}

/** A path that was judged and may be used now; everything on the way to it is held. */
export interface Visit {
  readonly landing: Landing;
  /** Below the workspace, with every link resolved. */
  readonly below: string;
}

/** Throws unless the policy allows this, or a person did. */
export function demandAllowed(open: OpenWorkspace, op: PathOperation, verdict: PolicyVerdict, path: string, realPath: string): void {
  if (verdict.decision === 'allow') return;
  if (verdict.decision !== 'gate') throw pathDenied(path, verdict.rule, verdict.explanation);
  if (open.place.granted?.(op, realPath) === true) return;
  throw new KeelsonError('path.gated', {
    message: verdict.explanation,
    nextStep: 'Ask the person to allow it, or do without this file.',
    data: { path: shownPath(path), rule: verdict.rule, op },
  });
}

/** Resolves and judges a path; the caller releases the landing. */
export function enterPath(open: OpenWorkspace, op: PathOperation, path: string, follows: boolean): Visit {
  const { footing, workspace, place } = open;
  const landing = resolvePath(footing, path, { base: workspace.path, insideOf: workspace.identity, followsLast: follows });
  try {
    demandAllowed(open, op, judgeLanding(footing, op, landing, place, workspace), path, landing.realPath);
    const inside: readonly Held[] = workspaceTrail(landing, workspace) ?? [];
    return { below: pathBelow(landing, inside), landing: releaseAncestors(footing, landing) };
  } catch (error) {
    releaseLanding(footing, landing);
    throw error;
  }
}

/** Judges a path without using it: for what is touched along with something else. */
export function checkPath(open: OpenWorkspace, op: PathOperation, path: string, follows: boolean): void {
  releaseLanding(open.footing, enterPath(open, op, path, follows).landing);
}

/** Judges a path and uses what was judged, holding it from the one to the other. */
export async function visitPath<Result>(open: OpenWorkspace, op: PathOperation, path: string, use: (visit: Visit) => Promise<Result>): Promise<Result> {
  const visit = enterPath(open, op, path, followsLast(op));
  try {
    if (isChange(op)) open.hooks.demandDecided?.(visit.below);
    await open.hooks.betweenCheckAndUse?.();
    return await use(visit);
  } catch (error) {
    throw fromSystem(error, path);
  } finally {
    releaseLanding(open.footing, visit.landing);
  }
}
