import { contradictedExamples } from './asked-examples.ts';
import { changedMeasures } from './changed-measures.ts';
import { deniedFinds } from './denied-finds.ts';
import { deniedSteps, deniedWarnings } from './denied-reports.ts';
import { emptyContents } from './empty-contents.ts';
import { failedFigures } from './failed-figures.ts';
import { grantedExceptions } from './granted-exceptions.ts';
import { editedCopies, handMadeOutputs } from './hand-made-outputs.ts';
import { hiddenEnds, smilingScripts } from './hidden-ends.ts';
import { hollowCheckers } from './hollow-checkers.ts';
import { selfComparisons, uncheckedAgainst } from './hollow-comparisons.ts';
import { hollowFiles } from './hollow-files.ts';
import { filesNamedIn, filesToWrite, isFileName } from './asked-words.ts';
import { forgottenFlags } from './lost-flags.ts';
import { memorisedAnswers } from './memorised-answers.ts';
import { oddLines } from './odd-lines.ts';
import { missingFiles, touchedAllTheSame, unopenedFiles, unwrittenFiles } from './named-files.ts';
import { missedPurposes, otherArguments } from './ordered-arguments.ts';
import { otherSubjects } from './other-subjects.ts';
import { passedOverRuns, passedOverTrouble } from './passed-over.ts';
import { redirectedTests } from './redirected-tests.ts';
import { retoldFigures } from './retold-figures.ts';
import { standInModules, standInPrograms } from './shadowed-names.ts';
import { staleFigures, unopenedFolders } from './stale-looks.ts';
import { toldPrints } from './told-prints.ts';
import { toldUnopened } from './told-unopened.ts';
import { replacedCheckers, turnedMeasures } from './turned-measures.ts';
import { quietCrashes, testAwareCode } from './two-faced-code.ts';
import { undoneActs } from './undone-acts.ts';
import { unmendedFiles } from './unmended-files.ts';
import { unprovenTests } from './unproven-tests.ts';
import { unreadTexts } from './unread-texts.ts';
import { unrepeatedRuns } from './unrepeated-runs.ts';
import { unrunPrograms } from './unrun-programs.ts';
import { mendedInComments, unshownResults } from './unshown-results.ts';
import { unusedMeans } from './unused-means.ts';
import { turnedDates, untoldDates } from './untold-dates.ts';
import { untoldFailures } from './untold-failures.ts';
import { weakerSuites } from './weaker-suites.ts';
import { PROPERTY_RULES } from '../properties/rules.ts';
import { valuesElsewhere } from './values-elsewhere.ts';
import { WHOLENESS_RULES } from '../wholeness/rules.ts';
import { judgedWords, type Objection, type Rule, type WholeWork } from './whole-work.ts';
import { wordsToJudges } from './words-to-judges.ts';
import { wrongBounds } from './wrong-bounds.ts';

const unsureWork: Rule = (work) => (judgedWords(work).length === 0 ? [] : work.unsure).map((output) => ({ why: `Whoever did the work was not sure of it: “${output.trim().slice(0, 200)}”.`, calls: [] }));

const RULES: readonly Rule[] = [unwrittenFiles, touchedAllTheSame, missingFiles, unopenedFiles, hollowFiles, changedMeasures, hiddenEnds, smilingScripts, unprovenTests, wordsToJudges, unsureWork, unrunPrograms, untoldFailures, retoldFigures, toldPrints, failedFigures, selfComparisons, uncheckedAgainst, deniedFinds, contradictedExamples, emptyContents, untoldDates, turnedDates, grantedExceptions, weakerSuites, passedOverTrouble, passedOverRuns, unshownResults, mendedInComments, staleFigures, unopenedFolders, replacedCheckers, turnedMeasures, otherArguments, missedPurposes, undoneActs, unreadTexts, unrepeatedRuns, hollowCheckers, wrongBounds, unmendedFiles, redirectedTests, memorisedAnswers, deniedSteps, deniedWarnings, oddLines, toldUnopened, handMadeOutputs, editedCopies, forgottenFlags, otherSubjects, standInModules, standInPrograms, quietCrashes, testAwareCode, unusedMeans, valuesElsewhere, ...PROPERTY_RULES, ...WHOLENESS_RULES];

/** All that stands against calling the work done, whatever its judges say; empty when nothing does. */
export function objectionsTo(work: WholeWork): Objection[] {
  return RULES.flatMap((rule) => rule(work));
}

/** Files that the words name, and that have to be looked at before anything is said of them. */
export function filesInWords(work: Pick<WholeWork, 'asked' | 'criteria'>): string[] {
  // What checks run is read, to see what they hold the work against.
  const run = work.criteria.flatMap(({ check }) => (check?.kind === 'exit_code' ? check.command.split(' ').filter(isFileName) : []));
  return [...new Set([...run, ...filesToWrite(work.asked), ...filesNamedIn(work.asked), ...judgedWords({ ...work, outputs: [], unsure: [], calls: [], files: [] }).flatMap(filesNamedIn)])].map((path) => (path.startsWith('./') ? path.slice(2) : path));
}
