import type { PolicyVerdict } from '../../contracts/index.ts';
import type { CommandContext } from '../commands/context.ts';
import { judgeArgv, judgeCommand } from '../commands/judge-command.ts';
import { judgeUrl } from '../network/judge-url.ts';
import type { UrlPolicy } from '../network/url-policy.ts';
import { judgePath } from '../paths/judge-path.ts';
import type { ToolPlace } from '../registry/tool.ts';
import type { Judges } from './judge-intentions.ts';

/** The policy as it comes with Keelson. */
export function createJudges(urlPolicy: UrlPolicy = {}): Judges {
  return {
    path: (request, place) => judgePath(request, place),
    script: (script, { currentFolder, environment }, place) => plain(judgeCommand(script, commandContext(place, currentFolder, environment))),
    program: ({ argv, currentFolder, environment }, place) => plain(judgeArgv(argv, commandContext(place, currentFolder, environment))),
    url: (url) => judgeUrl(url, urlPolicy),
  };
}

/** What the judge of commands is told about a place. */
export function commandContext({ workspace, home, ownState, platform }: ToolPlace, currentFolder = workspace, environment: Readonly<Record<string, string>> = {}): CommandContext {
  return { workspace, currentFolder, home, ownState, environment, platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux' };
}

function plain({ decision, rule, explanation }: PolicyVerdict): PolicyVerdict {
  return { decision, rule, explanation };
}
