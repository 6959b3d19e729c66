import { toolFailure } from '../tool-failure.ts';

const EXPORT = 'export ';

/**
 * A module as one expression that calls one of its functions. A made tool stands by itself: it has nothing to import, and what it
 * exports is only what its tests reach it by.
 */
export function callOf(toolId: string, source: string, functionName: string, input: unknown): string {
  return `(() => {\n${bodyOf(toolId, source)}\nreturn (${functionName})(${JSON.stringify(input)});\n})()`;
}

function bodyOf(toolId: string, source: string): string {
  return source
    .split('\n')
    .map((line) => {
      const words = line.trimStart();
      if (words.startsWith('import ') || words.startsWith('import{') || words.startsWith('export default') || words.startsWith('export *') || words.startsWith('export {')) {
        throw toolFailure(toolId, `A tool stands by itself, and cannot have the line: ${words.slice(0, 100)}`, 'Write everything that it needs into the file, and export the function itself, as in `export function name(input) { … }`.');
      }
      return words.startsWith(EXPORT) ? line.replace(EXPORT, '') : line;
    })
    .join('\n');
}
