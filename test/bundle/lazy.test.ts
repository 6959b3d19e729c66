import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle/bundle-program.ts';
import { verifies } from '../requirements/verifies.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** Every schema of the program is described, from its sources too, perhaps on a busy machine. */
const ALL_SCHEMAS_TIMEOUT_MS = 180_000;

/** Every schema, described twice. */
const MUCH_SAID = 256 * 1024 * 1024;

const base = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-lazy-')));
afterAll(() => rmSync(base, { recursive: true }));

function said(program: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', program], { encoding: 'utf8', maxBuffer: MUCH_SAID });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

/** What a package of these files says from its sources, and put together. */
async function bothSay(name: string, files: Readonly<Record<string, string>>): Promise<{ readonly direct: readonly string[]; readonly bundled: readonly string[] }> {
  const root = join(base, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  await bundle({ root, entry: 'index.ts', folder: join(root, 'out') });
  const [direct, bundled] = [join(root, 'index.ts'), join(root, 'out/program.js')].map((program) => said(program).trim().split('\n'));
  return { direct: direct ?? [], bundled: bundled ?? [] };
}

const SAY = `export function say(words: unknown): void { process.stdout.write(\`\${typeof words === 'string' ? words : JSON.stringify(words)}\\n\`); }
export function made<Value>(name: string, value: Value): Value { say(\`made \${name}\`); return value; }
`;

describe('constants of a program that was put together', () => {
  it('are made when they are first used, once, and those that nobody uses are not', verifies('KEL-START-01'), async () => {
    const { direct, bundled } = await bothSay('when', {
      'say.ts': SAY,
      'tides.ts': `import { made } from './say.ts';\nexport const HEIGHTS = made('heights', [6, 7]);\nexport const PLACES = { heights: HEIGHTS, names: made('names', ['Dover']) };\nexport const UNUSED = made('unused', 1);\nexport const LIST = [UNUSED];\nexport function highest(): number { return Math.max(...HEIGHTS); }\n`,
      'index.ts': `import { say } from './say.ts';\nimport { highest, LIST, PLACES } from './tides.ts';\nsay('begins');\nsay(highest());\nsay(PLACES);\nsay(PLACES.heights);\nif (process.argv.includes('--all')) say(LIST);\n`,
    });
    expect(direct).toEqual(['made heights', 'made names', 'made unused', 'begins', '7', '{"heights":[6,7],"names":["Dover"]}', '[6,7]']);
    expect(bundled).toEqual(['begins', 'made heights', '7', 'made names', '{"heights":[6,7],"names":["Dover"]}', '[6,7]']);
  });

  it('mean what they meant, wherever another thing has their name', verifies('KEL-START-02'), async () => {
    const { direct, bundled } = await bothSay('names', {
      'say.ts': SAY,
      'values.ts': `const make = (text: string): string => text;\nexport const one = make('one');\nexport const two = make('two');\nexport const Kind = [class { readonly name = make('kind'); }].at(0)!;\n`,
      'index.ts': `import { say } from './say.ts';
import { Kind, one, two } from './values.ts';
const label = String('label');
say({ one, two: \`\${two}\`, [one]: 1, three: new Kind().name });
say(((one: string) => ({ one }))('parameter'));
say((({ one = two, ...rest }: { one?: string; more: string }) => ({ one, rest }))({ more: 'm' }));
say((([two = one]: string[]) => two)([]));
say((function one(): unknown { return typeof one; })());
say([1].map((two) => { const one = two + 1; return { one, two }; }));
{ const one = 'block'; say(one); }
for (const one of ['loop']) say(one);
for (let two = 0; two < 1; two += 1) say(two);
try { throw new TypeError('caught'); } catch (one) { say((one as Error).message); }
switch (one as string) { case 'one': { const two = 'switch'; say(two); } }
say((() => { if (one === 'one') { var two = 'hoisted'; } return two; })());
class Holder { static readonly one = two; two = one; one(): string { return this.two + two; } get label(): string { return label; } }
say([Holder.one, new Holder().one(), new Holder().label]);
class Special extends Kind { readonly one = one; }
say(new Special());
one: for (;;) break one;
say([typeof one, one?.length, { ...{ two } }.two, [...one].length]);
`,
    });
    expect(bundled).toEqual(direct);
    expect(direct).toHaveLength(15);
  });

  it('reach whoever loads their file later, through other files too', verifies('KEL-START-02'), async () => {
    const { direct, bundled } = await bothSay('later', {
      'say.ts': SAY,
      'parts.ts': `import { made } from './say.ts';\nexport const FIRST = made('first', 'f');\nexport const SECOND = made('second', 's');\nexport default made('third', 't');\n`,
      'all.ts': `export * from './parts.ts';\nexport { FIRST as renamed } from './parts.ts';\nexport const own = String('own');\n`,
      'index.ts': `import { say } from './say.ts';\nimport { SECOND } from './parts.ts';\nasync function main(): Promise<void> {\n  const all = await import('./all.ts');\n  const { FIRST, renamed, own } = all;\n  const parts = await import('./parts.ts');\n  say([FIRST, renamed, own, SECOND, parts.default, Object.keys(all).toSorted()]);\n}\nawait main();\n`,
    });
    expect(bundled.toSorted()).toEqual(direct.toSorted());
    expect(direct.at(-1)).toBe('["f","f","own","s","t",["FIRST","SECOND","own","renamed"]]');
  });
});

describe('schemas of a program that was put together', () => {
  it('take, refuse and describe what they do in the sources', { timeout: ALL_SCHEMAS_TIMEOUT_MS, ...verifies('KEL-START-03') }, async () => {
    const folder = join(ROOT, 'dist', `test-schemas-${process.pid}`);
    try {
      await bundle({ root: ROOT, entry: 'test/bundle/every-schema.ts', folder });
      const [direct, bundled] = [join(ROOT, 'test/bundle/every-schema.ts'), join(folder, 'program.js')].map((program) => said(program).split('\n'));
      expect(bundled).toEqual(direct);
      expect(direct?.length).toBeGreaterThan(1_000);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('can be asked for everything before anything was parsed with them', verifies('KEL-START-03'), async () => {
    const { direct, bundled } = await bothSay('schemas', {
      'say.ts': SAY,
      'index.ts': `import { z } from 'zod';
import { say } from './say.ts';
// The first of each kind is set up at once, so each is asked of the second.
const kinds = (): Record<string, z.ZodType> => ({ text: z.string(), size: z.number(), is: z.boolean(), one: z.literal('a'), of: z.enum(['a', 'b']), list: z.array(z.string()), shape: z.strictObject({ a: z.string() }), some: z.record(z.string(), z.int()), either: z.union([z.string(), z.int()]), maybe: z.string().optional(), none: z.string().nullable(), filled: z.string().default('d'), then: z.string().transform((text) => text.length), kept: z.string().catch('c'), frozen: z.array(z.string()).readonly(), long: z.string().min(2).max(3), named: z.discriminatedUnion('k', [z.object({ k: z.literal('x') }), z.object({ k: z.literal('y') })]) });
kinds();
const own = ['options', 'enum', 'value', 'values', 'element', 'shape', 'keyType', 'valueType', 'unwrap', 'in', 'out', 'minLength', 'maxLength', 'format', 'description', 'isInt', 'type'] as const;
for (const name of own) say([name, Object.entries(kinds()).map(([kind, schema]) => { const value = (schema as unknown as Record<string, unknown>)[name]; return [kind, typeof value, value instanceof z.ZodType ? value.type : value instanceof Set ? [...value] : typeof value === 'object' && value !== null ? Object.keys(value) : typeof value === 'function' ? value.length : value]; })]);
say(Object.entries(kinds()).map(([kind, schema]) => [kind, schema instanceof z.ZodType, schema instanceof z.ZodString, schema instanceof z.ZodObject]));
const base = kinds()['shape'] as z.ZodObject<{ a: z.ZodString }>;
say([base.extend({ b: z.int() }), base.partial(), base.omit({ a: true }), base.describe('told'), base.describe('told').refine(() => false, 'never')].map((schema) => [z.toJSONSchema(schema), schema.description, schema.safeParse({ a: 1, b: 2 }).error?.issues]));
say((kinds()['of'] as z.ZodEnum<{ a: 'a'; b: 'b' }>).exclude(['a']).options);
interface Tree { readonly name: string; readonly under?: readonly Tree[] | undefined }
const Tree: z.ZodType<Tree> = z.strictObject({ name: z.string(), get under() { return z.array(Tree).optional(); } });
for (let nth = 0; nth < 12; nth += 1) say(Tree.safeParse({ name: 'root', under: [{ name: nth === 11 ? nth : 'leaf' }], ...(nth === 10 && { more: 1 }) }).error?.issues ?? 'fits');
try { z.uuid({ version: 'v9' as 'v4' }).parse(''); } catch (error) { say((error as Error).message); }
`,
    });
    expect(bundled).toEqual(direct);
    expect(direct.filter((line) => line === 'fits')).toHaveLength(10);
  });
});
