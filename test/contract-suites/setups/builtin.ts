export { BUILTIN_SETUP as setup } from '../../../src/ledger/index.ts';
