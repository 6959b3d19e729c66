import { KeelsonError } from '../../kernel/index.ts';
import { findWorkspace, footingHere } from './find-workspace.ts';
import { followsLast } from './judge-path.ts';
import type { PathOperation } from './path-request.ts';
import { releaseLanding, resolvePath } from './resolve-path.ts';
import type { WorkspacePlace } from './workspace-place.ts';

/** Where a path leads at this moment, as the judge resolves it; undefined when it leads nowhere that may be touched. */
export function realPathOf(op: PathOperation, path: string, place: WorkspacePlace): string | undefined {
  const footing = footingHere();
  try {
    const workspace = findWorkspace(footing, place.workspace);
    const landing = resolvePath(footing, path, { base: workspace.path, insideOf: workspace.identity, followsLast: followsLast(op) });
    releaseLanding(footing, landing);
    return landing.realPath;
  } catch (error) {
    if (error instanceof KeelsonError) return undefined;
    throw error;
  }
}
