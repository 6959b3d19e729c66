import { quantitiesIn } from '../support/quantities.ts';
import { isProgram, programRuns } from '../objections/program-runs.ts';
import { changedFiles, changedTexts, type Rule, type WholeWork } from '../objections/whole-work.ts';
import { tablesOfDump, type DumpedTable } from './dumped-tables.ts';

const WORD = /[A-Za-z_][\w.]*|[()=*,;]/gu;

/**
 * A sum over a join has each row as often as it found a partner. Where that makes another number than with each row once, and the
 * number that is told is that of the partners, a row was counted twice.
 */
export const fannedSums: Rule = (work) => {
  const tables = work.files.filter(({ path, hasChanged }) => path.endsWith('.sql') && !hasChanged).flatMap(({ now }) => tablesOfDump(now ?? ''));
  if (tables.length < 2) return [];
  const told = new Set([...work.outputs, ...changedTexts(work)].flatMap((text) => quantitiesIn(text).flatMap(({ values }) => values)));
  return queriesOf(work).flatMap(sumsOverJoins).flatMap(({ column, owner, partner, on }) => {
    const found = summed(tables, { column, owner, partner, on }) ?? summed(tables, { column, owner: partner, partner: owner, on });
    if (found === undefined || found.fanned === found.once || !told.has(found.fanned) || told.has(found.once)) return [];
    return [{ why: `${found.fanned} adds up ${column} once for each row of the table that it was joined with; with each row once it is ${found.once}.`, calls: [] }];
  }).slice(0, 1);
};

/** What was asked of a database by tools, in commands, and by programs that this run wrote and ran. */
function queriesOf(work: WholeWork): string[] {
  const ran = new Set(programRuns(work).map(({ program }) => program));
  const written = changedFiles(work).filter(({ path }) => isProgram(path) && ran.has(path.slice(path.lastIndexOf('/') + 1))).map(({ now }) => now ?? '');
  const given = work.calls.filter(({ decision }) => ['shell', 'sql_query'].includes(decision.tool_id)).flatMap(({ decision }) => Object.values(decision.arguments).filter((value) => typeof value === 'string'));
  return [...written, ...given];
}

interface SumOverJoin {
  readonly column: string;
  readonly owner: string;
  readonly partner: string;
  /** The two columns that have to be equal, each with its table. */
  readonly on: readonly [string, string];
}

/** `select sum(c) from a join b on a.x = b.y`, with nothing behind it that would choose or group. */
function sumsOverJoins(text: string): SumOverJoin[] {
  return text.split(/["'`;]/u).flatMap((piece): SumOverJoin[] => {
    const words = (piece.toLowerCase().match(WORD) ?? []).filter((word) => !['inner', 'left', 'as', 'outer'].includes(word));
    const [select, sum, open, column = '', close, from, owner = '', ...rest] = words;
    if ([select, sum, open, close, from].join(' ') !== 'select sum ( ) from') return [];
    const [first, ...behind] = rest[0] === 'join' ? ['', ...rest] : rest;
    const [join, partner = '', ...last] = behind;
    const [second, on, left = '', equals, right = '', ...more] = last[0] === 'on' ? ['', ...last] : last;
    if (join !== 'join' || on !== 'on' || equals !== '=' || more.length > 0) return [];
    const plain = (name: string): string => withTable(name, [[owner, first ?? ''], [partner, second ?? '']]);
    return [{ column: plain(column), owner, partner, on: [plain(left), plain(right)] }];
  });
}

/** `o.id`, of `orders o`: `orders.id`. */
function withTable(name: string, aliases: readonly (readonly [string, string])[]): string {
  const [table = '', column] = name.split('.');
  const whole = aliases.find(([, alias]) => alias === table)?.[0] ?? table;
  return column === undefined ? name : `${whole}.${column}`;
}

/** The sum of a column that only its owner has, with each row as often as it has partners, and with each that has some once. */
function summed(tables: readonly DumpedTable[], { column, owner, partner, on }: SumOverJoin): { readonly fanned: number; readonly once: number } | undefined {
  const [mine, other] = [tables.find(({ name }) => name === owner), tables.find(({ name }) => name === partner)];
  const bare = column.split('.').at(-1) ?? '';
  const at = mine?.columns.indexOf(bare) ?? -1;
  if (mine === undefined || other === undefined || at === -1 || (column.includes('.') ? column !== `${owner}.${bare}` : other.columns.includes(bare))) return undefined;
  const keys = [mine, other].map(({ name, columns }) => columns.indexOf(on.find((one) => one.startsWith(`${name}.`))?.split('.')[1] ?? ''));
  const [own = -1, its = -1] = keys;
  // Where one side alone has no such column, nothing finds a partner.
  if (own === -1) return undefined;
  const often = mine.rows.map((row) => ({ value: Number(row[at]), partners: other.rows.filter((one) => one[its] === row[own]).length }));
  if (often.some(({ value }) => Number.isNaN(value))) return undefined;
  return { fanned: often.reduce((sum, { value, partners }) => sum + value * partners, 0), once: often.reduce((sum, { value, partners }) => sum + (partners > 0 ? value : 0), 0) };
}
