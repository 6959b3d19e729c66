import { describe, expect, it } from 'vitest';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { languageOf } from './languages.ts';
import { OUTLINE_ENTRIES_MAX } from './limits.ts';
import { outlineCodeTool } from './outline-code.ts';
import { outlineText } from './parse-code.ts';

async function outline(path: string, text: string): Promise<string[]> {
  const language = languageOf(path);
  if (language === undefined) throw new Error('no such language');
  const { entries } = await outlineText(text, language);
  return entries.map(({ kind, name, start_line, end_line, depth }) => `${'  '.repeat(depth)}${kind} ${name} ${start_line}-${end_line}`);
}

const SAMPLES: readonly [path: string, code: string, expected: string[]][] = [
  [
    'a.ts',
    'export interface Box { open(): void }\nexport class Crate implements Box {\n  open() {}\n  close = () => 1;\n  size = 3;\n}\ntype Size = number;\nenum Colour { Red }\nnamespace inner {\n  export const make = (n: number) => n;\n  const two = 2;\n}\nexport async function run<T>(x: T) {\n  function local() {}\n}',
    ['interface Box 1-1', '  method open 1-1', 'class Crate 2-6', '  method open 3-3', '  method close 4-4', 'type Size 7-7', 'enum Colour 8-8', 'module inner 9-12', '  function make 10-10', 'function run 13-15', '  function local 14-14'],
  ],
  ['a.tsx', 'export const View = () => <p>hi</p>;\nclass A extends B<C> { render() { return <A/>; } }', ['function View 1-1', 'class A 2-2', '  method render 2-2']],
  ['a.mjs', 'function* gen() {}\nclass A { static #x() {} get y() { return 1 } }\nlet f = function () {};', ['function gen 1-1', 'class A 2-2', '  method #x 2-2', '  method y 2-2', 'function f 3-3']],
  ['a.py', 'class A:\n    def one(self):\n        def inner(): pass\n\nasync def two(): pass\n', ['class A 1-3', '  method one 2-3', '    function inner 3-3', 'function two 5-5']],
  ['a.go', 'package a\ntype T struct { n int }\nfunc (t *T) Do() {}\nfunc Free[K any](k K) {}', ['type T 2-2', 'method (t *T) Do 3-3', 'function Free 4-4']],
  ['a.rs', 'mod m {\n  pub struct S;\n  impl Clone for S { fn clone(&self) -> S { S } }\n}\ntrait T { fn t(&self); }\nmacro_rules! m { () => {} }\nfn main() {}', ['module m 1-4', '  struct S 2-2', '  implementation Clone for S 3-3', '    method clone 3-3', 'trait T 5-5', '  method t 5-5', 'macro m 6-6', 'function main 7-7']],
  ['A.java', 'class A {\n  A() {}\n  void go() {}\n  enum E { X }\n}\nrecord P(int x) {}\ninterface I { void i(); }', ['class A 1-5', '  method A 2-2', '  method go 3-3', '  enum E 4-4', 'class P 6-6', 'interface I 7-7', '  method i 7-7']],
  ['a.cpp', 'namespace n {\nclass A {\n  int get() const { return 1; }\n  struct B;\n};\n}\nint n::A::set(int x) { return x; }\nstatic char *name() { return 0; }\nenum class E { X };\nint& first(int& x) { return x; }', ['module n 1-6', '  class A 2-5', '    method get 3-3', 'function n::A::set 7-7', 'function name 8-8', 'enum E 9-9', 'function first 10-10']],
  ['a.c', 'struct s { int x; };\nint main(void) { struct s v; return 0; }', ['struct s 1-1', 'function main 2-2']],
  ['a.cs', 'namespace N {\n  class A { public A() {} int Go() { return 1; } }\n  interface I { void X(); }\n  record R(int A);\n}', ['module N 1-5', '  class A 2-2', '    method A 2-2', '    method Go 2-2', '  interface I 3-3', '    method X 3-3', '  class R 4-4']],
  ['a.php', '<?php\nnamespace A;\nfunction f() {}\nclass C { public function m() {} }\ntrait T {}', ['module A 2-2', 'function f 3-3', 'class C 4-4', '  method m 4-4', 'trait T 5-5']],
  ['a.rb', 'module M\n  class C < D\n    def go; end\n    def self.make; end\n  end\nend', ['module M 1-6', '  class C 2-5', '    method go 3-3', '    method make 4-4']],
  ['a.sh', 'greet() {\n  echo hi\n}\nfunction bye { :; }', ['function greet 1-3', 'function bye 4-4']],
  ['a.css', 'a:hover,\nb > c { color: red }\n@media (max-width: 9px) {\n  p { top: 0 }\n}', ['rule a:hover, b > c 1-2', 'rule @media (max-width: 9px) 3-5', '  rule p 4-4']],
];

describe('outline_code', () => {
  it.each(SAMPLES)('outlines %s with lines and nesting', async (path, code, expected) => {
    expect(await outline(path, code)).toEqual(expected);
  });

  it('works on a file and shows its outline', async () => {
    const rig = await toolRig();
    await rig.write('src/a.py', 'class A:\n    def f(self): pass\n');
    const output = await rig.call(outlineCodeTool, { path: 'src/a.py' });
    expect(output).toEqual({
      path: 'src/a.py',
      language: 'Python',
      entries: [
        { kind: 'class', name: 'A', start_line: 1, end_line: 2, depth: 0 },
        { kind: 'method', name: 'f', start_line: 2, end_line: 2, depth: 1 },
      ],
      is_cut: false,
      syntax_errors: 0,
      syntax_error_lines: [],
    });
    expect(outlineCodeTool.show(output)).toBe('src/a.py (Python, lines in brackets)\nclass A (1-2)\n  method f (2)');
  });

  it('tells of syntax errors and still outlines the rest', async () => {
    const rig = await toolRig();
    await rig.write('a.js', 'function ok() {}\n\nclass { ) \nfunction later() {}\n');
    const output = await rig.call(outlineCodeTool, { path: 'a.js' });
    expect([output.entries[0]?.name, output.syntax_errors > 0, output.syntax_error_lines[0]]).toEqual(['ok', true, 3]);
    expect(outlineCodeTool.show({ ...output, entries: [], is_cut: true, syntax_errors: 2, syntax_error_lines: [3, 4] })).toBe(
      'a.js (JavaScript, lines in brackets)\nNothing is declared in it.\n[There is more than is shown.]\n[2 syntax error(s), first at line 3, 4; what stands there may be missing above.]',
    );
  });

  it('is bounded, and does not fall over what is nested very deeply', async () => {
    const many = await outlineText('function f() {}\n'.repeat(OUTLINE_ENTRIES_MAX + 1), languageOf('a.js') ?? (() => { throw new Error('gone'); })());
    expect([many.entries.length, many.isCut]).toEqual([OUTLINE_ENTRIES_MAX, true]);
    expect(await outline('a.js', `${'['.repeat(20_000)}1${']'.repeat(20_000)};\nfunction after() {}`)).toEqual(['function after 2-2']);
  });

  it('says which languages there are when it knows none, and takes only text', async () => {
    const rig = await toolRig();
    await rig.write('a.py', Uint8Array.from([1, 0, 2]));
    expect(await rig.failure(outlineCodeTool, { path: 'a.cob' })).toEqual({
      code: 'tool.failed',
      message: 'a.cob is not in a language that can be outlined.',
      nextStep: 'These can be: TypeScript, TSX, JavaScript, Python, Go, Rust, Java, C++, C#, PHP, Ruby, Bash, CSS; read others with read_file.',
    });
    expect(await rig.failure(outlineCodeTool, { path: 'a.py' })).toMatchObject({ message: 'a.py is no text.' });
  });
});
