/** A program that works on a run as far as people are concerned: it puts one question, and tells what it hears. */
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { createIds, systemClock, systemRandom } from '../../src/kernel/index.ts';
import { BUILTIN_SETUP, openLedger, systemTimer } from '../../src/ledger/index.ts';
import { raiseHardCall, untakenSteering, watchCancel, type HardCallWish } from '../../src/oversight/index.ts';
import { AUTHOR } from '../contract-suites/ledger-samples.ts';

const [file = '', wish = ''] = process.argv.slice(2);
const question = JSON.parse(wish) as HardCallWish;
const ids = createIds({ clock: systemClock, random: systemRandom });
const ledger = await openLedger({ store: await openSqliteStore({ file }), setup: BUILTIN_SETUP, clock: systemClock, ids });
const log = ledger.log.writerFor(AUTHOR);
const ports = { log, reader: ledger.log, documents: ledger.documents, bus: ledger.bus, clock: systemClock, ids, timer: systemTimer };
const watch = watchCancel(question.run_id, ports);
const answering = raiseHardCall(question, ports, watch.signal);
console.log('at work');
const told = await answering.then(
  (answer) => `answered ${answer.is === 'answered' ? answer.optionId : answer.outcome}`,
  (error: { code?: string }) => `stopped ${error.code}`,
);
console.log(`heard ${(await untakenSteering(question.run_id, ledger.log)).map(({ text }) => text).join('|')}`);
console.log(told);
await watch.stop();
await ledger.close();
