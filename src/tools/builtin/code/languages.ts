/** What an entry of an outline is. */
export const OUTLINE_KINDS = ['function', 'method', 'class', 'interface', 'struct', 'enum', 'trait', 'type', 'module', 'implementation', 'macro', 'rule'] as const;
export type OutlineKind = (typeof OUTLINE_KINDS)[number];

export interface Language {
  readonly name: string;
  /** The file of its grammar, without the ending. */
  readonly grammar: string;
  readonly endings: readonly string[];
  /** What a node of the grammar's tree is called here. */
  readonly kinds: Readonly<Record<string, OutlineKind>>;
}

const SCRIPT: Readonly<Record<string, OutlineKind>> = {
  function_declaration: 'function', generator_function_declaration: 'function', class_declaration: 'class', method_definition: 'method',
  // A variable that holds a function is one to whoever reads the outline; others are left out.
  variable_declarator: 'function', public_field_definition: 'method', field_definition: 'method',
};
const TYPED_SCRIPT: Readonly<Record<string, OutlineKind>> = {
  ...SCRIPT, abstract_class_declaration: 'class', interface_declaration: 'interface', type_alias_declaration: 'type', enum_declaration: 'enum', internal_module: 'module', module: 'module',
  function_signature: 'function', method_signature: 'method', abstract_method_signature: 'method',
};

export const LANGUAGES: readonly Language[] = [
  { name: 'TypeScript', grammar: 'tree-sitter-typescript', endings: ['ts', 'mts', 'cts'], kinds: TYPED_SCRIPT },
  { name: 'TSX', grammar: 'tree-sitter-tsx', endings: ['tsx'], kinds: TYPED_SCRIPT },
  { name: 'JavaScript', grammar: 'tree-sitter-javascript', endings: ['js', 'mjs', 'cjs', 'jsx'], kinds: SCRIPT },
  { name: 'Python', grammar: 'tree-sitter-python', endings: ['py', 'pyi'], kinds: { function_definition: 'function', class_definition: 'class' } },
  { name: 'Go', grammar: 'tree-sitter-go', endings: ['go'], kinds: { function_declaration: 'function', method_declaration: 'method', type_spec: 'type', type_alias: 'type' } },
  {
    name: 'Rust', grammar: 'tree-sitter-rust', endings: ['rs'],
    kinds: { function_item: 'function', function_signature_item: 'function', struct_item: 'struct', enum_item: 'enum', union_item: 'struct', trait_item: 'trait', impl_item: 'implementation', mod_item: 'module', type_item: 'type', macro_definition: 'macro' },
  },
  {
    name: 'Java', grammar: 'tree-sitter-java', endings: ['java'],
    kinds: { class_declaration: 'class', interface_declaration: 'interface', annotation_type_declaration: 'interface', enum_declaration: 'enum', record_declaration: 'class', method_declaration: 'method', constructor_declaration: 'method' },
  },
  {
    name: 'C++', grammar: 'tree-sitter-cpp', endings: ['cpp', 'cc', 'cxx', 'hpp', 'hh', 'hxx', 'h', 'c'],
    kinds: { function_definition: 'function', class_specifier: 'class', struct_specifier: 'struct', union_specifier: 'struct', enum_specifier: 'enum', namespace_definition: 'module', alias_declaration: 'type' },
  },
  {
    name: 'C#', grammar: 'tree-sitter-c-sharp', endings: ['cs'],
    kinds: { class_declaration: 'class', interface_declaration: 'interface', struct_declaration: 'struct', enum_declaration: 'enum', record_declaration: 'class', delegate_declaration: 'type', method_declaration: 'method', constructor_declaration: 'method', local_function_statement: 'function', namespace_declaration: 'module' },
  },
  {
    name: 'PHP', grammar: 'tree-sitter-php', endings: ['php'],
    kinds: { function_definition: 'function', class_declaration: 'class', interface_declaration: 'interface', trait_declaration: 'trait', enum_declaration: 'enum', method_declaration: 'method', namespace_definition: 'module' },
  },
  { name: 'Ruby', grammar: 'tree-sitter-ruby', endings: ['rb', 'rake'], kinds: { method: 'method', singleton_method: 'method', class: 'class', module: 'module' } },
  { name: 'Bash', grammar: 'tree-sitter-bash', endings: ['sh', 'bash'], kinds: { function_definition: 'function' } },
  { name: 'CSS', grammar: 'tree-sitter-css', endings: ['css'], kinds: { rule_set: 'rule', media_statement: 'rule', keyframes_statement: 'rule', supports_statement: 'rule' } },
];

export function languageOf(path: string): Language | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return LANGUAGES.find(({ endings }) => endings.includes(ending));
}
