import { checkpointCreated, documentKey, taskReplayForkCreated, type ForkRecord, type RunCheckpoints } from '../../contracts/index.ts';
import type { Validator } from './validator.ts';
import { valueAt } from './value-at.ts';

/** Whoever returns to a place must know what held there. */
export const checkpointMissingPolicySnapshot: Validator = {
  code: 'validation.known_good_checkpoint_missing_policy_snapshot',
  appliesTo: ({ type }) => type === checkpointCreated.type,
  check: ({ payload }) => (valueAt(payload, 'checkpoint.policy_snapshot_ref') === undefined ? 'the checkpoint does not say which policies were in force' : undefined),
};

export const checkpointMissingCapabilitySnapshot: Validator = {
  code: 'validation.known_good_checkpoint_missing_capability_snapshot',
  appliesTo: ({ type }) => type === checkpointCreated.type,
  check: ({ payload }) => (valueAt(payload, 'checkpoint.capability_snapshot_ref') === undefined ? 'the checkpoint does not say what the run could do and ask' : undefined),
};

/** A fork names all that its checkpoint could not take back; a fork of no known checkpoint names nothing that can be relied on. */
export const restoreIgnoresIrreversibleSideEffects: Validator = {
  code: 'validation.restore_checkpoint_ignores_irreversible_side_effects',
  appliesTo: ({ type }) => type === taskReplayForkCreated.type,
  documents: ({ payload }) => [documentKey.runCheckpoints((payload as unknown as ForkRecord).fork.parent_run_id)],
  check: ({ payload }, { document }) => {
    const { fork } = payload as unknown as ForkRecord;
    const { checkpoints = [] } = (document(documentKey.runCheckpoints(fork.parent_run_id))?.body ?? {}) as Partial<RunCheckpoints>;
    const checkpoint = checkpoints.find(({ checkpoint_id: id }) => id === fork.forked_from_checkpoint_ref);
    if (checkpoint === undefined) return `${fork.forked_from_checkpoint_ref} is no checkpoint of ${fork.parent_run_id}`;
    const named = new Set(fork.irrevocable_side_effects_at_fork.map(({ receipt_ref: ref }) => ref.key));
    const ignored = checkpoint.irreversible_side_effect_refs.filter(({ key }) => !named.has(key));
    return ignored.length === 0 ? undefined : `the fork does not name ${ignored.map(({ key }) => key).join(', ')}, which cannot be taken back`;
  },
};

export const FORK_RULES: readonly Validator[] = [checkpointMissingPolicySnapshot, checkpointMissingCapabilitySnapshot, restoreIgnoresIrreversibleSideEffects];
