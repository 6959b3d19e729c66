import { builtinModules } from 'node:module';
import type { Plugin } from 'rolldown';

const VIRTUAL = '\0builtin:';
const NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * Importing a module of Node makes a copy of all that it exports, and reading some of that loads further parts: with
 * `node:http` comes everything behind `fetch`. Taken by name, only what is used is read.
 */
export function builtinsPlugin(): Plugin {
  return {
    name: 'builtins',
    resolveId: {
      filter: { id: /^node:/ },
      handler: (id) => ({ id: `${VIRTUAL}${id}`, moduleSideEffects: false }),
    },
    load: {
      filter: { id: /builtin:node:/ },
      handler(id) {
        const module = id.slice(VIRTUAL.length);
        const whole = process.getBuiltinModule(module);
        const names = Object.keys(whole ?? {}).filter((name) => NAME.test(name) && name !== 'default');
        if (whole === undefined || !(builtinModules.includes(module) || builtinModules.includes(module.slice('node:'.length)))) throw new TypeError(`${module} is no module of Node`);
        const lines = names.map((name) => `const of_${name} = /* @__PURE__ */ (() => whole.${name})();\nexport { of_${name} as ${name} };`);
        return { code: [`const whole = /* @__PURE__ */ process.getBuiltinModule('${module}');`, 'export default whole;', ...lines].join('\n'), moduleSideEffects: false };
      },
    },
  };
}
