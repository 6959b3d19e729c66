import { BUILTIN_SETUP, type LedgerSetup } from '../../../src/ledger/index.ts';

/** The same ledger as a later release would open it: one projection folds differently and has a new version. */
export const setup: LedgerSetup = {
  ...BUILTIN_SETUP,
  projections: BUILTIN_SETUP.projections.map((projection) =>
    projection.name === 'termination'
      ? { ...projection, version: projection.version + 1, fold: (current, event) => ({ ...projection.fold(current, event), details: 'folded again' }) }
      : projection,
  ),
};
