import { z } from 'zod';
import type { Operation, OperationEntry } from '../contracts/index.ts';

/** What can be asked over HTTP, in the form in which other programs read it, made from the contracts themselves. */
export function openApiOf(operations: readonly Operation[], served: readonly OperationEntry[], version: string): Readonly<Record<string, unknown>> {
  const ids = new Set(served.map(({ operation_id: id }) => id));
  const shown = operations.filter(({ entry }) => ids.has(entry.operation_id));
  return {
    openapi: '3.1.0',
    info: { title: 'Keelson', version, description: 'Every command and query, and the log as a stream. Each refusal has a code and a next step.' },
    security: [{ token: [] }],
    paths: { ...Object.fromEntries(shown.map((operation) => [pathOf(operation.entry), { post: postOf(operation) }])), '/v1/events': { get: EVENTS } },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: { type: 'object', required: ['code', 'message', 'next_step', 'data'], properties: { code: { type: 'string' }, message: { type: 'string' }, next_step: { type: 'string' }, data: { type: 'object' } } } },
    },
  };
}

export function pathOf({ kind, operation_id: id }: Pick<OperationEntry, 'kind' | 'operation_id'>): string {
  return `/v1/${kind === 'command' ? 'commands' : 'queries'}/${id}`;
}

function postOf({ entry, request, response }: Operation): Readonly<Record<string, unknown>> {
  const key = { name: 'idempotency-key', in: 'header', required: true, schema: { type: 'string' }, description: 'The same key and content give the first result again.' };
  return {
    operationId: entry.operation_id,
    tags: [entry.operation_id.split('.')[0]],
    description: Object.entries(entry.behaviours).map(([state, text]) => `${state}: ${text}`).join('\n'),
    ...(entry.idempotency_key_required && { parameters: [key] }),
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(request, 'input') } } },
    responses: {
      200: { description: 'What came of it.', content: { 'application/json': { schema: jsonSchema(response, 'output') } } },
      ...(entry.kind === 'command' && { 202: { description: 'Asked for with `Prefer: respond-async`: it goes on by itself, and the log tells how.' } }),
      default: { description: `Refused. Codes: ${entry.failure_codes.join(', ')}`, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
    },
  };
}

/** What cannot be said in a schema is left open there; it is checked all the same. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' });
  return rest;
}

const EVENTS = {
  operationId: 'events',
  description: 'The log as server-sent events, from `after` or Last-Event-ID on. The id of an event is its position; `event: dropped` tells who was too slow to come back.',
  parameters: [
    { name: 'after', in: 'query', schema: { type: 'integer', minimum: 0 } },
    { name: 'run', in: 'query', schema: { type: 'string' }, description: 'Only what belongs to this run.' },
    { name: 'last-event-id', in: 'header', schema: { type: 'integer', minimum: 0 } },
  ],
  responses: { 200: { description: 'One event for each entry.', content: { 'text/event-stream': {} } } },
} as const;
