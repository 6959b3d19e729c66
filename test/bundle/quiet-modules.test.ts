import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements/verifies.ts';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
/** What is started in a thread or process of its own begins by itself. */
const STARTED = /-(?:task|thread)\.ts$/;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** What answers otherwise at another time. */
const CHANGING = new Set(['Date.now', 'performance.now', 'performance.timeOrigin', 'process.hrtime', 'process.env', 'process.cwd', 'process.argv', 'Math.random', 'crypto.randomUUID']);
const DECLARATIONS = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'VariableDeclaration', 'FunctionDeclaration', 'ClassDeclaration', 'TSTypeAliasDeclaration', 'TSInterfaceDeclaration']);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const named = (node: unknown): string => String((node as Node | undefined)?.['name'] ?? '');

/** What a constant reads while its module is loaded that would be another thing later. */
function changingIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null || FUNCTIONS.has((node as Node).type)) return [];
  const { type, object, property, callee, argument } = node as Node;
  const member = type === 'MemberExpression' ? `${named(object)}.${named(property)}` : '';
  const isNow = type === 'NewExpression' && named(callee) === 'Date' && ((node as Node)['arguments'] as readonly unknown[]).length === 0;
  return [...(CHANGING.has(member) ? [member] : []), ...(isNow ? ['new Date()'] : []), ...(type === 'AwaitExpression' ? [`await ${named(argument)}`] : []), ...Object.values(node).flatMap(changingIn)];
}

function doneAtLoad(text: string): readonly string[] {
  const statements = parseSync('module.ts', text).program.body as unknown as readonly Node[];
  return statements.flatMap((statement) => {
    const declaration = (statement['declaration'] ?? statement) as Node;
    if (!DECLARATIONS.has(statement.type)) return [statement.type];
    return declaration.type === 'VariableDeclaration' ? changingIn(declaration['declarations']) : [];
  });
}

describe('loading a module of the program', () => {
  it('does nothing, so that its constants may be made at any time', verifies('KEL-START-04'), () => {
    const modules = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !STARTED.test(file));
    expect(modules.length).toBeGreaterThan(1_000);
    expect(modules.map((file) => [file, doneAtLoad(readFileSync(join(SOURCES, file), 'utf8'))] as const).filter(([, done]) => done.length > 0)).toEqual([]);
  });

  it.each([
    ['start();', ['ExpressionStatement']],
    ['export const begun = Date.now();', ['Date.now']],
    ['const begun = { at: new Date() };', ['new Date()']],
    ['const home = process.env["HOME"];', ['process.env']],
    ['const held = await opened;', ['await opened']],
    ['const now = () => Date.now();\nexport const EPOCH = new Date(0);', []],
  ])('is found to do something where it does: %s', verifies('KEL-START-04'), (text, done) => {
    expect(doneAtLoad(text)).toEqual(done);
  });
});
