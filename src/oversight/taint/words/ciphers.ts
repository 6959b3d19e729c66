/** Ways to write the same letters otherwise that need no key. */
export function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

export function rot13(text: string): string {
  return rotated(text, 13);
}

export function rotated(text: string, places: number): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCodePoint(((letter.charCodeAt(0) - base + places) % 26) + base);
  });
}

const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', $: 's', '@': 'a', '!': 'i', l: 'i' };

/** Digits and signs that pass for letters, as letters; `l` and `i` fall together. */
export function withoutLeet(text: string): string {
  return text.replace(/[0134578$@!l]/g, (sign) => LEET[sign] ?? sign);
}
