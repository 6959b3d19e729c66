/** A program that appends one message and tells what came of it; then it has nothing more to do. */
import { openSqliteStore } from '../../src/drivers/sqlite/open-sqlite-store.ts';
import { messageRequest } from './sqlite-ledger.ts';

const [file = '', hooksModule = ''] = process.argv.slice(2);
const store = await openSqliteStore({ file, hooksModule });
const told = await store.transact(messageRequest('a', 'one')).then(() => 'answered', (error: { code: string }) => error.code);
console.log(told);
