/** What speaks against reading, writing or removing a path. */
import type { CommandContext, Finding } from '../context.ts';
import { hasGlob, isBelow, isKnown, isPlaced } from '../expand/marks.ts';
import { isCritical, isOwnState, isRawDevice, isScratch, isSystem, isUnder, shownPath, vitalMatch, vitalName } from './places.ts';
import { isSensitive, isStartedByItself } from './secrets.ts';

const READABLE = [
  '/usr', '/lib', '/lib64', '/etc', '/proc', '/sys', '/bin', '/sbin', '/opt', '/dev', '/var/log', '/var/lib', '/run', '/Library',
  '/System', '/Applications', '/nix', '/snap', '/tmp', '/var/tmp', '/var/cache',
];

/** A name that is not known must not become one of those that git or a shell looks for. */
const HIDDEN = /\/\.git\/|\/\.[^/]*\ue006/;

export function readFinding(path: string, context: CommandContext): Finding | undefined {
  const shown = shownPath(path);
  if (!isKnown(path)) return isSensitive(path) ? { decision: 'ask', rule: 'secret_read', explanation: `It reads ${shown}, where secrets are kept.` } : undefined;
  if (isSensitive(path)) return { decision: 'ask', rule: 'secret_read', explanation: `It reads ${shown}, where secrets are kept.` };
  if (/^\/dev\/(tcp|udp)\//.test(path)) return { decision: 'ask', rule: 'network_socket', explanation: `It opens a network connection through ${shown}.` };
  if (isRawDevice(path)) return { decision: 'ask', rule: 'raw_device_read', explanation: `It reads the raw device ${shown}.` };
  if (isUnder(path, context.workspace)) return isOwnState(path, context) ? ask('own_state_read', `It reads Keelson’s own state in ${shown}.`) : undefined;
  if (isOwnState(path, context)) return ask('own_state_read', `It reads Keelson’s own state in ${shown}.`);
  if (path === '/' || READABLE.some((folder) => isUnder(path, folder)) || isScratch(path)) return undefined;
  if (path === context.home || isUnder(context.workspace, path)) return undefined;
  return ask('read_outside', `It reads ${shown}, which is outside the workspace.`);
}

export function writeFinding(path: string, context: CommandContext): Finding | undefined {
  const shown = shownPath(path);
  if (isOwnState(path, context)) return block('own_state', `It would change Keelson’s own state in ${shown}.`);
  if (!isPlaced(path) || (isBelow(path) && HIDDEN.test(path))) return ask('unknown_target', `It writes to ${shown}, and what that is cannot be known before it runs.`);
  if (/^\/dev\/(tcp|udp)\//.test(path)) return ask('network_socket', `It opens a network connection through ${shown}.`);
  if (isRawDevice(path)) return block('raw_device', `It would write to the device ${shown}.`);
  if (path === '/proc/sysrq-trigger' || path.startsWith('/sys/power') || /^\/sys\/block\/[^/]+\/device\/delete$/.test(path)) return block('power', `Writing to ${shown} stops the machine.`);
  if (path === '/proc/self/mem' || /^\/proc\/[^/]+\/mem$/.test(path)) return block('raw_device', `It would write to memory through ${shown}.`);
  if (isCritical(path)) return block('system_file', `It would overwrite ${shown}, without which the system does not work.`);
  if (isStartedByItself(path)) return ask('persistence', `It writes to ${shown}, which is started by itself later.`);
  if (isSensitive(path)) return ask('secret_write', `It writes to ${shown}, where secrets are kept.`);
  if (hasGlob(path) && vitalMatch(path, context) !== undefined) return block('system_file', `It would overwrite ${vitalMatch(path, context) ?? shown}.`);
  if (isUnder(path, context.workspace) || /^\/dev\/(null|zero|full|tty|stdin|stdout|stderr|fd|pts|shm|ptmx)/.test(path) || path.startsWith('/proc/self/fd/') || isScratch(path) || path === '/tmp' || path === '/var/tmp') return undefined;
  return isSystem(path) ? ask('system_write', `It writes to ${shown}, which belongs to the system.`) : ask('outside_workspace', `It writes to ${shown}, which is outside the workspace.`);
}

export function removeFinding(path: string, how: { recursive: boolean }, context: CommandContext): Finding {
  const shown = shownPath(path);
  if (isOwnState(path, context)) return block('own_state', `It would remove Keelson’s own state in ${shown}.`);
  const withAll = how.recursive || hasGlob(path);
  const vital = withAll ? vitalMatch(path, context) : isCritical(path) ? 'a file of the system' : undefined;
  if (vital !== undefined && isWorkspaceOnly(path, context) === false) return block('root_wipe', `It would remove ${shown}: ${vital}.`);
  if (!isKnown(path)) return ask('unknown_target', `It removes ${shown}, and what that is cannot be known before it runs.`);
  if (isRawDevice(path)) return block('raw_device', `It would remove the device ${shown}.`);
  if (isUnder(path, context.workspace)) return ask('remove', `It removes ${shown}${how.recursive ? ' and all that is in it' : ''}.`);
  return ask('remove_outside', `It removes ${shown}, which is outside the workspace.`);
}

/** The workspace itself is a person's to clear; what holds it is not. */
function isWorkspaceOnly(path: string, context: CommandContext): boolean {
  return isUnder(path, context.workspace) && vitalName(context.workspace, context) === undefined;
}

const ask = (rule: string, explanation: string): Finding => ({ decision: 'ask', rule, explanation });
const block = (rule: string, explanation: string): Finding => ({ decision: 'block', rule, explanation });
