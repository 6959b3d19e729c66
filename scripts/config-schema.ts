import { z } from 'zod';
import { KeelsonConfig } from '../src/contracts/index.ts';

export const CONFIG_SCHEMA_FILE = 'docs/keelson.config.schema.json';

/** The schema of the configuration file, for editors that complete and check as one types. */
export function configSchema(): string {
  const schema = z.toJSONSchema(KeelsonConfig, { io: 'input', target: 'draft-2020-12' });
  return `${JSON.stringify({ title: 'Keelson configuration', ...schema }, undefined, 2)}\n`;
}
