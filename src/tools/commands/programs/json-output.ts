/** Texts that jq may print: those of its program and of a known input, each on its own line and all together. */
const TEXTS_MAX = 32;

export function printedByJq(program: string, input: string | undefined): string | undefined {
  const texts = [...literalsIn(program), ...literalsIn(input ?? '')].slice(0, TEXTS_MAX);
  if (texts.length === 0) return undefined;
  const decoded = program.includes('@base64d') ? texts.map((text) => Buffer.from(text, 'base64').toString('utf8')) : [];
  return [...decoded, ...texts, texts.join(' ')].map((text) => `${text}\n`).join('');
}

function literalsIn(text: string): string[] {
  return [...text.slice(0, 4_096).matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap((match) => {
    try {
      const value: unknown = JSON.parse(match[0]);
      return typeof value === 'string' ? [value] : [];
    } catch {
      return [];
    }
  });
}
