import type { FactRule, Triplet } from './rule.ts';
import { tomlValues, type TomlValues } from './toml-values.ts';

const text = (values: TomlValues, key: string): string | undefined => {
  const value = values.get(key);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** What a Python project says of itself. */
export const pyproject: FactRule = {
  name: 'pyproject',
  matches: (fileName) => fileName === 'pyproject.toml',
  read(source) {
    const values = tomlValues(source);
    const name = text(values, 'project.name') ?? text(values, 'tool.poetry.name');
    if (name === undefined) return undefined;
    const listed = values.get('project.dependencies');
    const poetry = [...values].flatMap(([key, value]): Triplet[] => {
      const other = key.startsWith(POETRY) ? key.slice(POETRY.length) : '';
      return other === '' || other.includes('.') || typeof value !== 'string' ? [] : [[name, other === 'python' ? 'uses' : 'depends_on', other, value]];
    });
    const python = text(values, 'project.requires-python');
    return {
      triplets: [
        ...valued(values, name, [['project.version', 'has_version'], ['tool.poetry.version', 'has_version'], ['project.license', 'has_license'], ['project.license.text', 'has_license']]),
        ...(python === undefined ? [] : [[name, 'uses', 'python', python] as const]),
        ...(Array.isArray(listed) ? listed.map((requirement): Triplet => [name, 'depends_on', ...requirementOf(requirement)]) : []),
        ...poetry,
      ],
      whole: [[name, 'depends_on']],
    };
  },
};

const POETRY = 'tool.poetry.dependencies.';
const CARGO = 'dependencies.';

/** What a Rust project says of itself. */
export const cargo: FactRule = {
  name: 'cargo',
  matches: (fileName) => fileName === 'cargo.toml',
  read(source) {
    const values = tomlValues(source);
    const name = text(values, 'package.name');
    if (name === undefined) return undefined;
    const rust = text(values, 'package.rust-version');
    const dependencies = [...values].flatMap(([key, value]): Triplet[] => {
      const other = key.startsWith(CARGO) ? key.slice(CARGO.length).replace('.version', '') : '';
      return other === '' || other.includes('.') || typeof value !== 'string' ? [] : [[name, 'depends_on', other, value]];
    });
    return { triplets: [...valued(values, name, [['package.version', 'has_version'], ['package.license', 'has_license']]), ...(rust === undefined ? [] : [[name, 'uses', 'rust', rust] as const]), ...dependencies], whole: [[name, 'depends_on']] };
  },
};

function valued(values: TomlValues, name: string, wanted: readonly (readonly [key: string, relation: string])[]): Triplet[] {
  return wanted.flatMap(([key, relation]): Triplet[] => {
    const value = text(values, key);
    return value === undefined ? [] : [[name, relation, value]];
  });
}

/** `django>=4.2,<5 ; python_version > "3"` is django, from 4.2 and below 5. */
function requirementOf(requirement: string): [name: string, version: string | undefined] {
  const [wanted = ''] = requirement.split(';');
  const end = [...wanted].findIndex((sign) => '<>=!~[ ('.includes(sign));
  const version = (end === -1 ? '' : wanted.slice(wanted[end] === '[' ? wanted.indexOf(']') + 1 : end)).trim();
  return [(end === -1 ? wanted : wanted.slice(0, end)).trim(), version === '' ? undefined : version];
}
