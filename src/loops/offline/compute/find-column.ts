/** The column that somebody means: by its name as it is, without regard to case and signs, or in the singular. Undefined when none or several fit. */
export function findColumn(said: string, columns: readonly string[]): string | undefined {
  if (columns.includes(said)) return said;
  for (const shape of [plain, (name: string) => singular(plain(name))]) {
    const fitting = columns.filter((column) => shape(column) === shape(said));
    if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined;
  }
  return undefined;
}

function plain(name: string): string {
  return [...name.toLowerCase()].filter((character) => /[\p{L}\p{N}]/u.test(character)).join('');
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}
