/** Kinds of files that a request can be told apart by; lower-case, without the dot. */
export const IMAGE_EXTENSIONS: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'avif', 'heic']);
export const DOCUMENT_EXTENSIONS: ReadonlySet<string> = new Set(['pdf', 'docx', 'html', 'htm', 'xhtml']);
export const DATABASE_EXTENSIONS: ReadonlySet<string> = new Set(['db', 'sqlite', 'sqlite3', 'db3']);
/** Programs: files that have an outline of functions and types. */
export const SOURCE_EXTENSIONS: ReadonlySet<string> = new Set(['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'py', 'pyi', 'rs', 'go', 'java', 'kt', 'c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'cs', 'rb', 'php', 'swift', 'scala', 'sh', 'bash', 'lua', 'zig', 'ex', 'exs', 'dart', 'vue', 'svelte', 'css', 'ps1']);
/** Opaque as text: reading such a file line by line is never what was meant. */
export const OPAQUE_EXTENSIONS: ReadonlySet<string> = new Set([
  ...IMAGE_EXTENSIONS, ...DATABASE_EXTENSIONS, 'pdf', 'docx', 'doc', 'xlsx', 'xls', 'pptx', 'odt', 'zip', 'gz', 'tgz', 'tar', 'bz2', 'xz', '7z', 'rar', 'jar', 'exe', 'dll', 'so', 'dylib',
  'bin', 'class', 'wasm', 'mp3', 'mp4', 'm4a', 'mov', 'avi', 'mkv', 'wav', 'flac', 'ogg', 'ico', 'ttf', 'otf', 'woff', 'woff2',
]);

/** Files without an extension that everybody knows by their name, spelt exactly so. */
export const KNOWN_FILE_NAMES: ReadonlySet<string> = new Set(['Makefile', 'GNUmakefile', 'Dockerfile', 'Containerfile', 'Jenkinsfile', 'Procfile', 'Gemfile', 'Rakefile', 'Vagrantfile', 'Justfile', 'justfile', 'Brewfile', 'Pipfile', 'LICENSE', 'LICENCE', 'CODEOWNERS', 'NOTICE', 'AUTHORS', 'CMakeLists.txt']);

/** Ends of names that are hosts and not files. */
export const HOST_ENDINGS: ReadonlySet<string> = new Set(['com', 'org', 'net', 'io', 'ai', 'dev', 'app', 'edu', 'gov', 'uk', 'de', 'eu']);

/** Names of projects that look like names of files. */
export const PROJECT_NAMES: ReadonlySet<string> = new Set(['node.js', 'vue.js', 'next.js', 'nuxt.js', 'react.js', 'express.js', 'three.js', 'd3.js', 'nest.js', 'ember.js', 'backbone.js', 'asp.net', 'socket.io']);

/** Words that stand where the name of a folder might, and are none. */
export const NOT_FOLDER_NAMES: ReadonlySet<string> = new Set([
  'a', 'an', 'the', 'this', 'that', 'these', 'those', 'it', 'its', 'them', 'they', 'here', 'there', 'my', 'our', 'your', 'his', 'her', 'their', 'me', 'us', 'you', 'all', 'any', 'every', 'each', 'some', 'both', 'other', 'another',
  'which', 'what', 'where', 'who', 'how', 'when', 'why', 'and', 'or', 'but', 'not', 'no', 'if', 'then', 'so', 'of', 'in', 'on', 'at', 'to', 'for', 'from', 'with', 'by', 'under', 'inside', 'is', 'are', 'be', 'current', 'same',
  'folder', 'folders', 'directory', 'directories', 'dir', 'file', 'files', 'repo', 'repository', 'project', 'workspace', 'codebase', 'code', 'root', 'parent', 'called', 'named', 'general', 'particular', 'order', 'detail', 'details', 'full',
  'total', 'alphabetical', 'reverse', 'git', 'tests', 'test', 'progress', 'memory', 'production', 'staging', 'today', 'yesterday', 'tomorrow', 'everything', 'everywhere', 'parallel', 'background', 'verbose', 'debug', 'ci', 'case', 'english',
  'german', 'french', 'spanish', 'italian', 'portuguese', 'dutch', 'json', 'markdown', 'python', 'typescript', 'javascript', 'rust', 'go', 'java',
]);

/** Folders that many projects have, known as such without a word beside them. */
export const KNOWN_FOLDER_NAMES: ReadonlySet<string> = new Set(['src', 'lib', 'libs', 'app', 'apps', 'bin', 'cmd', 'pkg', 'packages', 'internal', 'include', 'test', 'tests', '__tests__', 'spec', 'docs', 'doc', 'scripts', 'tools', 'config', 'public', 'static', 'assets', 'dist', 'build', 'out', 'target', 'vendor', 'node_modules', 'examples', 'fixtures', 'components', 'server', 'client', 'frontend', 'backend', 'api', 'web', 'migrations', 'templates', '.github', '.vscode', '.git']);
