import type { JudgedIntention } from '../../src/contracts/index.ts';
import type { ToolIntention } from '../../src/tools/registry/intention.ts';
import { createJudges } from '../../src/tools/runner/judges.ts';
import { subjectOf } from '../../src/tools/runner/judge-intentions.ts';

const PLACE = { workspace: '/work-place', home: '/home/ann', platform: 'linux', ownState: [] };

/** A command as the real judges see it, for tests of what is decided upon their word. */
export function judgedCommand(script: string): JudgedIntention {
  const intention: ToolIntention = { kind: 'script', script, argv: ['bash', '-c', script], currentFolder: PLACE.workspace, environment: {} };
  return { kind: 'script', subject: subjectOf(intention, PLACE), verdict: createJudges().script(script, intention, PLACE) };
}
