import { comparisonFooting } from './comparison-footing.ts';
import { descriptorFooting, hasDescriptorFooting } from './descriptor-footing.ts';
import type { Footing } from './footing.ts';
import type { FoundWorkspace } from './judge-landing.ts';
import { pathMissing, wrongKind } from './path-errors.ts';
import { releaseLanding, resolvePath } from './resolve-path.ts';

let here: Footing | undefined;

/** The surest way of holding files that this system offers; looked for once, since a system does not change in this. */
export function footingHere(): Footing {
  return (here ??= hasDescriptorFooting(process.platform) ? descriptorFooting : comparisonFooting);
}

/** Resolves the workspace itself. Its path is the person's own choice, so it may lead through links. */
export function findWorkspace(footing: Footing, workspace: string): FoundWorkspace {
  const landing = resolvePath(footing, workspace, { base: '/', followsLast: true });
  try {
    if (landing.target === undefined) throw pathMissing(workspace);
    if (!landing.target.stats.isDirectory()) throw wrongKind(workspace, 'directory', 'file');
    return { path: landing.realPath, identity: landing.target.identity };
  } finally {
    releaseLanding(footing, landing);
  }
}
