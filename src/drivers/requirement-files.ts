import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { RequirementReader } from '../commands/index.ts';
import { RequirementProof, RequirementRow, VALIDATION_CODES, type Requirement } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';

const PROOFS_FILE = 'done.json';

/**
 * Reads the promises from a folder: one JSON array of rows per file, and `done.json`, which says
 * what enforces the finished ones. The rows of validation codes come from their table in
 * contracts, so that a code's meaning stands in one place.
 */
export function requirementFiles(folder: string): RequirementReader {
  return {
    async read() {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== PROOFS_FILE).sort();
      const listed = await Promise.all(names.map((name) => readJson(join(folder, name), z.array(RequirementRow))));
      const rows = [...listed.flat(), ...validationCodeRows()];
      const proofs = await readJson(join(folder, PROOFS_FILE), z.record(z.string(), RequirementProof));
      refuseDoubles(folder, rows, proofs);
      return rows.map((row) => withStatus(row, proofs[row.id]));
    },
  };
}

function validationCodeRows(): RequirementRow[] {
  return Object.entries(VALIDATION_CODES).map(([id, code]) => ({
    id,
    seed: 'ELN',
    section: code.section,
    kind: 'validation_code',
    module: code.module,
    statement: code.meaning,
  }));
}

function withStatus(row: RequirementRow, proof: RequirementProof | undefined): Requirement {
  return { ...row, status: proof === undefined ? 'planned' : 'done', enforced_by: proof?.enforced_by ?? [] };
}

function refuseDoubles(folder: string, rows: readonly RequirementRow[], proofs: Readonly<Record<string, unknown>>): void {
  const seen = new Set<string>();
  for (const { id } of rows) {
    if (seen.has(id)) throw unreadable(folder, `the requirement ${id} is entered twice`);
    seen.add(id);
  }
  const unknown = Object.keys(proofs).filter((id) => !seen.has(id));
  if (unknown.length > 0) throw unreadable(join(folder, PROOFS_FILE), `no such requirement: ${unknown.join(', ')}`);
}

async function readJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw unreadable(path, String(error), error);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw unreadable(path, z.prettifyError(parsed.error));
  return parsed.data;
}

function unreadable(path: string, detail: string, cause?: unknown): KeelsonError<'requirements.unreadable'> {
  return new KeelsonError('requirements.unreadable', {
    message: `The list of requirements cannot be read: ${basename(path)}: ${detail}.`,
    nextStep: 'Restore the file from the package, or correct it.',
    data: { file: path, detail },
    cause,
  });
}
