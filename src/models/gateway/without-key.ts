/** Servers have been seen to quote the key they refuse. */
export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key === '' ? text : text.replaceAll(key, '[key]');
}
