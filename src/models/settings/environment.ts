/** The environment as `main` read it. An empty variable counts as one that is not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

export function variableOf(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim() ?? '';
  return value === '' ? undefined : value;
}
