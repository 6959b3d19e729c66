import { StorageRef } from '../../contracts/index.ts';
import { checkText } from '../../redaction/index.ts';
import { valuesIn, type PlacedValue } from './content-walk.ts';
import { blocking, type ReviewedArtifact, type ReviewFinding } from './review-finding.ts';

/**
 * Keys and passwords in what is handed in. A finding says where and never what. In a patch only what it adds blocks: one
 * that takes a secret out is the remedy, though the secret has been in the history and must be changed.
 */
export function secretFindings({ type, content }: ReviewedArtifact): ReviewFinding[] {
  const values = [...valuesIn(content)];
  // The key of an address is where a record lies: it is called a key and opens nothing.
  const addresses = new Set(values.filter(({ value }) => StorageRef.safeParse(value).success).map(({ pointer }) => `${pointer}/key`));
  const texts = values.filter((placed): placed is PlacedValue & { value: string } => typeof placed.value === 'string');
  return texts.flatMap(({ pointer, name, value }) => {
    const place = `${type}${pointer}`;
    if (name !== 'diff') return (!addresses.has(pointer) && holdsSecret(`${name}: ${value}`)) || holdsSecret(value) ? [secretAt(place)] : [];
    if (holdsSecret(linesOf(value, '+'))) return [secretAt(`${place}, in what it adds`)];
    return holdsSecret(linesOf(value, '-')) || holdsSecret(linesOf(value, ' ')) ? [secretBefore(place)] : [];
  });
}

function holdsSecret(text: string): boolean {
  return checkText(text).spans.some(({ type }) => type === 'SECRET');
}

/** The lines of a unified diff that begin with this mark, without it; headers are no lines of a file. */
function linesOf(diff: string, mark: '+' | '-' | ' '): string {
  const lines = diff.split('\n').filter((line) => line.startsWith(mark) && !line.startsWith('+++ ') && !line.startsWith('--- '));
  return lines.map((line) => line.slice(1)).join('\n');
}

function secretAt(place: string): ReviewFinding {
  return blocking(`There is a secret in ${place}.`, 'Take it out and name the variable or file from which it is read instead.', 'No detector of secrets finds anything there.');
}

function secretBefore(place: string): ReviewFinding {
  return { finding: `${place} shows a secret that stood in the files before.`, severity: 'advice', refs: [], fix: 'Have it changed: whoever read the files knows it.', test: 'The old secret no longer opens anything.' };
}
