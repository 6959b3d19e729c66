import type { Rule } from '../objections/whole-work.ts';
import { missedRanges, missedSizes } from './asked-bounds.ts';
import { countedPoints } from './counted-points.ts';
import { everywhereDone } from './everywhere-done.ts';
import { lostRows } from './lost-rows.ts';
import { namedParts } from './named-parts.ts';
import { partialReading } from './partial-reading.ts';
import { unheededFolders } from './unheeded-folders.ts';
import { questionsAboutNothing, unheededColumns, unheededFiles } from './unheeded-words.ts';
import { untracedFigures } from './untraced-figures.ts';

/** What shows that less was done than was asked, or that more is told than was found. */
export const WHOLENESS_RULES: readonly Rule[] = [unheededFiles, unheededFolders, questionsAboutNothing, unheededColumns, partialReading, lostRows, namedParts, countedPoints, missedSizes, missedRanges, everywhereDone, untracedFigures];
