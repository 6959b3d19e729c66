/** What people call files, and how such files end. */
const ENDINGS_BY_KIND: Readonly<Record<string, readonly string[]>> = {
  typescript: ['ts', 'tsx', 'mts', 'cts'],
  javascript: ['js', 'jsx', 'mjs', 'cjs'],
  python: ['py', 'pyi'],
  rust: ['rs'],
  golang: ['go'],
  java: ['java'],
  kotlin: ['kt'],
  ruby: ['rb'],
  php: ['php'],
  swift: ['swift'],
  'c#': ['cs'],
  'c++': ['cpp', 'cc', 'cxx', 'hpp'],
  shell: ['sh', 'bash'],
  css: ['css', 'scss'],
  html: ['html', 'htm'],
  markdown: ['md', 'markdown'],
  json: ['json'],
  yaml: ['yaml', 'yml'],
  toml: ['toml'],
  xml: ['xml'],
  csv: ['csv'],
  sql: ['sql'],
  text: ['txt'],
  log: ['log'],
  pdf: ['pdf'],
  word: ['docx'],
  excel: ['xlsx', 'xls'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'tif', 'tiff', 'avif', 'bmp', 'svg'],
  video: ['mp4', 'mov', 'mkv', 'avi', 'webm'],
  audio: ['mp3', 'wav', 'flac', 'm4a', 'ogg'],
  archive: ['zip', 'tar', 'gz', 'tgz', 'bz2', 'xz', '7z'],
  source: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'py', 'rs', 'go', 'java', 'kt', 'c', 'h', 'cc', 'cpp', 'hpp', 'cs', 'rb', 'php', 'swift', 'sh', 'lua', 'scala', 'css', 'vue', 'svelte'],
};

const KIND_BY_WORD: Readonly<Record<string, string>> = { images: 'image', photo: 'image', photos: 'image', picture: 'image', pictures: 'image', screenshots: 'image', videos: 'video', movies: 'video', music: 'audio', recordings: 'audio', archives: 'archive', code: 'source', pdfs: 'pdf', logs: 'log', csvs: 'csv', bash: 'shell' };

/** Endings that are said without a dot, such as "jpg files" and "jpgs". */
const SPOKEN_ENDINGS = new Set(['ts', 'tsx', 'js', 'jsx', 'py', 'rs', 'md', 'txt', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'tiff', 'avif', 'bmp', 'docx', 'xlsx', 'zip', 'mp3', 'mp4', 'yml', 'tsv', 'jsonl', 'rb', 'sh', 'cpp', 'htm', 'ini', 'env', 'lock']);

/** The pattern of names that a word for a kind of files stands for; undefined when it is none. */
export function patternOfKind(word: string): string | undefined {
  const kind = Object.hasOwn(KIND_BY_WORD, word) ? (KIND_BY_WORD[word] ?? word) : word;
  if (Object.hasOwn(ENDINGS_BY_KIND, kind)) return patternOf(ENDINGS_BY_KIND[kind] ?? []);
  const ending = word.startsWith('.') ? word.slice(1) : word;
  if (SPOKEN_ENDINGS.has(ending)) return patternOf(alike(ending));
  return ending.endsWith('s') && SPOKEN_ENDINGS.has(ending.slice(0, -1)) ? patternOf(alike(ending.slice(0, -1))) : undefined;
}

/** People say jpg and mean jpeg too. */
function alike(ending: string): readonly string[] {
  return ending === 'jpg' || ending === 'jpeg' ? ['jpg', 'jpeg'] : [ending];
}

function patternOf(endings: readonly string[]): string {
  return endings.length === 1 ? `*.${endings[0]}` : `*.{${endings.join(',')}}`;
}

/** How the kinds are called, where a capital alone does not make the name. */
const NAMES: Readonly<Record<string, string>> = { typescript: 'TypeScript', javascript: 'JavaScript', php: 'PHP', golang: 'Go', css: 'CSS', html: 'HTML', json: 'JSON', yaml: 'YAML', toml: 'TOML', xml: 'XML', csv: 'CSV', sql: 'SQL', pdf: 'PDF', text: 'text', log: 'log', image: 'image', video: 'video', audio: 'audio', archive: 'archive', source: 'source' };

/** The kind that a pattern stands for, in the words in which people ask for it: "TypeScript", ".png"; undefined for any other pattern. */
export function kindOfPattern(pattern: string): string | undefined {
  const kind = Object.keys(ENDINGS_BY_KIND).find((one) => patternOf(ENDINGS_BY_KIND[one] ?? []) === pattern);
  if (kind !== undefined) return nameOf(kind);
  if (pattern === patternOf(alike('jpg'))) return '.jpg or .jpeg';
  return pattern.startsWith('*.') && !['*', '?', '{', '[', '/'].some((sign) => pattern.slice(1).includes(sign)) ? pattern.slice(1) : undefined;
}

function nameOf(kind: string): string {
  return NAMES[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** Languages that are no kind of files to ask for by their name. */
const LANGUAGE_BY_ENDING: Readonly<Record<string, string>> = { c: 'C', h: 'C', lua: 'Lua', scala: 'Scala', vue: 'Vue', svelte: 'Svelte' };
/** No languages, though they are kinds. */
const NO_LANGUAGES = new Set(['source', 'image', 'video', 'audio', 'archive', 'text', 'log', 'pdf', 'word', 'excel', 'csv']);

/** The language that a file is written in, by its ending; the ending itself where it says no language. */
export function languageOfPath(path: string): string {
  const ending = kindOfPath(path).slice(1);
  const kind = Object.keys(ENDINGS_BY_KIND).find((one) => !NO_LANGUAGES.has(one) && ENDINGS_BY_KIND[one]?.includes(ending));
  return LANGUAGE_BY_ENDING[ending] ?? (kind === undefined ? kindOfPath(path) : nameOf(kind));
}

/** Whether a pattern means code, so that its kinds are languages. */
export function isCode(pattern: string): boolean {
  return pattern === patternOf(ENDINGS_BY_KIND['source'] ?? []);
}

/** The kind of a file by its name, as it is told to people. */
export function kindOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : 'no ending';
}
