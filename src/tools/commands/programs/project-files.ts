/** Tools that make files out of files: compilers, formatters, bundlers, converters. Wherever a path may stand, it may be written to. */
import type { Call, ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { isKnown } from '../expand/marks.ts';
import { judgeCodeFile } from './script-files.ts';

/** Where headers and libraries are looked for, and what only looks like a path. */
const ONLY_READ = /^(-I|-L|-isystem|--include|--proto_path|--load-path|--resource-path|--data-dir|--bibliography|--csl|--template|--css|--lib|-cp|-classpath|--classpath)/;
const NO_PATH = /^--?(base|baseURL|base-url|public-path|public-url|url|host|port|define|D|banner|footer|site|title|metadata|M|V|variable)([:=].*|[A-Z_].*)?$/;
/** Options whose file is run as code. */
const LOADS = /^--?(c|config|plugin|plugins|require|r|loader|lua-filter|L|filter|F|pdf-engine|resolve-plugins-relative-to|rulesdir|custom-syntax|processor|extension)(=(.*))?$/;
const FETCHES = /^(https?|ftp|msl|mvg|ephemeral|url|rtmp|tcp|udp):|^\|/;

/** A value inside the workspace says nothing; one that leads out of it is judged as a place to write to. */
const makesFiles: ProgramRule = (call) => {
  for (const [index, argument] of call.args.entries()) {
    const before = call.args[index - 1] ?? '';
    const equals = argument.indexOf('=');
    const isOption = argument.startsWith('-');
    const value = !isOption ? argument : equals !== -1 ? argument.slice(equals + 1) : argument.startsWith('--') ? '' : argument.slice(2);
    if (FETCHES.test(isOption ? value : argument)) call.ask('network', `${call.shown} reads from elsewhere, or starts a program.`);
    else if (value === '' || NO_PATH.test(argument) || (!isOption && NO_PATH.test(before))) continue;
    else if (isFound(value, before)) call.read(value);
    else if (ONLY_READ.test(argument) || (!isOption && ONLY_READ.test(before))) call.read(value);
    else {
      call.read(value);
      call.write(value);
    }
    loadsCode(call, argument, before, value);
  }
};

/** Names that another program has found, as in `git diff --name-only | xargs prettier`; where the output goes must be known. */
function isFound(value: string, before: string): boolean {
  return !isKnown(value) && !/^(\/|~|\.\.)/.test(value) && !/^--?(o|out.*|d|dest.*|dir.*)$/i.test(before);
}

/** A configuration of the project is trusted as its scripts are; one from elsewhere is code from elsewhere. */
function loadsCode(call: Call, argument: string, before: string, value: string): void {
  const loads = LOADS.test(argument) ? argument.includes('=') : LOADS.test(before) && !argument.startsWith('-') && !before.includes('=');
  if (loads && /^(\.\.|\/|~)/.test(value)) judgeCodeFile(call, call.paths(value)[0] ?? '', value);
}

/** A converter's options may name programs. */
const publishes = (verbs: RegExp, inner: ProgramRule): ProgramRule => (call) => {
  if (verbs.test(call.args.find((argument) => !argument.startsWith('-')) ?? '')) call.ask('publish', `${call.shown} publishes something, or changes an account.`);
  return inner(call);
};

const latex: ProgramRule = (call) => {
  if (call.args.some((argument) => /^--?(shell-escape|enable-write18|e|pdflatex|latex|lualatex|xelatex|usepretex|r)(=|$)/.test(argument))) call.ask('runs_program', `${call.shown} lets a document start programs.`);
  return makesFiles(call);
};

/** Without a window it only converts; a document's macros and other uses ask. */
const office: ProgramRule = (call) => {
  if (!call.args.includes('--headless') || !call.args.includes('--convert-to') || call.args.some((argument) => argument.startsWith('macro:'))) call.ask('opens', `${call.shown} opens documents, which may run macros.`);
  return makesFiles(call);
};

const ghostscript: ProgramRule = (call) => {
  const unsafe = call.args.some((argument) => /^-d(NOSAFER|DELAYSAFER)|^-c$|^-sOutputFile=[%|]/.test(argument) || argument.includes('%pipe%'));
  if (unsafe) call.ask('runs_program', `${call.shown} lets a document start programs.`);
  return makesFiles(call);
};

/** exiftool evaluates Perl in its conditions. */
const exif: ProgramRule = (call) => {
  if (call.args.some((argument) => /^-(if|p|d|userParam|config|execute|@)[0-9]*$/i.test(argument))) call.ask('inline_code', `${call.shown} may run code that is given on the command line.`);
  return makesFiles(call);
};

const NAMES = (
  'api-extractor as asciidoctor autoconf autoflake automake autopep8 autoreconf babel biber bibtex bibtool biome bison black ' +
  'bun-types circo clang-format cmark compare composite convert csscomb csvformat cwebp djlint docformatter dos2unix dot ' +
  'doxygen dprint dwebp ebook-convert elixirc elm-format erlc esbuild eslint esno fdp flac flex fourmolu genhtml gifsicle ' +
  'gleam-format gofmt gofumpt goimports gperf img2pdf in2csv inkscape isort jar java-format javac jpegoptim jpegtran jsdoc ' +
  'kotlinc ktlint lame latexdiff ld lessc lex luac magick makeindex mermaid microbundle mmdc mogrify montage msgfmt mutool ncc ' +
  'neato ocamlformat ocrmypdf oggenc optipng ormolu osage pandoc parcel patchwork pdfcrop pdfseparate pdftk pdftocairo ' +
  'pdftohtml pdftoppm pdftops pdftotext pdfunite pip-compile plantuml pngcrush pngquant postcss potrace prettier prettierd ' +
  'protoc ps2pdf pyproject-build pyupgrade qpdf ranlib rollup rsvg-convert rustc rustfmt sass scalac scalafmt scss sfdp shfmt ' +
  'sox sphinx-apidoc sphinx-autogen sphinx-build sql-formatter sqlformat standard strip stylua svgo swc swiftc swiftformat ' +
  'tailwindcss taplo terser tesseract tidy tsc tsup twopi typedoc uglifyjs unbuild unix2dos unoconv weasyprint webpack ' +
  'wkhtmltopdf xgettext xo xsltproc yacc yapf '
).trim().split(' ');

export const PROJECT_FILE_PROGRAMS: ProgramTable = {
  ...Object.fromEntries(NAMES.map((name) => [name, makesFiles])),
  vite: makesFiles, 'vue-tsc': makesFiles, ruff: makesFiles, sqlfluff: makesFiles,
  hugo: publishes(/^(deploy|mod)$/, makesFiles), jekyll: makesFiles,
  mkdocs: publishes(/^gh-deploy$/, makesFiles), buf: publishes(/^(push|registry|beta|login|logout)$/, makesFiles),
  soffice: office, libreoffice: office,
  latexmk: latex, pdflatex: latex, xelatex: latex, lualatex: latex, latex, pdftex: latex, tex: latex, context: latex, tectonic: latex,
  gs: ghostscript, exiftool: exif,
};
