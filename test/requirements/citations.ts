import { parseAst } from 'rolldown/parseAst';
import type { SourceFile } from '../architecture/source-files.ts';

/** Which test files cite which requirement. */
export type Citations = ReadonlyMap<string, readonly string[]>;

/** Reads the `verifies(…)` calls of test files from their source, so that a skipped test still counts as written. */
export function citationsIn(files: readonly SourceFile[]): Citations {
  const citations = new Map<string, string[]>();
  for (const file of files) {
    if (!file.text.includes('verifies(')) continue;
    for (const id of citedIn(parseAst(file.text, { lang: 'ts' }))) {
      const files = citations.get(id) ?? [];
      if (!files.includes(file.path)) files.push(file.path);
      citations.set(id, files);
    }
  }
  return citations;
}

function citedIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(citedIn);
  if (typeof node !== 'object' || node === null) return [];
  const fields = node as Record<string, unknown>;
  const inner = Object.values(fields).flatMap(citedIn);
  if (fields['type'] !== 'CallExpression') return inner;
  const callee = fields['callee'] as { type: string; name?: string };
  if (callee.type !== 'Identifier' || callee.name !== 'verifies') return inner;
  const values = (fields['arguments'] as { value?: unknown }[]).map((argument) => argument.value);
  return [...inner, ...values.filter((value) => typeof value === 'string')];
}
