import type { Slot } from '../grammar/part.ts';

const GLOB = /^[\p{L}\p{N}\p{M}._~@+/*?[\]{},!-]+$/u;
const EXTENSION = /^\.[A-Za-z0-9]{1,10}$/;

/** A pattern of names, which a star, a set or a choice shows it to be. */
const glob: Slot = ({ tokens }, at) => {
  const token = tokens[at];
  if (token === undefined || !(token.isQuoted || GLOB.test(token.text))) return [];
  const isPattern = token.text.includes('*') || (token.text.includes('?') && !token.text.endsWith('?')) || (token.text.includes('{') && token.text.includes('}'));
  return isPattern && !token.text.includes(' ') && !token.text.includes('://') ? [{ end: at + 1, value: token.text }] : [];
};

/** `.ts`: an extension with its dot. */
const extension: Slot = ({ tokens }, at) => {
  const token = tokens[at];
  return token !== undefined && EXTENSION.test(token.text) ? [{ end: at + 1, value: token.text }] : [];
};

export const globSlots = { glob, extension } satisfies Record<string, Slot>;
