/** Names that differ only in case or in the blanks around them, those that belong together in one list. */
export function alikeNames(names: readonly string[]): string[][] {
  const byPlain = new Map<string, string[]>();
  for (const name of names) {
    const plain = name.trim().toLowerCase();
    byPlain.set(plain, [...(byPlain.get(plain) ?? []), name]);
  }
  return [...byPlain.values()].filter((alike) => alike.length > 1);
}
