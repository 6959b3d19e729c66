import type { z } from 'zod';
import { operationFaults, type Operation, type OperationEntry } from '../contracts/index.ts';
import { invariant, KeelsonError } from '../kernel/index.ts';

export interface CallContext {
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
}

/** An operation with the function that serves it. */
export interface Binding {
  readonly operation: Operation;
  readonly handle: (request: unknown, context: CallContext) => Promise<unknown>;
}

/** Ties a handler to its operation, so that its types follow from the schemas. */
export function bind<Request extends z.ZodType, Response extends z.ZodType>(
  operation: Operation<Request, Response>,
  handle: (request: z.output<Request>, context: CallContext) => Promise<z.input<Response>>,
): Binding {
  return { operation, handle: (request, context) => handle(request as z.output<Request>, context) };
}

export interface Dispatcher {
  readonly entries: readonly OperationEntry[];
  /** Checks, serves and checks again. Throws KeelsonError for what a caller can do wrong. */
  dispatch(kind: OperationEntry['kind'], id: string, request: unknown, context: CallContext): Promise<unknown>;
}

/** Refuses to exist with a faulty or doubled registry: nothing half-registered is ever served. */
export function createDispatcher(bindings: readonly Binding[]): Dispatcher {
  refuseFaulty(bindings);
  return {
    entries: bindings.map(({ operation }) => operation.entry),
    async dispatch(kind, id, request, context) {
      const binding = findBinding(bindings, kind, id);
      demandIdempotencyKey(binding.operation.entry, context);
      const parsed = binding.operation.request.safeParse(request);
      if (!parsed.success) throw invalidInput(id, parsed.error);
      const answer = await binding.handle(parsed.data, context);
      const checked = binding.operation.response.safeParse(answer);
      invariant(checked.success, `the answer of ${id} fits its schema`);
      return checked.data;
    },
  };
}

function refuseFaulty(bindings: readonly Binding[]): void {
  const faults = bindings.flatMap(({ operation }) => operationFaults(operation.entry));
  if (faults.length > 0) {
    const listed = faults.map((fault) => `${fault.operationId} (${fault.code})`).join(', ');
    throw new KeelsonError('operation.unserved', {
      message: `The registry has faulty entries: ${listed}.`,
      nextStep: 'Complete the entries in contracts before serving them.',
      data: { faults: faults.map((fault) => ({ code: fault.code, operation: fault.operationId })) },
    });
  }
  const ids = new Set(bindings.map(({ operation }) => operation.entry.operation_id));
  invariant(ids.size === bindings.length, 'each operation has one handler');
}

function findBinding(bindings: readonly Binding[], kind: OperationEntry['kind'], id: string): Binding {
  const found = bindings.find(({ operation: { entry } }) => entry.operation_id === id && entry.kind === kind);
  if (found) return found;
  const known = bindings.map(({ operation }) => operation.entry.operation_id).sort();
  throw new KeelsonError('operation.unknown', {
    message: `There is no ${kind} "${id}".`,
    nextStep: `Use one of: ${known.join(', ')}.`,
    data: { operation: id, known, validation_code: 'validation.user_action_without_command_registry_entry' },
  });
}

function demandIdempotencyKey({ operation_id, idempotency_key_required }: OperationEntry, { idempotencyKey }: CallContext): void {
  if (!idempotency_key_required || (idempotencyKey ?? '') !== '') return;
  throw new KeelsonError('operation.idempotency_key_missing', {
    message: `"${operation_id}" writes, so it needs an idempotency key.`,
    nextStep: 'Send a fresh unique key in the idempotency-key header, and the same one when you retry.',
    data: { operation: operation_id, validation_code: 'validation.command_missing_idempotency_key' },
  });
}

function invalidInput(id: string, error: z.ZodError): KeelsonError<'input.invalid'> {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const listed = issues.map((issue) => (issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`)).join('; ');
  return new KeelsonError('input.invalid', {
    message: `The request to "${id}" does not fit: ${listed}.`,
    nextStep: 'Correct these fields and send it again; nothing was done.',
    data: { issues },
  });
}
