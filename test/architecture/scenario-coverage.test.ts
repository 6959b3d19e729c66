import { describe, expect, it } from 'vitest';
import { exportedFunctions, type ExportedFunction } from '../../scripts/scenario-coverage/exported-functions.ts';
import { keyOf, touchedIn, verdictOn } from '../../scripts/scenario-coverage/touched-functions.ts';
import { UNTOUCHED } from '../../scripts/scenario-coverage/untouched.ts';
import { verifies } from '../requirements/verifies.ts';
import { sourceFiles } from './source-files.ts';

const SOURCE = `
export function plain(): void {}
export async function later(): Promise<void> {}
export const arrow = (): number => 1;
export const value = 1, wrapped = plain();
export class Boat {
  #hull = 1;
  constructor() {}
  sail(): void {}
  #sink(): void {}
}
function own(): void {}
export interface Shape { sail(): void }
export type Alias = () => void;
export { own as passedOn };
`;

describe('the exported functions of a file', () => {
  it('are its functions and the methods of its classes, and nothing that is only a value or a type', verifies('KEL-TRACE-01'), () => {
    const found = exportedFunctions('src/a.ts', SOURCE);
    expect(found.map(keyOf)).toEqual(['src/a.ts#plain', 'src/a.ts#later', 'src/a.ts#arrow', 'src/a.ts#Boat.constructor', 'src/a.ts#Boat.sail']);
    expect(found.map(({ start, end }) => SOURCE.slice(start, end))).toEqual(['function plain(): void {}', 'async function later(): Promise<void> {}', '(): number => 1', 'constructor() {}', 'sail(): void {}']);
  });
});

describe('what a process touched', () => {
  const of = (name: string, start: number, end: number): ExportedFunction => ({ file: 'src/a.ts', name, start, end });
  const known = new Map([['file:///src/a.ts', [of('plain', 10, 40), of('Boat.constructor', 50, 60), of('Boat.sail', 60, 90), of('idle', 100, 120)]]]);
  const entered = (functionName: string, startOffset: number, endOffset: number, count = 1) => ({ functionName, ranges: [{ startOffset, endOffset, count }, { startOffset, endOffset, count: 7 }] });
  const trace = (...functions: ReturnType<typeof entered>[]) => ({ result: [{ url: 'file:///src/a.ts', functions }, { url: 'file:///src/b.ts', functions: [entered('plain', 10, 40)] }] });

  it('is what it entered by that name in that place', verifies('KEL-TRACE-02'), () => {
    expect(touchedIn(trace(entered('plain', 10, 40), entered('Boat', 50, 60), entered('sail', 60, 90), entered('idle', 100, 120, 0)), known)).toEqual(['src/a.ts#plain', 'src/a.ts#Boat.constructor', 'src/a.ts#Boat.sail']);
    expect(touchedIn(trace(entered('plain', 9, 40), entered('plain', 10, 41), entered('other', 10, 40), { functionName: 'sail', ranges: [] }), known)).toEqual([]);
  });

  it('leaves what has a reason, and a reason may stand only for what is untouched', verifies('KEL-TRACE-03'), () => {
    expect(verdictOn(['a', 'b', 'c'], new Set(['a']), { c: 'why' })).toEqual({ untouched: ['b'], listedInVain: [] });
    expect(verdictOn(['a', 'b'], new Set(['a', 'b']), { a: 'why', gone: 'why' })).toEqual({ untouched: [], listedInVain: ['a', 'gone'] });
  });

  it('is excused only for functions that there are', verifies('KEL-TRACE-03'), () => {
    const files = sourceFiles(['src/mother', 'src/loops', 'src/context', 'src/oversight'], '.ts').filter(({ path }) => !path.endsWith('.test.ts'));
    const all = files.flatMap(({ path, text }) => exportedFunctions(path, text).map(keyOf));
    expect(verdictOn(all, new Set(all.filter((key) => UNTOUCHED[key] === undefined)), UNTOUCHED)).toEqual({ untouched: [], listedInVain: [] });
  });
});
