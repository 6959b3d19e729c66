/** For providers that take system messages only at the start: later ones travel in the user's words, marked as what they are. */
export function systemNotice(text: string): string {
  return `<system_notice>\n${text}\n</system_notice>`;
}
