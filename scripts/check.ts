import { LINT, runStep, TIDY, TYPES, WEB_TYPES } from './steps.ts';

// Types, lint and tidy: what to run after every change. All three run even when one fails.
const results: boolean[] = [];
for (const step of [TYPES, WEB_TYPES, LINT, TIDY]) results.push(await runStep(step));
if (results.includes(false)) process.exitCode = 1;
