import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';

/** Where a promise comes from: one of the specifications, the role contracts, or Keelson's own. */
export const RequirementSource = z.enum(['MH4', 'ACI', 'ELN', 'MAH', 'ART', 'ROLES', 'KEELSON']);
export type RequirementSource = z.infer<typeof RequirementSource>;

/** A promise as it is entered: what must hold, and which module will hold it. */
export const RequirementRow = z.strictObject({
  id: z.string().min(1),
  seed: RequirementSource,
  section: z.string().min(1),
  kind: z.string().min(1),
  module: z.string().min(1),
  statement: z.string().min(1),
});
export type RequirementRow = z.infer<typeof RequirementRow>;

/** What makes a promise done: the declarations that enforce it, as `file#Declaration`. */
export const RequirementProof = z.strictObject({
  enforced_by: z.array(z.string().regex(/^[^#]+\.ts#[A-Za-z0-9_$.]+$/, 'expected file.ts#Declaration')).min(1),
});
export type RequirementProof = z.infer<typeof RequirementProof>;

export const Requirement = RequirementRow.extend({
  status: z.enum(['planned', 'done']),
  enforced_by: z.array(z.string()),
});
export type Requirement = z.infer<typeof Requirement>;

export const RequirementsRequest = z.strictObject({
  seed: RequirementSource.optional(),
  status: z.enum(['planned', 'done']).optional(),
});
export type RequirementsRequest = z.infer<typeof RequirementsRequest>;

export const RequirementCount = z.strictObject({
  seed: RequirementSource,
  done: z.int().min(0),
  planned: z.int().min(0),
});
export type RequirementCount = z.infer<typeof RequirementCount>;

export const RequirementsReport = z.strictObject({
  counts: z.array(RequirementCount),
  requirements: z.array(Requirement),
});
export type RequirementsReport = z.infer<typeof RequirementsReport>;

export const requirementsList = defineQuery({
  id: 'requirements.list',
  request: ['RequirementsRequest', RequirementsRequest],
  response: ['RequirementsReport', RequirementsReport],
  failureCodes: ['requirements.unreadable'],
  behaviours: {
    empty: 'Says that no requirement matches the filter.',
    blocked: 'Nothing blocks it: the list ships with the program.',
    degraded: 'None: the list is read whole or not at all.',
    error: 'Names the file that could not be read and what is wrong in it.',
  },
});
