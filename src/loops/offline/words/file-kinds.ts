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

/** The kind of a file by its name, as it is told to people. */
export function kindOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : 'no ending';
}
