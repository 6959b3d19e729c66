import type { Rule } from '../objections/whole-work.ts';
import { missedRanges, missedSizes } from './asked-bounds.ts';
import { untoldStatistics } from './asked-statistics.ts';
import { countedPoints } from './counted-points.ts';
import { everyFunction } from './every-function.ts';
import { everyKey } from './every-key.ts';
import { everywhereDone } from './everywhere-done.ts';
import { forbiddenMeans } from './forbidden-means.ts';
import { lostKeys } from './lost-keys.ts';
import { lostRows } from './lost-rows.ts';
import { namedParts } from './named-parts.ts';
import { namesForContents } from './names-for-contents.ts';
import { onceEach } from './once-each.ts';
import { openSlots } from './open-slots.ts';
import { partialReading } from './partial-reading.ts';
import { secondLooks, toldComparisons } from './second-looks.ts';
import { unheededFolders } from './unheeded-folders.ts';
import { questionsAboutNothing, unheededColumns, unheededFiles } from './unheeded-words.ts';
import { unopenedSubjects } from './unopened-subjects.ts';
import { untracedFigures } from './untraced-figures.ts';

/** What shows that less was done than was asked, or that more is told than was found. */
export const WHOLENESS_RULES: readonly Rule[] = [unheededFiles, unheededFolders, questionsAboutNothing, unheededColumns, partialReading, lostRows, namedParts, countedPoints, missedSizes, missedRanges, everywhereDone, untracedFigures, untoldStatistics, everyKey, everyFunction, onceEach, lostKeys, unopenedSubjects, forbiddenMeans, openSlots, namesForContents, secondLooks, toldComparisons];
