import type { Slot } from '../grammar/part.ts';

/** An address with its scheme: which one is meant without it is for nobody to guess. */
export const urlSlot: Slot = ({ tokens }, at) => {
  const text = (tokens[at]?.text ?? '').replace(/^</, '').replace(/>$/, '');
  const lower = text.toLowerCase();
  if (!lower.startsWith('http://') && !lower.startsWith('https://')) return [];
  return URL.canParse(text) ? [{ end: at + 1, value: text }] : [];
};
