import type { ExportedFunction } from './exported-functions.ts';

/** One file that Node writes when a process ends, as far as it is read here. */
export interface ProcessTrace {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly functionName: string; readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[] }[];
  }[];
}

export function keyOf({ file, name }: Pick<ExportedFunction, 'file' | 'name'>): string {
  return `${file}#${name}`;
}

/** Those of the functions that this process entered. Types are blanked before Node runs a source, so places in it stay where they were. */
export function touchedIn({ result }: ProcessTrace, functionsByUrl: ReadonlyMap<string, readonly ExportedFunction[]>): string[] {
  return result.flatMap(({ url, functions }) => {
    const entered = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    const isEntered = ({ name, start, end }: ExportedFunction): boolean => {
      // V8 gives a constructor the name of its class.
      const [owner = '', method = owner] = name.split('.');
      const called = method === 'constructor' ? owner : method;
      return entered.some(({ functionName, ranges: [whole] }) => functionName === called && whole !== undefined && whole.startOffset >= start && whole.endOffset <= end);
    };
    return (functionsByUrl.get(url) ?? []).filter(isEntered).map(keyOf);
  });
}

export interface Verdict {
  /** Nothing touched them, and no reason is given. */
  readonly untouched: readonly string[];
  /** Listed, though they were touched or are no more. */
  readonly listedInVain: readonly string[];
}

/** Holds what was touched against what there is; the list of reasons may only shrink. */
export function verdictOn(all: readonly string[], touched: ReadonlySet<string>, reasons: Readonly<Record<string, string>>): Verdict {
  const known = new Set(all);
  return {
    untouched: all.filter((key) => !touched.has(key) && reasons[key] === undefined),
    listedInVain: Object.keys(reasons).filter((key) => touched.has(key) || !known.has(key)),
  };
}
