/** Finds matches by walking only where the sweep says a match exists, so that nothing is ever tried in vain. */
import { Alphabet } from './alphabet.ts';
import { Paths } from './paths.ts';
import type { PatternPrograms } from './program.ts';
import { Sweep } from './sweep.ts';
import type { Place } from './syntax.ts';

/** Where a match lies; `marks` holds start and end of each named group, -1 where it took no part. */
export interface FoundMatch {
  readonly start: number;
  readonly end: number;
  readonly marks: readonly number[];
}

export interface Search {
  /** Every match from left to right; with `sticky`, only those that follow one another from the start without a gap. */
  matches(text: string, options: { sticky: boolean }): Generator<FoundMatch>;
}

export function createSearch(pattern: string, programs: PatternPrograms): Search {
  // One alphabet serves every text: what it learned about characters stays true. The sets themselves are checked here.
  const alphabet = new Alphabet(pattern, programs.sets);
  return {
    *matches(text, { sticky }) {
      const contexts = contextsOf(text, programs, alphabet);
      const sweep = new Sweep(programs.main, alphabet);
      const rows = sweep.run(text, contexts, true);
      const paths = new Paths(programs.main, sweep);
      for (let place = 0; place <= text.length; ) {
        if (sweep.canSucceed(rows[place] ?? 0, programs.main.start)) {
          const match = walk(text, place, rows, paths, programs.names.length * 2);
          yield match;
          place = match.end > place ? match.end : place + widthAt(text, place);
        } else if (sticky) {
          return;
        } else {
          place += 1;
        }
      }
    },
  };
}

/** For each place of the text, the assertions that hold there, as bits. */
function contextsOf(text: string, programs: PatternPrograms, alphabet: Alphabet): Uint16Array {
  const contexts = new Uint16Array(text.length + 1);
  for (const { bit, place: kind } of programs.places) {
    for (let place = 0; place <= text.length; place += 1) {
      if (placeHolds(kind, text, place)) contexts[place] = (contexts[place] ?? 0) | (1 << bit);
    }
  }
  for (const { bit, ahead, program } of programs.looks) {
    const sweep = new Sweep(program, alphabet);
    const rows = sweep.run(text, contexts, ahead);
    rows.forEach((row, place) => {
      if (sweep.canSucceed(row, program.start)) contexts[place] = (contexts[place] ?? 0) | (1 << bit);
    });
  }
  return contexts;
}

function placeHolds(kind: Place, text: string, place: number): boolean {
  switch (kind) {
    case 'text_start':
      return place === 0;
    case 'text_end':
      return place === text.length;
    case 'line_start':
      return place === 0 || isLineEnd(text.charCodeAt(place - 1));
    case 'line_end':
      return place === text.length || isLineEnd(text.charCodeAt(place));
    case 'word_boundary':
      return isWord(text.charCodeAt(place - 1)) !== isWord(text.charCodeAt(place));
  }
}

/** Follows the first choice that can succeed, from a place where one does. */
function walk(text: string, start: number, rows: Uint32Array, paths: Paths, markCount: number): FoundMatch {
  const marks = Array<number>(markCount).fill(-1);
  let place = start;
  let path = paths.first(rows[place] ?? 0);
  for (;;) {
    for (const slot of path.slots) marks[slot] = place;
    if (path.next === undefined) return { start, end: place, marks };
    place += widthAt(text, place);
    path = paths.from(rows[place] ?? 0, path.next);
  }
}

function widthAt(text: string, place: number): number {
  return (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1;
}

export function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
}

function isWord(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f || (unit >= 0x61 && unit <= 0x7a);
}
