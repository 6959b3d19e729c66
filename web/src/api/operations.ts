import type { z } from 'zod';
import type * as contracts from '../../../src/contracts/index.ts';

type Contracts = typeof contracts;

/** Every operation of the contracts by its id, known to the compiler: a page cannot ask for what is not registered. */
type Declared = {
  [Name in keyof Contracts as Contracts[Name] extends { readonly entry: { readonly operation_id: infer Id extends string } } ? Id : never]: Contracts[Name];
};
type OfKind<Kind extends string> = { [Id in keyof Declared]: Declared[Id] extends { readonly entry: { readonly kind: Kind } } ? Id : never }[keyof Declared];

export type QueryId = OfKind<'query'>;
export type CommandId = OfKind<'command'>;
export type OperationId = QueryId | CommandId;

export type RequestOf<Id extends OperationId> = Declared[Id] extends { readonly request: infer Schema extends z.ZodType } ? z.input<Schema> : never;
export type ResponseOf<Id extends OperationId> = Declared[Id] extends { readonly response: infer Schema extends z.ZodType } ? z.output<Schema> : never;
