import { sha256Hex } from '../../kernel/index.ts';

/** Every provider takes this many. */
const CALL_ID_CHARS_MAX = 40;

/**
 * Gives calls ids that every provider takes and that no other call of the conversation has. The same conversation gets
 * the same ids each time, so that its bytes stay as they were.
 */
export function createCallIds(): (id: string) => string {
  const taken = new Set<string>();
  return (id) => {
    const base = isPlain(id) ? id : `call_${sha256Hex(id).slice(0, 24)}`;
    let unique = base;
    for (let number = 2; taken.has(unique); number += 1) unique = `${base.slice(0, CALL_ID_CHARS_MAX - 6)}_${number}`;
    taken.add(unique);
    return unique;
  };
}

function isPlain(id: string): boolean {
  if (id.length === 0 || id.length > CALL_ID_CHARS_MAX) return false;
  for (const character of id) if (!isPlainCharacter(character)) return false;
  return true;
}

function isPlainCharacter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || (character >= '0' && character <= '9') || character === '_' || character === '-';
}
