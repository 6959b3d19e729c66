import { z } from 'zod';
import * as artifacts from '../artifacts/index.ts';
import * as audit from '../audit/index.ts';
import * as commands from '../commands/index.ts';
import * as context from '../context/index.ts';
import * as core from '../core/index.ts';
import * as evaluation from '../evaluation/index.ts';
import * as events from '../events/index.ts';
import * as forks from '../forks/index.ts';
import * as formulas from '../formulas/index.ts';
import * as ledger from '../ledger/index.ts';
import * as library from '../library/index.ts';
import * as memory from '../memory/index.ts';
import * as modelApi from '../model-api/index.ts';
import * as models from '../models/index.ts';
import * as oversight from '../oversight/index.ts';
import * as redaction from '../redaction/index.ts';
import * as replay from '../replay/index.ts';
import * as roles from '../roles/index.ts';
import * as runs from '../runs/index.ts';
import * as system from '../system/index.ts';
import * as tools from '../tools/index.ts';
import * as validation from '../validation/index.ts';
import { isTypeName, typeNameOf } from './schema-ref.ts';
import * as typeOwners from './type-owners.ts';

/** Every folder of contracts. A test compares this table with the source, so none can be forgotten. */
const FOLDERS: readonly Readonly<Record<string, unknown>>[] = [
  artifacts,
  audit,
  commands,
  context,
  core,
  evaluation,
  events,
  forks,
  formulas,
  ledger,
  library,
  memory,
  modelApi,
  models,
  oversight,
  redaction,
  replay,
  roles,
  runs,
  system,
  tools,
  typeOwners,
  validation,
];

/** Every schema by the name of its type. */
export const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  FOLDERS.flatMap((folder) => Object.entries(folder)).filter(
    (entry): entry is [string, z.ZodType] => isTypeName(entry[0]) && entry[1] instanceof z.ZodType,
  ),
);

/** The schema that a reference names, or undefined when no canonical type has that name. */
export function schemaByRef(ref: core.SchemaRef): z.ZodType | undefined {
  const name = typeNameOf(ref);
  // The table above holds the same, but to make it every schema is made.
  const found = isTypeName(name) ? FOLDERS.findLast((folder) => Object.hasOwn(folder, name))?.[name] : undefined;
  return found instanceof z.ZodType ? found : undefined;
}

/**
 * The same as JSON Schema, for surfaces and models. It describes what may be sent in; rules that JSON
 * Schema cannot say are left out of it and still hold when the value is parsed.
 */
export function jsonSchemaOf(ref: core.SchemaRef): z.core.JSONSchema.JSONSchema | undefined {
  const schema = schemaByRef(ref);
  return schema === undefined ? undefined : z.toJSONSchema(schema, { io: 'input' });
}
