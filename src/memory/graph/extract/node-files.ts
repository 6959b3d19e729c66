import { jsonObject, wordOf, wordsOf, type FactRule, type Triplet } from './rule.ts';

const LISTS = { dependencies: 'depends_on', devDependencies: 'develops_with', peerDependencies: 'requires' } as const;

/** What a Node project says of itself. */
export const packageJson: FactRule = {
  name: 'package_json',
  matches: (fileName) => fileName === 'package.json',
  read(text) {
    const json = jsonObject(text);
    const name = wordOf(json?.['name']);
    if (json === undefined || name === undefined) return undefined;
    const license = wordOf(json['license']);
    const version = wordOf(json['version']);
    const [manager = '', managerVersion] = (wordOf(json['packageManager']) ?? '').split('@');
    const engines = wordsOf(json['engines']).map(([engine, range]): Triplet => [name, 'uses', engine, range]);
    return {
      triplets: [
        ...(version === undefined ? [] : [[name, 'has_version', version] as const]),
        ...(license === undefined ? [] : [[name, 'has_license', license] as const]),
        ...(manager === '' ? [] : [[name, 'has_package_manager', manager, managerVersion?.split('+')[0]] as const]),
        ...engines,
        ...Object.entries(LISTS).flatMap(([list, relation]) => wordsOf(json[list]).map(([other, range]): Triplet => [name, relation, other, range])),
      ],
      whole: Object.values(LISTS).map((relation) => [name, relation] as const),
    };
  },
};

/** Which versions of its own dependencies a project is held to; those of others are theirs. */
export const packageLock: FactRule = {
  name: 'package_lock',
  matches: (fileName) => fileName === 'package-lock.json' || fileName === 'npm-shrinkwrap.json',
  read(text) {
    const json = jsonObject(text);
    const packages = jsonOf(json?.['packages']);
    const root = jsonOf(packages[''] ?? {});
    const name = wordOf(root['name']) ?? wordOf(json?.['name']);
    if (name === undefined) return undefined;
    const own = Object.keys(LISTS).flatMap((list) => wordsOf(root[list]).map(([other]) => other));
    return { triplets: own.flatMap((other): Triplet[] => {
      const version = wordOf(jsonOf(packages[`node_modules/${other}`])['version']);
      return version === undefined ? [] : [[name, 'locks', other, version]];
    }), whole: [[name, 'locks']] };
  },
};

function jsonOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
