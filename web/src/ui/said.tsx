/** Words of the program, with what is to be typed set apart: it stands between backticks, as on the command line. */
export function Said({ text }: { readonly text: string }) {
  return text.split('`').map((part, at, parts) => (at % 2 === 1 && at < parts.length - 1 ? <code key={at}>{part}</code> : at % 2 === 1 ? `\`${part}` : part));
}
