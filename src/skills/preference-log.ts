/** Where the preferences of a person for one folder stand, one a line, for them to read and change as they like. */
export const PREFERENCES_FILE = '.claude/memory.md';

export const PREFERENCES_TITLE = '# What to keep to here';

/**
 * The file with one more preference. What a person wrote there stays as it is, to the byte; what is there already is not
 * written twice.
 */
export function withPreference(content: string | undefined, preference: string): { readonly content: string; readonly isNew: boolean } {
  const line = `- ${preference.split(/\s+/).filter((word) => word !== '').join(' ')}`;
  const before = content ?? `${PREFERENCES_TITLE}\n\n`;
  if (before.split('\n').some((one) => one.trim() === line)) return { content: before, isNew: false };
  return { content: `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`, isNew: true };
}
