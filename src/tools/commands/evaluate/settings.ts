/** Variables that are set: some make other programs run what they hold. */
import { isInjecting } from '../rules/secrets.ts';
import { blocksAsText } from './second-look.ts';
import type { ShellState } from './shell-state.ts';
import { report, type Walk } from './walk.ts';

/** Programs that people name there so that nothing is shown page by page or opened. */
const HARMLESS_VALUES = /^(\/usr)?(\/bin\/)?(cat|less|more|true|:|false)?$/;
const CHOOSES_VIEWER = /^(GIT_|MAN)?PAGER$|^(GIT_|GIT_SEQUENCE_)?EDITOR$|^VISUAL$/;
/** Variables whose value is a command line, or a text in which substitutions are run. */
const HOLDS_COMMAND = /^((GIT_|MAN)?PAGER|(GIT_|GIT_SEQUENCE_|SUDO_|SYSTEMD_)?EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|PS[0-4]|BASH_ENV|ENV|GIT_SSH(_COMMAND)?|GIT_PROXY_COMMAND|(GIT_|SSH_|SUDO_)ASKPASS|GIT_EXTERNAL_DIFF|RUSTC_WRAPPER|VIMINIT|EXINIT|LESS|GIT_CONFIG_VALUE_.*|FZF_DEFAULT_COMMAND|BASH_FUNC_.*|TAR_OPTIONS|MAKEFLAGS)$/;

export function judgeSetting(name: string, value: string, shell: ShellState, walk: Walk): void {
  if (name.startsWith('KEELSON_')) report(walk, 'block', 'own_state', `Setting ${name} would change how Keelson works.`);
  if (HOLDS_COMMAND.test(name)) blocksAsText(value.replace(/^[|\s-]+/, ''), shell, walk);
  if (/^PS[0-4]$/.test(name) && /[$`]\(|`/.test(value)) report(walk, 'ask', 'environment', `Setting ${name} runs a command at every prompt.`);
  if (isInjecting(name) && !(CHOOSES_VIEWER.test(name) && HARMLESS_VALUES.test(value))) report(walk, 'ask', 'environment', `Setting ${name} makes programs run or load other code.`);
}
