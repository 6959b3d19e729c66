/** Providers add fields as they please, so what they send is looked at piece by piece and never rejected for more. */
export type WireObject = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): WireObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireObject) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Empty for anything that is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Undefined when the text is no JSON object. */
export function parseObject(text: string): WireObject | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
