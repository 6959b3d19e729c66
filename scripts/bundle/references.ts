/** A node of a syntax tree as the bundler's parser gives it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Where a name of the outermost scope is used. */
export interface Reference {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** `{ name }`, which is a key and a value at once. */
  readonly isShorthand: boolean;
  /** Used while the file is loaded, and not only when a function in it is called. */
  readonly isAtLoad: boolean;
}

interface Place {
  /** Wanted names that mean something else here. */
  readonly hidden: ReadonlySet<string>;
  readonly isAtLoad: boolean;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const BLOCKS = new Set(['BlockStatement', 'StaticBlock', 'ForStatement', 'ForInStatement', 'ForOfStatement']);
const WITHOUT_REFERENCES = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'BreakStatement', 'ContinueStatement', 'MetaProperty', 'TemplateElement', 'Literal']);
const KEYED = new Set(['Property', 'MethodDefinition', 'PropertyDefinition', 'AccessorProperty']);

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function* childrenOf(node: SyntaxNode): Generator<SyntaxNode> {
  for (const key in node) for (const child of listOf(node[key])) if (isNode(child)) yield child;
}

/** The names that a pattern binds. */
function namesOf(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern['name'] as string];
    case 'ObjectPattern':
      return listOf(pattern['properties']).flatMap((property) => namesOf(isNode(property) && property.type === 'Property' ? property['value'] : property));
    case 'ArrayPattern':
      return listOf(pattern['elements']).flatMap(namesOf);
    case 'AssignmentPattern':
      return namesOf(pattern['left']);
    case 'RestElement':
      return namesOf(pattern['argument']);
    default:
      return [];
  }
}

const declaredBy = (declaration: SyntaxNode): readonly string[] => listOf(declaration['declarations']).flatMap((one) => namesOf((one as SyntaxNode)['id']));

/** What the statements of one block declare for it. */
function declaredIn(statements: readonly unknown[]): readonly string[] {
  return statements.filter(isNode).flatMap((statement) => {
    if (statement.type === 'VariableDeclaration') return declaredBy(statement);
    return statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration' ? namesOf(statement['id']) : [];
  });
}

/** What `var` declares anywhere within a function belongs to the whole of it. */
function hoistedIn(node: SyntaxNode): readonly string[] {
  const names = node.type === 'VariableDeclaration' && node['kind'] === 'var' ? [...declaredBy(node)] : [];
  for (const child of childrenOf(node)) if (!FUNCTIONS.has(child.type)) names.push(...hoistedIn(child));
  return names;
}

/** What a node declares for all that is below it. */
function declaredFor(node: SyntaxNode): readonly string[] {
  if (FUNCTIONS.has(node.type)) return [...listOf(node['params']).flatMap(namesOf), ...(node.type === 'FunctionExpression' ? namesOf(node['id']) : []), ...(isNode(node['body']) ? hoistedIn(node['body']) : [])];
  if (BLOCKS.has(node.type)) return declaredIn([...listOf(node['type'] === 'BlockStatement' || node.type === 'StaticBlock' ? node['body'] : []), node['init'], node['left']]);
  if (node.type === 'SwitchStatement') return declaredIn(listOf(node['cases']).flatMap((one) => listOf((one as SyntaxNode)['consequent'])));
  if (node.type === 'CatchClause') return namesOf(node['param']);
  return node.type === 'ClassExpression' ? namesOf(node['id']) : [];
}

/** Everywhere that one of these names of the outermost scope is used, below this node. */
export function referencesTo(wanted: ReadonlySet<string>, within: SyntaxNode): readonly Reference[] {
  const found: Reference[] = [];

  function use(node: SyntaxNode, { hidden, isAtLoad }: Place, isShorthand: boolean): void {
    const name = node['name'] as string;
    if (wanted.has(name) && !hidden.has(name)) found.push({ name, start: node.start, end: node.end, isShorthand, isAtLoad });
  }

  /** A pattern binds its names; only what stands in for a missing value, and computed keys, use any. */
  function visitPattern(pattern: unknown, place: Place): void {
    if (!isNode(pattern) || pattern.type === 'Identifier') return;
    if (pattern.type === 'AssignmentPattern') {
      visitPattern(pattern['left'], place);
      visit(pattern['right'], place);
    } else if (pattern.type === 'Property') {
      if (pattern['computed'] === true) visit(pattern['key'], place);
      visitPattern(pattern['value'], place);
    } else for (const child of childrenOf(pattern)) visitPattern(child, place);
  }

  function visit(node: unknown, outer: Place): void {
    if (!isNode(node) || WITHOUT_REFERENCES.has(node.type)) return;
    if (node.type === 'Identifier') return use(node, outer, false);
    const names = declaredFor(node).filter((name) => wanted.has(name));
    const hidden = names.length === 0 ? outer.hidden : new Set([...outer.hidden, ...names]);
    const place = { hidden, isAtLoad: outer.isAtLoad && !FUNCTIONS.has(node.type) };
    if (FUNCTIONS.has(node.type)) {
      for (const parameter of listOf(node['params'])) visitPattern(parameter, place);
      visit(node['body'], place);
    } else if (node.type === 'VariableDeclarator') {
      visitPattern(node['id'], place);
      visit(node['init'], place);
    } else if (node.type === 'CatchClause') {
      visitPattern(node['param'], place);
      visit(node['body'], place);
    } else if (node.type === 'MemberExpression') {
      visit(node['object'], place);
      if (node['computed'] === true) visit(node['property'], place);
    } else if (KEYED.has(node.type)) {
      if (node['shorthand'] === true && isNode(node['value']) && node['value'].type === 'Identifier') return use(node['value'], place, true);
      if (node['computed'] === true) visit(node['key'], place);
      // Fields are set for each object that is made; those of the class itself when it is loaded.
      visit(node['value'], node.type === 'PropertyDefinition' && node['static'] !== true ? { ...place, isAtLoad: false } : place);
    } else if (node.type === 'LabeledStatement') visit(node['body'], place);
    else if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
      visit(node['superClass'], place);
      visit(node['body'], place);
    } else for (const child of childrenOf(node)) visit(child, place);
  }

  visit(within, { hidden: new Set(), isAtLoad: true });
  return found;
}
