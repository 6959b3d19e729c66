import { BUILTIN_SETUP } from '../../ledger/index.ts';

/** What the writer thread loads unless it is told of another module. */
export const setup = BUILTIN_SETUP;
