import { parseAst } from 'rolldown/parseAst';
import { OPERATIONS } from '../../src/contracts/index.ts';
import type { SourceFile } from './source-files.ts';
import { isNode, walk, type SyntaxNode } from './syntax-tree.ts';

const COMMANDS = new Set(OPERATIONS.filter(({ entry }) => entry.kind === 'command').map(({ entry }) => entry.operation_id));
/** `Act` has a command done, and `Press` changes what is shown; nobody else makes a button. */
const MAKERS = new Set(['web/src/ui/act.tsx', 'web/src/ui/press.tsx']);

const nameOf = (element: SyntaxNode): string => (isNode(element['name']) && typeof element['name']['name'] === 'string' ? element['name']['name'] : '');

function operationOf(element: SyntaxNode): string | undefined {
  const attribute = (element['attributes'] as readonly SyntaxNode[]).find((one) => isNode(one['name']) && one['name']['name'] === 'operation');
  const value = attribute?.['value'];
  return isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined;
}

/** Buttons that do what nobody registered, and whatever is pressed beside the two that may be. */
export function phantomsIn({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  walk(parseAst(text, { lang: 'tsx' }), (node) => {
    if (node.type !== 'JSXOpeningElement') return;
    const name = nameOf(node);
    if (name === 'button' && !MAKERS.has(path)) found.push(`${path}: a button that is neither an Act nor a Press`);
    if (name !== 'Act') return;
    const operation = operationOf(node);
    if (operation === undefined) found.push(`${path}: an Act whose operation is not a plain name`);
    else if (!COMMANDS.has(operation)) found.push(`${path}: ${operation} is no registered command`);
  });
  return found;
}
