import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { JsonObject } from '../contracts/index.ts';
import { canonicalJson, sha256Hex } from './canonical-json.ts';
import { KeelsonError } from './errors.ts';
import { JSON_SCHEMA_CHARS_MAX, JSON_SCHEMA_PROBLEMS_MAX, JSON_SCHEMAS_KEPT_MAX } from './limits.ts';
import { compilePattern } from './patterns.ts';

/** What is wrong with a value: where, as a JSON pointer, and what was expected there. */
export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
}

/** The problems of a value; none when it fits. */
export type SchemaCheck = (value: unknown) => readonly SchemaProblem[];

/** Loaded when the first schema is compiled: most commands never need it. */
const load = createRequire(import.meta.url);
const kept = new Map<string, SchemaCheck>();
/** A tool's schema is the same object at every call, and is never changed: its text need not be written to find its check. */
const byObject = new WeakMap<JsonObject, SchemaCheck>();

/**
 * Compiles a JSON Schema: 2020-12, or draft 7 and older where it says so. Schemas come from tools and servers that nobody
 * here wrote, so patterns run in linear time, nothing is fetched, and what cannot be compiled is refused.
 */
export function compileJsonSchema(schema: JsonObject): SchemaCheck {
  const known = byObject.get(schema) ?? checkByText(schema);
  byObject.set(schema, known);
  return known;
}

function checkByText(schema: JsonObject): SchemaCheck {
  const text = canonicalJson(schema);
  if (text.length > JSON_SCHEMA_CHARS_MAX) throw refused(`it has ${text.length} characters, more than ${JSON_SCHEMA_CHARS_MAX}`);
  const hash = sha256Hex(text);
  const known = kept.get(hash);
  if (known !== undefined) return known;
  const check = checkOf(validatorOf(schema));
  if (kept.size >= JSON_SCHEMAS_KEPT_MAX) kept.delete(kept.keys().next().value ?? '');
  kept.set(hash, check);
  return check;
}

function validatorOf(schema: JsonObject): ValidateFunction {
  const { $schema: dialect, ...rules } = schema;
  const compiler = compilerFor(typeof dialect === 'string' ? dialect : '');
  try {
    return compiler.compile(rules);
  } catch (error) {
    throw refused(error instanceof Error ? error.message : String(error));
  } finally {
    // A compiler keeps every schema, and refuses a second one that calls itself the same.
    compiler.removeSchema(rules);
    if (typeof rules['$id'] === 'string') compiler.removeSchema(rules['$id']);
  }
}

/** As Ajv wants one: it asks whether a text matches, and tells patterns apart by their text. */
const linearPattern = Object.assign(
  (source: string) => {
    const pattern = compilePattern(source, 'u');
    return { test: (text: string) => pattern.test(text), toString: () => source };
  },
  { code: 'compilePattern' },
);

/** One for each dialect: most of the time to make one goes into its own schema of schemas. */
const compilers = new Map<boolean, Ajv>();

function compilerFor(dialect: string): Ajv {
  const isOld = ['draft-07', 'draft-06', 'draft-04'].some((name) => dialect.includes(name));
  const made = compilers.get(isOld) ?? newCompiler(isOld);
  compilers.set(isOld, made);
  return made;
}

function newCompiler(isOld: boolean): Ajv {
  const { default: Compiler } = load(isOld ? 'ajv' : 'ajv/dist/2020.js') as { default: new (options: object) => Ajv };
  return new Compiler({ strict: false, allErrors: true, validateFormats: false, logger: false, addUsedSchema: false, code: { regExp: linearPattern } });
}

function checkOf(validate: ValidateFunction): SchemaCheck {
  return (value) => (validate(value) ? [] : (validate.errors ?? []).slice(0, JSON_SCHEMA_PROBLEMS_MAX).map(problemOf));
}

function problemOf({ instancePath, message, params }: ErrorObject): SchemaProblem {
  const named = (params as { additionalProperty?: string }).additionalProperty;
  const allowed = (params as { allowedValues?: unknown[] }).allowedValues;
  const detail = named === undefined ? (allowed === undefined ? '' : `: ${allowed.map((value) => JSON.stringify(value)).join(', ')}`) : `: ${JSON.stringify(named)}`;
  return { path: instancePath, message: `${message ?? 'does not fit'}${detail}` };
}

function refused(detail: string): KeelsonError {
  return new KeelsonError('schema.refused', {
    message: `The JSON Schema cannot be used: ${detail}.`,
    nextStep: 'Correct the schema where it is declared; only references within it are followed.',
    data: { detail },
  });
}
