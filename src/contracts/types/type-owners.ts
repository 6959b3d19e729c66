import { z } from 'zod';

/** The file that defines a type, or the module that will, from the root of the repository. */
export const OwnerDoc = z.string().regex(/^src\/[a-z0-9-]+(\/[a-z0-9-]+)*(\.ts)?$/, 'expected src/<module> or src/<file>.ts');
export type OwnerDoc = z.infer<typeof OwnerDoc>;

/**
 * `canonical`: defined here. `imported`: another document's name for a canonical type. `deprecated`: an
 * idea that another type replaced. `pending_absorption`: not defined yet, its owner is. `retired`: never.
 */
export const TypeOwnerStatus = z.enum(['canonical', 'imported', 'pending_absorption', 'deprecated', 'retired']);
export type TypeOwnerStatus = z.infer<typeof TypeOwnerStatus>;

/** What a consumer does while the type it needs is still pending. */
export const PendingConsumerDegradedBehavior = z.enum([
  'persist_only',
  'suppress_promotion',
  'disable_ui_affordance',
  'emit_validation_warning',
  'block_route',
]);
export type PendingConsumerDegradedBehavior = z.infer<typeof PendingConsumerDegradedBehavior>;

/** A name that stands for another, or gave way to one, leads its reader there. */
function namesItsReplacement(entry: { status: TypeOwnerStatus; replacement_type_name?: string | undefined }): boolean {
  const isReplaced = entry.status === 'imported' || entry.status === 'deprecated';
  return isReplaced === (entry.replacement_type_name !== undefined);
}

/** Who owns a name. `reason` is ours: an alias or a retirement that nobody can explain gets undone. */
export const TypeOwnerRegistryEntry = z
  .strictObject({
    type_name: z.string().min(1).max(128),
    canonical_owner_doc: OwnerDoc,
    canonical_section_anchor: z.string().min(1).max(128),
    status: TypeOwnerStatus,
    imported_by_docs: z.array(OwnerDoc),
    replacement_type_name: z.string().min(1).max(128).optional(),
    pending_consumer_behavior: PendingConsumerDegradedBehavior.optional(),
    reason: z.string().min(1).max(300).optional(),
    schema_version: z.literal('1.0'),
  })
  .refine(namesItsReplacement, 'an imported or deprecated name, and no other, names its replacement');
export type TypeOwnerRegistryEntry = z.infer<typeof TypeOwnerRegistryEntry>;
