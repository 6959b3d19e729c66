import { z } from 'zod';
import { SchemaRef } from '../core/index.ts';

/** Read models that a change may make stale; each is derived, none holds truth of its own. */
export const ReadModelKind = z.enum([
  'TaskReliancePacket',
  'TaskHealthCard',
  'FindingsInbox',
  'WorkProductCertification',
  'RunDiff',
  'DecisionAuditView',
  'EvidencePackage',
  'EvaluationChainView',
  'AttentionLedger',
  'BudgetNarrative',
]);
export type ReadModelKind = z.infer<typeof ReadModelKind>;

/** `noun.verb`: what a surface may ask for. */
export const OperationId = z.string().regex(/^[a-z][a-z_]*\.[a-z][a-z_]*$/, 'expected noun.verb');
export type OperationId = z.infer<typeof OperationId>;

/** What a surface shows when there is nothing, when it may not, when part is missing, and when it fails. */
export const SurfaceBehaviours = z.strictObject({
  empty: z.string().min(1),
  blocked: z.string().min(1),
  degraded: z.string().min(1),
  error: z.string().min(1),
});
export type SurfaceBehaviours = z.infer<typeof SurfaceBehaviours>;

/** One entry of the command and query registry, as surfaces and auditors read it. */
export const OperationEntry = z
  .strictObject({
    operation_id: OperationId,
    kind: z.enum(['command', 'query']),
    request_schema_ref: SchemaRef,
    response_schema_ref: SchemaRef,
    durable_write: z.enum(['required', 'none', 'explicit_no_op']),
    required_policy_checks: z.array(z.string()),
    idempotency_key_required: z.boolean(),
    telemetry_event_kind: z.string().min(1),
    read_model_invalidations: z.array(ReadModelKind),
    /** True when this write makes no read model stale; without it an empty list is an omission. */
    invalidates_nothing: z.boolean(),
    failure_codes: z.array(z.string()),
    behaviours: SurfaceBehaviours,
    owning_module: z.string().min(1),
    schema_version: z.literal('1.0'),
  })
  .refine((entry) => entry.kind === 'command' || entry.durable_write === 'none', 'a query writes nothing')
  .refine(
    (entry) => !entry.invalidates_nothing || entry.read_model_invalidations.length === 0,
    'an entry that makes read models stale cannot say that it makes none',
  );
export type OperationEntry = z.infer<typeof OperationEntry>;

/** An operation with the schemas its references name; the pair is checked to agree. Its id and kind are known to the compiler. */
export interface Operation<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType, Id extends string = string, Kind extends OperationEntry['kind'] = OperationEntry['kind']> {
  readonly entry: OperationEntry & { readonly operation_id: Id; readonly kind: Kind };
  readonly request: Request;
  readonly response: Response;
}

export interface QueryDeclaration<Request extends z.ZodType, Response extends z.ZodType, Id extends string> {
  readonly id: Id;
  readonly request: readonly [name: string, schema: Request];
  readonly response: readonly [name: string, schema: Response];
  readonly failureCodes: readonly string[];
  readonly behaviours: SurfaceBehaviours;
}

/** A query changes nothing, so most of its entry is the same for all. */
export function defineQuery<Request extends z.ZodType, Response extends z.ZodType, const Id extends string>(
  declaration: QueryDeclaration<Request, Response, Id>,
): Operation<Request, Response, Id, 'query'> {
  const entry: OperationEntry & { operation_id: Id; kind: 'query' } = {
    operation_id: declaration.id,
    kind: 'query',
    request_schema_ref: `#/schemas/${declaration.request[0]}`,
    response_schema_ref: `#/schemas/${declaration.response[0]}`,
    durable_write: 'none',
    required_policy_checks: [],
    idempotency_key_required: false,
    telemetry_event_kind: declaration.id,
    read_model_invalidations: [],
    invalidates_nothing: true,
    failure_codes: [...declaration.failureCodes],
    behaviours: declaration.behaviours,
    owning_module: 'commands',
    schema_version: '1.0',
  };
  return { entry, request: declaration.request[1], response: declaration.response[1] };
}

export interface CommandDeclaration<Request extends z.ZodType, Response extends z.ZodType, Id extends string> extends QueryDeclaration<Request, Response, Id> {
  /** `explicit_no_op` for what acts outside the product's own state, such as writing a copy. */
  readonly durableWrite: 'required' | 'explicit_no_op';
  readonly policyChecks: readonly string[];
  readonly invalidates: readonly ReadModelKind[];
}

/** A command that writes needs an idempotency key; which read models it makes stale is always said. */
export function defineCommand<Request extends z.ZodType, Response extends z.ZodType, const Id extends string>(
  declaration: CommandDeclaration<Request, Response, Id>,
): Operation<Request, Response, Id, 'command'> {
  const query = defineQuery(declaration);
  const entry: OperationEntry & { operation_id: Id; kind: 'command' } = {
    ...query.entry,
    kind: 'command',
    durable_write: declaration.durableWrite,
    required_policy_checks: [...declaration.policyChecks],
    idempotency_key_required: declaration.durableWrite === 'required',
    read_model_invalidations: [...declaration.invalidates],
    invalidates_nothing: declaration.invalidates.length === 0,
  };
  return { ...query, entry };
}
