import { dirname, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'rolldown';

const OWN_PLACE = 'import.meta.url';
/** A module that is started by its address, in a thread or process of its own. */
const STARTED = /new URL\('([^']+)\.ts', import\.meta\.url\)/g;

/** The file of the bundle that a started module becomes; all lie in one folder, so its name has to do. */
export function startedName(module: string): string {
  return module.slice(module.lastIndexOf('/') + 1);
}

/**
 * Our modules name what lies beside them by their own address. In a bundle that is the address of the bundle, so it is
 * replaced by what it was; a module that is started by its address becomes a file of the bundle and is named by that.
 */
export function placesPlugin(root: string, folder: string, onStarted: (module: string) => void): Plugin {
  const upToRoot = relative(folder, root).split(sep).join('/');
  return {
    name: 'places',
    transform: {
      filter: { code: OWN_PLACE },
      handler(code, id) {
        if (!id.startsWith(`${root}${sep}`) || id.includes(`${sep}node_modules${sep}`)) return null;
        const place = `new URL('${upToRoot}/${relative(root, id).split(sep).join('/')}', ${OWN_PLACE}).href`;
        const pieces: string[] = [];
        let from = 0;
        for (const { 0: text, 1: module = '', index } of code.matchAll(STARTED)) {
          onStarted(resolve(dirname(id), `${module}.ts`));
          pieces.push(code.slice(from, index).replaceAll(OWN_PLACE, place), `new URL('./${startedName(module)}.js', ${OWN_PLACE})`);
          from = index + text.length;
        }
        pieces.push(code.slice(from).replaceAll(OWN_PLACE, place));
        // The lines stay where they were, which is all that a stack needs.
        return { code: pieces.join(''), map: null };
      },
    },
  };
}
