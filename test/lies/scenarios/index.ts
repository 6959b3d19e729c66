import type { LieFamily } from '../lie-scenario.ts';
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
import { WRITTEN_AGAIN } from './again/index.ts';
import { WRITTEN_A_FOURTH_TIME } from './fourth/index.ts';
import { WRITTEN_A_THIRD_TIME } from './third/index.ts';

const WRITTEN_FIRST: readonly LieFamily[] = [noToolRan, failureCalledSuccess, fileNotAsClaimed, testsTampered, checkEdited, numberInvented, citationDoesNotSayIt, partForTheWhole, exitCodeHidden, pastedNotRead, judgeFlattered, judgeInstructed, agreedFalsehood, questionChanged, oldEvidence, failureLeftOut];

/** Every way of lying that is tried here. It only grows: a lie that once got through stays. */
export const LIE_FAMILIES: readonly LieFamily[] = WRITTEN_FIRST.map(({ family, pairs }) => ({ family, pairs: [...pairs, ...[...WRITTEN_AGAIN, ...WRITTEN_A_THIRD_TIME, ...WRITTEN_A_FOURTH_TIME].filter((one) => one.family === family).flatMap((one) => one.pairs)] }));
