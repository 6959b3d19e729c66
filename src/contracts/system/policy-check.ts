import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';
import { NonEmptyText } from '../core/index.ts';
import { PolicyVerdict, UrlCheck } from '../tools/index.ts';

const id = z.union([z.string(), z.number()]);

/** What the policy decides about one line. */
export const PolicyCheckResult = z.strictObject({ id, ...PolicyVerdict.shape });
export type PolicyCheckResult = z.infer<typeof PolicyCheckResult>;

export const PolicyCheckReport = z.strictObject({ results: z.array(PolicyCheckResult) });
export type PolicyCheckReport = z.infer<typeof PolicyCheckReport>;

const ITEMS_MAX = 1_000;

/** A shell command. Other fields may stand beside it and are left alone. */
export const CommandCheckItem = z.object({ id, input: z.string() });
export type CommandCheckItem = z.infer<typeof CommandCheckItem>;

export const CommandCheckRequest = z.strictObject({ workspace: NonEmptyText.optional(), items: z.array(CommandCheckItem).max(ITEMS_MAX) });
export type CommandCheckRequest = z.infer<typeof CommandCheckRequest>;

/** A path, to be read unless another operation is named. */
export const PathCheckInput = z.union([z.string(), z.object({ op: z.enum(['read', 'write', 'list', 'delete', 'rename', 'stat', 'create_directory']).default('read'), path: z.string(), to: z.string().optional() })]);
export type PathCheckInput = z.infer<typeof PathCheckInput>;

export const PathCheckItem = z.object({ id, input: PathCheckInput });
export type PathCheckItem = z.infer<typeof PathCheckItem>;

export const PathCheckRequest = z.strictObject({ workspace: NonEmptyText.optional(), items: z.array(PathCheckItem).max(ITEMS_MAX) });
export type PathCheckRequest = z.infer<typeof PathCheckRequest>;

/** An address; with `dns` and `redirects` what its name and its answers lead to is played through, without any network. */
export const UrlCheckInput = z.union([z.string(), UrlCheck]);
export type UrlCheckInput = z.infer<typeof UrlCheckInput>;

export const UrlCheckItem = z.object({ id, input: UrlCheckInput });
export type UrlCheckItem = z.infer<typeof UrlCheckItem>;

export const UrlCheckRequest = z.strictObject({ items: z.array(UrlCheckItem).max(ITEMS_MAX) });
export type UrlCheckRequest = z.infer<typeof UrlCheckRequest>;

const behaviours = {
  empty: 'No lines give no decisions.',
  blocked: 'Nothing blocks it: it decides and does nothing.',
  degraded: 'What cannot be understood is decided too: it asks or is refused.',
  error: 'The line that cannot be read is answered with its number and the reason; the others are answered all the same.',
};
const response = ['PolicyCheckReport', PolicyCheckReport] as const;
const failureCodes = ['input.invalid', 'input.too_large'];

export const commandCheck = defineQuery({ id: 'command.check', request: ['CommandCheckRequest', CommandCheckRequest], response, failureCodes, behaviours });
export const pathCheck = defineQuery({ id: 'path.check', request: ['PathCheckRequest', PathCheckRequest], response, failureCodes: [...failureCodes, 'path.denied'], behaviours });
export const urlCheck = defineQuery({ id: 'url.check', request: ['UrlCheckRequest', UrlCheckRequest], response, failureCodes, behaviours });
