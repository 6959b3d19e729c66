import type { Rule } from '../objections/whole-work.ts';
import { miscountedBounds } from './bound-counts.ts';
import { wrongLineEnds } from './line-ends.ts';
import { movedCells } from './moved-cells.ts';
import { lostLetters } from './lost-letters.ts';
import { linesLostBySorting, unsortedLists } from './sorted-lines.ts';
import { raggedRows } from './ragged-rows.ts';
import { staleSums } from './stale-sums.ts';
import { renamedKinds, unchangedCopies } from './unchanged-copies.ts';
import { unconverted } from './unconverted.ts';

/** What is said of a file is looked at in the file: its order, its line ends, its rows. */
export const PROPERTY_RULES: readonly Rule[] = [wrongLineEnds, unsortedLists, linesLostBySorting, movedCells, unchangedCopies, renamedKinds, lostLetters, miscountedBounds, raggedRows, staleSums, unconverted];
