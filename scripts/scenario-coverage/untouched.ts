const OTHER_CLIENTS = 'The command line looks first whether such a question waits and shows it whole; only another client, or an answer in the same moment, meets this.';

const OTHER_PROGRAM = 'A run comes out otherwise from its own record only under another program or by a defect; a scenario has neither.';

/** Exported functions that no scenario can touch, each with the reason. One that a scenario touches must leave this list. */
export const UNTOUCHED: Readonly<Record<string, string>> = {
  'src/loops/executor/executor-words.ts#unknownTool': 'The gateway sends a call of a tool that was not offered back to the model before the executor sees it; this stands behind it.',
  'src/loops/offline/plan.ts#whatFailed': 'A run without a model stops plainly where one of its tools fails; it is planned anew only when a check fails all the same, which takes somebody else at work in the folder.',
  'src/loops/planner/calibration.ts#valueOf': 'Weighs what memory has to say, and there is no memory yet.',
  'src/mother/replay/divergences.ts#divergenceOfEvent': OTHER_PROGRAM,
  'src/mother/replay/divergences.ts#divergenceOfBreak': OTHER_PROGRAM,
  'src/mother/roles/role-actions.ts#rolesWithServerTools': 'Asked when a server of tools of others is configured, which test/surfaces/tools-servers.test.ts tries through the program.',
  'src/oversight/approvals/approval-errors.ts#approvalUnknown': OTHER_CLIENTS,
  'src/oversight/approvals/approval-errors.ts#approvalSettled': OTHER_CLIENTS,
  'src/oversight/approvals/approval-errors.ts#approvalExpired': 'Whoever waits settles a question when its time is over; an answer meets this only in the same moment, and no scenario waits for a clock.',
  'src/oversight/approvals/approval-errors.ts#actionChanged': OTHER_CLIENTS,
  'src/oversight/approvals/approval-errors.ts#argumentsWrong': OTHER_CLIENTS,
  'src/oversight/approvals/refuse.ts#refuse': 'Records an answer that was forged or altered in the store, which no command can do.',
  'src/oversight/externalization/cost-cap.ts#usdAtMost': 'Holds an action to what it may cost, and no way out that costs money by itself is built yet.',
  'src/oversight/hard-calls/await-hard-call.ts#lapseByTimeout': 'A question waits for a day, and no scenario waits for a clock.',
  'src/oversight/hard-calls/hard-call-errors.ts#hardCallUnknown': OTHER_CLIENTS,
  'src/oversight/hard-calls/hard-call-errors.ts#hardCallRefused': 'Refuses a question whose silence would act, or that is put a hundred times; no run puts one.',
};
