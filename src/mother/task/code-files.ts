/** Files that nobody runs: words, tables and pictures. What is none of these is taken for code. */
const NOT_CODE: ReadonlySet<string> = new Set(['md', 'markdown', 'txt', 'rst', 'adoc', 'csv', 'tsv', 'json', 'jsonl', 'yaml', 'yml', 'xml', 'html', 'htm', 'pdf', 'docx', 'svg', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'tiff', 'log']);

/** Files of a project that look like data and decide how it runs. */
const CODE_NAMES: ReadonlySet<string> = new Set(['package.json', 'tsconfig.json', 'docker-compose.yml', 'docker-compose.yaml']);

export function isCode(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (CODE_NAMES.has(name) || !name.includes('.')) return CODE_NAMES.has(name) || name === 'makefile' || name === 'dockerfile';
  return !NOT_CODE.has(name.slice(name.lastIndexOf('.') + 1));
}
