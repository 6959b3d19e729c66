import { z } from 'zod';
import { Name } from './ids.ts';

/** How far content may travel, from the widest to the narrowest. */
export const DataClass = z.enum(['public', 'internal', 'privileged', 'local_only']);
export type DataClass = z.infer<typeof DataClass>;

/**
 * How far words may be trusted as instructions, from the most to the least trusted.
 * The order of this list is the taint order: the later class wins wherever two meet.
 */
export const TaintClass = z.enum([
  'owner_typed',
  'internal_corpus_trusted',
  'user_trusted_bounded',
  'external_authority_trusted',
  'external_untrusted',
  'unclassified',
]);
export type TaintClass = z.infer<typeof TaintClass>;

/** Library sensitivity as people set it; each maps to exactly one data class. */
export const Sensitivity = z.enum(['public', 'private', 'restricted', 'confidential']);
export type Sensitivity = z.infer<typeof Sensitivity>;

export const DATA_CLASS_BY_SENSITIVITY = {
  public: 'public',
  private: 'internal',
  restricted: 'privileged',
  confidential: 'local_only',
} as const satisfies Record<Sensitivity, DataClass>;

/** What every event carries so that access, erasure and taint can be decided without its payload. */
export const Governance = z.strictObject({
  tenant: Name,
  matter: Name.optional(),
  data_class: DataClass,
  taint_class: TaintClass,
  privileged: z.boolean(),
});
export type Governance = z.infer<typeof Governance>;
