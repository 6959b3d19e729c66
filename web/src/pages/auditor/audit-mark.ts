const [NUMBER, HASH] = [/^[1-9]\d*$/, /^[0-9a-f]{64}$/];

/** NUMBER:HASH, as a person noted it down: what is asked for it, nothing where nothing was typed, or that it is no mark. */
export function askedWith(typed: string): { readonly expected?: string } | 'odd' {
  const mark = typed.trim();
  if (mark === '') return {};
  const [number = '', hash = '', ...rest] = mark.split(':');
  return NUMBER.test(number) && HASH.test(hash) && rest.length === 0 ? { expected: mark } : 'odd';
}
