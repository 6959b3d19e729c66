import { z } from 'zod';
import { EVENTS, SCHEMAS, schemaByRef, schemaRef } from '../../src/contracts/index.ts';
import { builtinTools } from '../../src/tools/index.ts';

/** Says of every schema how it is described and what it has against some values. */
const VALUES: readonly unknown[] = [undefined, null, '', 'a word', 0, -1, true, [], ['a'], {}, { type: 'none', unexpected: 1 }];

function told(name: string, schema: z.ZodType): string {
  const against = VALUES.map((value) => schema.safeParse(value).error?.issues.map(({ code, path, message }) => [code, path, message]) ?? 'nothing');
  return JSON.stringify([name, described(schema), against]);
}

function described(schema: z.ZodType): unknown {
  try {
    return [z.toJSONSchema(schema, { io: 'input' }), z.toJSONSchema(schema, { io: 'output' })];
  } catch (error) {
    return String(error);
  }
}

const lines = [
  ...[...SCHEMAS].flatMap(([name, schema]) => [told(name, schema), String(schemaByRef(schemaRef(name)) === schema)]),
  ...EVENTS.map(({ type, payload }) => told(type, payload)),
  ...builtinTools({ webSearch: {} }).map(({ definition }) => JSON.stringify(definition)),
];
process.stdout.write(lines.join('\n'));
