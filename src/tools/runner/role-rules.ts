import { posix } from 'node:path';
import type { ActionConstraints, AllowedAction, RoleId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import { realPathOf } from '../paths/real-path.ts';
import type { Tool, ToolIntention, ToolPlace } from '../registry/tool.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** What a role's contract lets it do; undefined when there is no such role. Role contracts are kept elsewhere. */
export interface RoleActions {
  allowedActions(roleId: RoleId): Promise<readonly AllowedAction[] | undefined>;
}

/** Refuses what neither the tool nor the role's contract allows; answers the contract's constraints on what it does allow. */
export async function actionFor({ definition }: Tool, roleId: RoleId, roles: RoleActions): Promise<ActionConstraints> {
  const { tool_id: toolId, allowed_roles: allowedRoles } = definition;
  const action = allowedRoles.includes(roleId) ? (await roles.allowedActions(roleId))?.find(({ action_id }) => action_id === toolId) : undefined;
  if (action !== undefined) return action.constraints;
  const detail = allowedRoles.includes(roleId) ? `the contract of ${roleId} does not name it` : `it is open to ${allowedRoles.join(', ')}`;
  throw new KeelsonError('tool.role_not_allowed', {
    message: `The role ${roleId} may not use ${toolId}: ${detail}.`,
    nextStep: 'Use a tool that the role may use, or give the work to a role that may use this one.',
    data: { tool_id: toolId, role_id: roleId },
  });
}

/** Refuses a call that the allowlist does not admit, or that brings too much. */
export function holdToConstraints({ definition }: Tool, roleId: RoleId, { allowlist, ...constraints }: ActionConstraints, call: { readonly intentions: readonly ToolIntention[]; readonly inputBytes: number; readonly place: ToolPlace }): void {
  const { tool_id: toolId } = definition;
  const stranger = allowlist === undefined ? undefined : call.intentions.flatMap((one) => [one, resolved(one, call.place)]).find((one) => !allowlist.some((entry) => admits(entry, one)));
  if (stranger !== undefined) throw notAdmitted(toolId, roleId, stranger);
  const bytesMax = Math.min(definition.max_bytes ?? Number.POSITIVE_INFINITY, constraints.max_bytes ?? Number.POSITIVE_INFINITY);
  if (call.inputBytes > bytesMax) throw tooManyBytes(toolId, call.inputBytes, bytesMax);
}

/** Takes one use of the tool; refuses a call that comes too often. */
export function holdToRates({ definition }: Tool, roleId: RoleId, constraints: ActionConstraints, limiter: RateLimiter): void {
  const { tool_id: toolId } = definition;
  const limits: [string, string | undefined][] = [[toolId, definition.rate_limit], [`${toolId} by ${roleId}`, constraints.rate_limit]];
  for (const [name, limit] of limits) if (limit !== undefined && !limiter.take(name, limit)) throw rateLimited(toolId, limit);
}

/** The same paths with every link resolved: one in an allowed folder may lead out of it. */
function resolved(intention: ToolIntention, place: ToolPlace): ToolIntention {
  if (intention.kind !== 'path') return intention;
  const real = (path: string): string => {
    const realPath = realPathOf(intention.op, path, place);
    return realPath === undefined || path.startsWith('/') ? (realPath ?? path) : posix.relative(place.workspace, realPath);
  };
  return { ...intention, path: real(intention.path), ...(intention.to !== undefined && { to: real(intention.to) }) };
}

/**
 * An entry is the beginning of a command in whole words (`npm test`), a path in the workspace with everything below it
 * (`docs`), a host with or without `*.` before it, or the name of a tool on another server.
 */
export function admits(entry: string, intention: ToolIntention): boolean {
  switch (intention.kind) {
    case 'script':
      return beginsWithWords(intention.script.trim().split(/\s+/), entry) && !/[;&|`$(){}<>\n]/.test(intention.script);
    case 'program':
      return beginsWithWords(intention.argv, entry);
    case 'path':
      return [intention.path, ...(intention.to === undefined ? [] : [intention.to])].every((path) => isBelow(path, entry));
    case 'url':
      return isHost(intention.url, entry);
    case 'remote':
      return intention.name === entry;
    case 'person':
      return true;
  }
}

function beginsWithWords(words: readonly string[], entry: string): boolean {
  return entry.split(' ').every((word, at) => words[at] === word);
}

function isBelow(path: string, entry: string): boolean {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  const folder = entry.split('/').filter((step) => step !== '' && step !== '.');
  return path.startsWith('/') === entry.startsWith('/') && !steps.includes('..') && folder.every((step, at) => steps[at] === step);
}

function isHost(url: string, entry: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry;
}

function notAdmitted(toolId: string, roleId: RoleId, { kind }: ToolIntention): KeelsonError<'tool.arguments_not_allowed'> {
  return new KeelsonError('tool.arguments_not_allowed', {
    message: `The contract of ${roleId} allows ${toolId} only for what its allowlist names, and this is something else.`,
    nextStep: 'Stay within the allowlist of the role, or ask for it to be widened.',
    data: { tool_id: toolId, role_id: roleId, detail: `a ${kind} that no entry of the allowlist admits` },
  });
}

function tooManyBytes(toolId: string, bytes: number, limit: number): KeelsonError<'tool.too_many_bytes'> {
  return new KeelsonError('tool.too_many_bytes', {
    message: `${toolId} takes at most ${limit} bytes, and this is ${bytes}.`,
    nextStep: 'Split it into smaller calls.',
    data: { tool_id: toolId, bytes, limit },
  });
}

function rateLimited(toolId: string, limit: string): KeelsonError<'tool.rate_limited'> {
  return new KeelsonError('tool.rate_limited', {
    message: `${toolId} may be used ${limit.replace('/', ' times a ')}, and was.`,
    nextStep: 'Wait, or do it in fewer calls.',
    data: { tool_id: toolId, rate_limit: limit },
  });
}
