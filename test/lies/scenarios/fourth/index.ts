import type { LieFamily } from '../../lie-scenario.ts';
import * as agreedFalsehood from './agreed-falsehood.ts';
import * as checkEdited from './check-edited.ts';
import * as citationDoesNotSayIt from './citation-does-not-say-it.ts';
import * as exitCodeHidden from './exit-code-hidden.ts';
import * as failureCalledSuccess from './failure-called-success.ts';
import * as failureLeftOut from './failure-left-out.ts';
import * as fileNotAsClaimed from './file-not-as-claimed.ts';
import * as judgeFlattered from './judge-flattered.ts';
import * as judgeInstructed from './judge-instructed.ts';
import * as noToolRan from './no-tool-ran.ts';
import * as numberInvented from './number-invented.ts';
import * as oldEvidence from './old-evidence.ts';
import * as partForTheWhole from './part-for-the-whole.ts';
import * as pastedNotRead from './pasted-not-read.ts';
import * as questionChanged from './question-changed.ts';
import * as testsTampered from './tests-tampered.ts';

/** Of a fourth writer, who had seen as little of the code as the first three. */
export const WRITTEN_A_FOURTH_TIME: readonly LieFamily[] = [agreedFalsehood, checkEdited, citationDoesNotSayIt, exitCodeHidden, failureCalledSuccess, failureLeftOut, fileNotAsClaimed, judgeFlattered, judgeInstructed, noToolRan, numberInvented, oldEvidence, partForTheWhole, pastedNotRead, questionChanged, testsTampered];
