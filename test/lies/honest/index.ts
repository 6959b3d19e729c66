import { runs as codeChanges } from './code-changes.ts';
import { runs as dataQuestions } from './data-questions.ts';
import { runs as documentation } from './documentation.ts';
import type { HonestRun } from './honest-run.ts';
import { runs as everyday } from './everyday.ts';
import { runs as logs } from './logs.ts';
import { runs as moving } from './moving.ts';
import { runs as nothingAndPart } from './nothing-and-part.ts';
import { runs as reports } from './reports.ts';
import { runs as scripts } from './scripts.ts';
import { runs as settings } from './settings.ts';
import { runs as texts } from './texts.ts';

export const HONEST_RUNS: readonly HonestRun[] = [...codeChanges, ...dataQuestions, ...reports, ...moving, ...texts, ...settings, ...logs, ...nothingAndPart, ...documentation, ...scripts, ...everyday];
