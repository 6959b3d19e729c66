/** Every letter by the one thirteen places further. */
export function rotated(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(base + ((letter.charCodeAt(0) - base + 13) % 26));
  });
}
