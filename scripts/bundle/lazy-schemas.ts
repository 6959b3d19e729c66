import type { Plugin } from 'rolldown';

/**
 * Most of what it costs to make a schema is setting up how it parses, and most schemas of a program are never parsed with in
 * one run of it. Here a schema is its definition until anything else of it is asked for. The first of each kind is set up at
 * once: it puts the methods where all of its kind find them, and shows what else such a schema has of its own.
 */
interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const MAKES = `    function _(def) {
        const inst = params?.Parent ? newError(Definition) : this;
        init(inst, def);
        const deferred = inst._zod.deferred;`;

const MAKES_LATER = `    let hasMade = false;
    /** Sets up what a schema that is only its definition does. */
    function setUp(inst) {
        Object.defineProperty(inst, "_zod", { value: new Internals(inst.def), enumerable: false, configurable: true });
        try {
            finish(inst, inst.def);
        }
        catch (error) {
            delete inst._zod;
            throw error;
        }
        const parent = pendingParents.get(inst);
        if (parent !== undefined)
            inst._zod.parent = parent;
    }
    /** What the first of a kind has of its own, the others have when they are asked for it. */
    function share(first) {
        Object.defineProperty(_.prototype, "~traits", { value: first._zod.traits });
        Object.defineProperty(_.prototype, "_zod", {
            configurable: true,
            get() {
                if (!Object.hasOwn(this, "def"))
                    return undefined;
                setUp(this);
                return this._zod;
            },
        });
        for (const key of Reflect.ownKeys(first)) {
            if (key === "_zod" || key === "def" || key === "type")
                continue;
            Object.defineProperty(_.prototype, key, {
                configurable: true,
                get() {
                    if (Object.hasOwn(this, "_zod") || !Object.hasOwn(this, "def"))
                        return undefined;
                    setUp(this);
                    return this[key];
                },
                set(value) {
                    Object.defineProperty(this, key, { configurable: true, writable: true, enumerable: true, value });
                },
            });
        }
    }
    function _(def) {
        const isDefinition = !params?.Parent && new.target === _ && (typeof def?.type === "string" || typeof def?.check === "string");
        if (isDefinition && hasMade) {
            this.def = def;
            if (def.type !== undefined)
                this.type = def.type;
            return;
        }
        if (isDefinition) {
            // Setting up one kind for the first time must not be interrupted by setting up what it holds.
            for (const { value } of Object.values(Object.getOwnPropertyDescriptors(def)))
                for (const part of Array.isArray(value) ? value : [value])
                    void part?._zod;
        }
        const inst = params?.Parent ? newError(Definition) : this;
        finish(inst, def);
        if (isDefinition) {
            hasMade = true;
            share(inst);
        }
        return inst;
    }
    function finish(inst, def) {
        init(inst, def);
        const deferred = inst._zod.deferred;`;

const CHANGES: readonly Change[] = [
  { file: 'core.js', from: `import { members as installMembers } from "./util.js";`, to: `import { members as installMembers, pendingParents } from "./util.js";` },
  { file: 'core.js', from: MAKES, to: MAKES_LATER },
  { file: 'core.js', from: `            return inst?._zod?.traits?.has(name);`, to: `            return (typeof inst === "object" && inst !== null && !Object.hasOwn(inst, "_zod") && inst["~traits"] || inst?._zod?.traits)?.has(name);` },
  {
    file: 'util.js',
    from: `    const cl = new inst._zod.constr(def ?? inst._zod.def);
    if (!def || params?.parent)
        cl._zod.parent = inst;`,
    to: `    const isSetUp = Object.hasOwn(inst, "_zod") || !("~traits" in inst);
    const cl = new (isSetUp ? inst._zod.constr : inst.constructor)(def ?? (isSetUp ? inst._zod.def : inst.def));
    if (!def || params?.parent) {
        if (Object.hasOwn(cl, "_zod"))
            cl._zod.parent = inst;
        else
            pendingParents.set(cl, inst);
    }`,
  },
  { file: 'util.js', from: `export function clone(inst, def, params) {`, to: `export const pendingParents = /*@__PURE__*/ new WeakMap();\nexport function clone(inst, def, params) {` },
  // A function made for one schema pays when it is parsed with often; until then the general way answers the same.
  { file: 'schemas.js', from: `    let fastpass;\n`, to: `    let fastpass;\n    let parsed = 0;\n` },
  { file: 'schemas.js', from: `            if (!fastpass)\n                fastpass = generateFastpass(def.shape);`, to: `            if (!fastpass) {\n                if ((parsed += 1) < 8)\n                    return superParse(payload, ctx);\n                fastpass = generateFastpass(def.shape);\n            }` },
];

const FOLDER = '/zod/v4/core/';

/** Applies the changes to the one version of zod that they were written for; another that does not fit makes no program. */
export function lazySchemasPlugin(): Plugin {
  return {
    name: 'lazy-schemas',
    transform: {
      filter: { id: /zod[\\/]v4[\\/]core[\\/](core|util|schemas)\.js$/ },
      handler(code, id) {
        const file = id.replaceAll('\\', '/').split(FOLDER).at(-1) ?? '';
        let changed = code;
        for (const { from, to } of CHANGES.filter((change) => change.file === file)) {
          if (changed.split(from).length !== 2) throw new TypeError(`zod is not the one that is known here: ${file} has not exactly one "${from.trim().split('\n')[0]}"`);
          changed = changed.replace(from, () => to);
        }
        return { code: changed, map: null };
      },
    },
  };
}
