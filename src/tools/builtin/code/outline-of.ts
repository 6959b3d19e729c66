import type { Node, Tree } from 'web-tree-sitter';
import type { Language, OutlineKind } from './languages.ts';
import { OUTLINE_ENTRIES_MAX, OUTLINE_NAME_CHARS_MAX, SYNTAX_ERRORS_SHOWN_MAX } from './limits.ts';

export interface OutlineEntry {
  readonly kind: OutlineKind;
  readonly name: string;
  /** Both count from 1. */
  readonly start_line: number;
  readonly end_line: number;
  /** How many entries this one lies within. */
  readonly depth: number;
}

export interface Outline {
  readonly entries: readonly OutlineEntry[];
  readonly isCut: boolean;
  readonly errorLines: readonly number[];
  readonly errorCount: number;
}

/** Kinds in which a function is a method. */
const HOLDERS: ReadonlySet<OutlineKind> = new Set(['class', 'interface', 'struct', 'trait', 'implementation', 'enum']);
const FUNCTION_VALUES: ReadonlySet<string> = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);

/** Walks the tree without recursion: a file can be nested deeper than any stack. */
export function outlineOf(tree: Tree, language: Language): Outline {
  const entries: OutlineEntry[] = [];
  const errorLines: number[] = [];
  let [errorCount, isCut] = [0, false];
  /** The entries that the place of the walk lies within, each with the depth of the tree at which it began. */
  const within: { level: number; kind: OutlineKind }[] = [];
  const cursor = tree.walk();
  for (let level = 0; ; ) {
    const node = cursor.currentNode;
    while ((within.at(-1)?.level ?? -1) >= level) within.pop();
    if (node.isError || node.isMissing) {
      errorCount += 1;
      if (errorLines.length < SYNTAX_ERRORS_SHOWN_MAX) errorLines.push(node.startPosition.row + 1);
    }
    const found = entryOf(node, language, within.at(-1)?.kind);
    if (found !== undefined) {
      if (entries.length < OUTLINE_ENTRIES_MAX) entries.push({ ...found, depth: within.length });
      else isCut = true;
      within.push({ level, kind: found.kind });
    }
    if (cursor.gotoFirstChild()) level += 1;
    else {
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) {
          cursor.delete();
          return { entries, isCut, errorLines, errorCount };
        }
        level -= 1;
      }
    }
  }
}

function entryOf(node: Node, { kinds }: Language, holder: OutlineKind | undefined): Omit<OutlineEntry, 'depth'> | undefined {
  const declared = node.isNamed ? kinds[node.type] : undefined;
  if (declared === undefined || !isDefinition(node)) return undefined;
  const name = nameOf(node);
  if (name === undefined) return undefined;
  const kind = declared === 'function' && holder !== undefined && HOLDERS.has(holder) ? 'method' : declared;
  return { kind, name: name.slice(0, OUTLINE_NAME_CHARS_MAX), start_line: node.startPosition.row + 1, end_line: node.endPosition.row + 1 };
}

/** A variable counts when it holds a function, and a class or struct in C++ when it is described and not only named. */
function isDefinition(node: Node): boolean {
  if (node.type === 'variable_declarator' || node.type.endsWith('field_definition')) return FUNCTION_VALUES.has(node.childForFieldName('value')?.type ?? '');
  return !node.type.endsWith('_specifier') || node.childForFieldName('body') !== null;
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'impl_item') return oneLine([node.childForFieldName('trait')?.text, node.childForFieldName('type')?.text].filter((part) => part !== undefined).join(' for '));
  if (node.type === 'method_declaration' && node.childForFieldName('receiver') !== null) return oneLine(`${node.childForFieldName('receiver')?.text} ${node.childForFieldName('name')?.text}`);
  const named = node.childForFieldName('name') ?? node.childForFieldName('property') ?? declaratorOf(node);
  if (named !== null) return oneLine(named.text);
  // A rule of a style sheet is called by what stands before its block.
  const block = node.namedChildren.find((child) => child?.type.endsWith('block') || child?.type.endsWith('block_list'));
  return block ? oneLine(node.text.slice(0, block.startIndex - node.startIndex)) : undefined;
}

/** In C++ the name lies inside what is declared: `int (*f)(int)`. */
function declaratorOf(node: Node): Node | null {
  let declarator = node.childForFieldName('declarator');
  while (declarator !== null) {
    const inner = declarator.childForFieldName('declarator') ?? (declarator.type === 'reference_declarator' ? (declarator.namedChildren[0] ?? null) : null);
    if (inner === null) return declarator;
    declarator = inner;
  }
  return null;
}

function oneLine(text: string): string {
  return text.slice(0, OUTLINE_NAME_CHARS_MAX * 2).split(/\s/u).filter(Boolean).join(' ');
}
