/** What children said of a ledger, over all their lives. */
export interface Acknowledged {
  /** The position of the first entry, by append key. */
  readonly appends: ReadonlyMap<string, number>;
  readonly findings: readonly string[];
}

/** Gathers lines as they were printed; a key is always at one place, and a token is given once. */
export function acknowledgedIn(lines: readonly string[]): Acknowledged {
  const appends = new Map<string, number>();
  const tokens = new Map<string, number>();
  const findings: string[] = [];
  for (const line of lines) {
    const [kind, name, number] = line.split(' ') as [string, string, string];
    if (kind !== 'append' && kind !== 'lease') continue;
    const value = Number(number);
    if (kind === 'append') {
      const before = appends.get(name);
      if (before !== undefined && before !== value) findings.push(`${name} was at ${before} and then at ${value}`);
      appends.set(name, value);
    } else {
      if (value <= (tokens.get(name) ?? 0)) findings.push(`${name}: token ${value} was given again`);
      tokens.set(name, value);
    }
  }
  return { appends, findings };
}
