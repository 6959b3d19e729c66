import { parseAst } from 'rolldown/parseAst';
import { sourceStarts, type Edit, type SourcePlaces } from './edits.ts';
import { referencesTo, type Reference, type SyntaxNode } from './references.ts';

/** A file of the bundle, with the names of the files that it is handed values by. */
export interface BundledFile {
  readonly fileName: string;
  readonly code: string;
  readonly map: SourcePlaces & { readonly sources: readonly string[] };
  /** Loaded by whoever starts it, who takes what it exports for values. */
  readonly isEntry: boolean;
}

interface Constant {
  readonly name: string;
  readonly statement: SyntaxNode;
  readonly value: SyntaxNode;
  readonly isWork: boolean;
}

interface Parsed extends BundledFile {
  readonly program: SyntaxNode;
  readonly constants: ReadonlyMap<string, Constant>;
  /** What it takes from other files: the local name, the file, and the name there. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** Local names by the name under which others know them. */
  readonly exports: ReadonlyMap<string, string>;
  /** Where it loads other files while it runs. */
  readonly loads: readonly { readonly file: string; readonly end: number }[];
}

/** Work that takes no time, and holds what changes. */
const EMPTY_COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'AbortController']);
const PURE = '__PURE__';
const EXPORTS_TABLE = '__exportAll(';
const [MADE, MAKE] = ['$made', '$make'];
/** What a file that is loaded later exports, as a table that makes each constant when it is asked for. */
const TABLE = 'all$exports';

const list = (value: unknown): readonly SyntaxNode[] => value as readonly SyntaxNode[];
const nameIn = (node: unknown): string => ((node as SyntaxNode)['name'] ?? (node as SyntaxNode)['value']) as string;

/** Whether making it calls anything: without that it is made faster than it is put off. */
function works(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(works);
  if (typeof node !== 'object' || node === null) return false;
  const { type, callee, arguments: given } = node as SyntaxNode;
  if (type === 'FunctionExpression' || type === 'ArrowFunctionExpression' || type === 'ClassExpression') return false;
  if (type === 'NewExpression' && list(given).length === 0 && EMPTY_COLLECTIONS.has(nameIn(callee))) return false;
  return type === 'CallExpression' || type === 'NewExpression' || type === 'TaggedTemplateExpression' || Object.values(node).some(works);
}

function awaits(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(awaits);
  if (typeof node !== 'object' || node === null) return false;
  const { type } = node as SyntaxNode;
  return type === 'AwaitExpression' || (type !== 'FunctionExpression' && type !== 'ArrowFunctionExpression' && Object.values(node).some(awaits));
}

function* loadsIn(node: unknown): Generator<{ readonly file: string; readonly end: number }> {
  if (typeof node !== 'object' || node === null) return;
  const { type, source, end } = node as SyntaxNode;
  if (type === 'ImportExpression') {
    const { value, quasis } = source as SyntaxNode;
    const path = value ?? (quasis as readonly { readonly value: { readonly cooked: string } }[] | undefined)?.[0]?.value.cooked;
    if (typeof path === 'string') yield { file: path.replace('./', ''), end };
  }
  for (const part of Object.values(node)) yield* loadsIn(part);
}

function parsed(file: BundledFile): Parsed {
  const program = parseAst(file.code) as unknown as SyntaxNode;
  const starts = sourceStarts(file.code, file.map);
  let at = 0;
  const constants = new Map<string, Constant>();
  const imports = new Map<string, { file: string; name: string }>();
  const exports = new Map<string, string>();
  for (const statement of list(program['body'])) {
    while ((starts[at + 1]?.at ?? Number.POSITIVE_INFINITY) <= statement.start) at += 1;
    if (statement.type === 'ImportDeclaration') {
      const from = nameIn(statement['source']).replace('./', '');
      for (const { type, imported, local } of list(statement['specifiers'])) {
        if (type === 'ImportSpecifier') imports.set(nameIn(local), { file: from, name: nameIn(imported) });
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      if (statement['source'] !== null || statement['declaration'] !== null) throw new TypeError(`${file.fileName} exports in a way that is not known here`);
      for (const { local, exported } of list(statement['specifiers'])) exports.set(nameIn(exported), nameIn(local));
    } else if (statement.type === 'VariableDeclaration' && list(statement['declarations']).length === 1) {
      const [{ id, init } = statement] = list(statement['declarations']);
      const { type, end } = id as SyntaxNode;
      const value = init as SyntaxNode | null;
      // The bundler makes a table of what a module exports with `var`, and never another one in its place.
      if (value === null || !(statement['kind'] === 'const' || file.code.startsWith(EXPORTS_TABLE, value.start))) continue;
      const source = file.map.sources[starts[at]?.source ?? -1] ?? '';
      // Whoever wrote a package says of its own constants whether they may be put off.
      const isOurs = !source.includes('node_modules');
      if (type === 'Identifier' && !awaits(value) && (isOurs || file.code.slice(end, value.start).includes(PURE))) constants.set(nameIn(id), { name: nameIn(id), statement, value, isWork: works(value) });
    }
  }
  return { ...file, program, constants, imports, exports, loads: [...loadsIn(program)] };
}

/**
 * Makes the constants of the outermost scope when they are first used, where making them calls anything: a program needs few
 * of them for what it is asked to do. Ours may be made at any time, since loading a module does nothing (`test/bundle/quiet-modules.test.ts`).
 * Answers with the edits of each file.
 */
export function lazyConstants(files: readonly BundledFile[]): ReadonlyMap<string, readonly Edit[]> {
  const all = new Map(files.map((file) => [file.fileName, parsed(file)]));
  /** Where a name was made: itself, or what it was imported from. */
  const originOf = (file: Parsed, name: string): { file: Parsed; name: string } | undefined => {
    const taken = file.imports.get(name);
    if (taken === undefined) return { file, name };
    const from = all.get(taken.file);
    const local = from?.exports.get(taken.name);
    return from === undefined || local === undefined ? undefined : originOf(from, local);
  };
  const keyOf = ({ file, name }: { file: Parsed; name: string }): string => `${file.fileName} ${name}`;
  const values = new Set<string>();
  for (const file of all.values()) {
    if (!file.isEntry) continue;
    for (const local of file.exports.values()) {
      const origin = originOf(file, local);
      if (origin !== undefined) values.add(keyOf(origin));
    }
  }
  const lazy = new Set<string>();
  for (const file of all.values()) for (const { name, isWork } of file.constants.values()) if (isWork && !values.has(keyOf({ file, name }))) lazy.add(keyOf({ file, name }));
  // What names a constant that is put off would have it made at once, so it is put off with it.
  const uses = [...all.values()].flatMap((file) => {
    const names = new Set([...file.constants.keys(), ...file.imports.keys()]);
    return [...file.constants.values()].filter(({ isWork, name }) => !isWork && !values.has(keyOf({ file, name }))).map(({ name, value }) => ({ key: keyOf({ file, name }), needs: referencesTo(names, value).filter(({ isAtLoad }) => isAtLoad).flatMap(({ name: used }) => originOf(file, used) ?? []).map(keyOf) }));
  });
  for (let before = -1; before !== lazy.size; ) {
    before = lazy.size;
    for (const { key, needs } of uses) if (needs.some((need) => lazy.has(need))) lazy.add(key);
  }
  const loaded = new Set([...all.values()].flatMap(({ loads }) => loads.map(({ file }) => file)));
  return new Map(
    [...all.values()].map((file) => {
      const isLazy = (name: string): boolean => {
        const origin = originOf(file, name);
        return origin !== undefined && lazy.has(keyOf(origin));
      };
      const edits = [...editsOf(file, isLazy), ...file.loads.filter((load) => all.has(load.file)).map(({ end }) => ({ start: end, end, text: `.then(whole=>whole.${TABLE}())` })), ...(loaded.has(file.fileName) ? [tableOf(file, isLazy)] : [])];
      return [file.fileName, edits.toSorted((one, other) => one.start - other.start || one.end - other.end)];
    }),
  );
}

function tableOf(file: Parsed, isLazy: (name: string) => boolean): Edit {
  const rows = [...file.exports].map(([known, local]) => `get ${known}(){return ${isLazy(local) ? `${local}${MADE}??${local}${MAKE}()` : local}}`);
  const start = list(file.program['body']).find(({ type }) => type === 'ExportNamedDeclaration')?.start ?? file.program.end;
  return { start, end: start, text: `var ${TABLE}${MADE};function ${TABLE}(){return ${TABLE}${MADE}??={${rows.join(',')}}}export{${TABLE}};` };
}

function editsOf(file: Parsed, isLazy: (name: string) => boolean): readonly Edit[] {
  const names = new Set([...file.constants.keys(), ...file.imports.keys()].filter(isLazy));
  if (file.code.includes(MADE) || file.code.includes(MAKE)) throw new TypeError(`${file.fileName} uses a name that constants are put off by`);
  const edits: Edit[] = referencesTo(names, file.program).map((reference) => ({ start: reference.start, end: reference.end, text: useOf(reference) }));
  for (const { name, statement, value } of file.constants.values()) {
    if (!names.has(name)) continue;
    const isObject = value.type === 'ObjectExpression';
    edits.push({ start: statement.start, end: value.start, text: `var ${name}${MADE};function ${name}${MAKE}(){return ${name}${MADE}??=${isObject ? '(' : ''}` });
    edits.push({ start: value.end, end: statement.end, text: `${isObject ? ')' : ''}}` });
  }
  for (const statement of list(file.program['body'])) {
    if (statement.type !== 'ImportDeclaration' && statement.type !== 'ExportNamedDeclaration') continue;
    for (const specifier of list(statement['specifiers'])) {
      const local = nameIn(specifier['local']);
      if (!names.has(local)) continue;
      const known = nameIn(specifier['imported'] ?? specifier['exported']);
      const both = specifier['imported'] === undefined ? [`${local}${MADE} as ${known}`, `${local}${MAKE} as ${known}${MAKE}`] : [`${known} as ${local}${MADE}`, `${known}${MAKE} as ${local}${MAKE}`];
      edits.push({ start: specifier.start, end: specifier.end, text: both.join(',') });
    }
  }
  return edits;
}

function useOf({ name, isShorthand }: Reference): string {
  return `${isShorthand ? `${name}:` : ''}(${name}${MADE}??${name}${MAKE}())`;
}
