import { basename, dirname } from 'node:path';
import type { FactRule, Triplet } from './rule.ts';

/** Files that hold one version and nothing else, and of what. */
const ONE_VERSION: Readonly<Record<string, string>> = { '.nvmrc': 'node', '.node-version': 'node', '.python-version': 'python', '.ruby-version': 'ruby', '.go-version': 'go', '.java-version': 'java' };

/** Which version of what a folder is to be worked on with. The folder stands for the project: such a file names none. */
export const versionFiles: FactRule = {
  name: 'version_file',
  matches: (fileName) => Object.hasOwn(ONE_VERSION, fileName) || fileName === '.tool-versions',
  read(text, path) {
    const folder = folderOf(path);
    const fileName = basename(path).toLowerCase();
    const lines = text.split('\n').map((line) => (line.split('#')[0] ?? '').trim()).filter((line) => line !== '');
    if (fileName === '.tool-versions') return { triplets: lines.flatMap((line): Triplet[] => pairOf(line, folder)), whole: [[folder, 'uses']] };
    const [version] = lines;
    const of = ONE_VERSION[fileName];
    return version === undefined || of === undefined || lines.length > 1 ? undefined : { triplets: [[folder, 'uses', of, version.startsWith('v') ? version.slice(1) : version]] };
  },
};

function pairOf(line: string, folder: string): Triplet[] {
  const [tool, version] = line.split(/\s+/);
  return tool === undefined || version === undefined ? [] : [[folder, 'uses', tool === 'nodejs' ? 'node' : tool, version]];
}

/** The folder that a file lies in, as what the file speaks of. */
export function folderOf(path: string): string {
  return dirname(path);
}
