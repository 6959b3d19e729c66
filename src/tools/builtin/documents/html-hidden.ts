/** Elements whose content a reader never sees, whatever the page says of them. */
export const SCRIPTS: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'canvas', 'audio', 'video', 'select', 'datalist', 'textarea']);

const NONE_VALUES: ReadonlySet<string> = new Set(['0', '0px', '0%', '0em', '0rem', '0pt', '0.0']);

/**
 * Whether a page hides an element from readers by its own attributes. What a style sheet or a colour hides is not seen
 * here, so text that is shown is not vouched for either: it all stays untrusted.
 */
export function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  if ('hidden' in attributes || (attributes['type'] ?? '').toLowerCase() === 'hidden') return true;
  return declarations(attributes['style'] ?? '').some(([property, value]) => hides(property, value));
}

function hides(property: string, value: string): boolean {
  if (property === 'display') return value === 'none';
  if (property === 'visibility') return value === 'hidden' || value === 'collapse';
  if (property === 'opacity' || property === 'font-size' || property === 'max-height') return NONE_VALUES.has(value);
  if (property === 'text-indent' || property === 'left' || property === 'top') return value.startsWith('-') && Math.abs(Number.parseFloat(value)) >= 999;
  return false;
}

function declarations(style: string): [string, string][] {
  return style.split(';').map((part) => {
    const colon = part.indexOf(':');
    const [property, value] = [part.slice(0, colon), part.slice(colon + 1)].map((text) => text.trim().toLowerCase());
    return [property ?? '', (value ?? '').replace('!important', '').trim()];
  });
}
