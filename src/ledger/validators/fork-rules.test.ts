import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { checkpointCreated, taskReplayForkCreated, type EventDefinition } from '../../contracts/index.ts';
import { checkpointMissingCapabilitySnapshot, checkpointMissingPolicySnapshot, restoreIgnoresIrreversibleSideEffects } from './fork-rules.ts';
import type { ValidatedDocument, WrittenEvent } from './validator.ts';

const RUN = 'run_01JCQZ9Y5D0000000000000001';
const CHECKPOINT = 'ckp_01JCQZ9Y5D0000000000000001';
const ref = (key: string) => ({ kind: 'event', key });
const written = (definition: EventDefinition, payload: Record<string, unknown>) => ({ definition, type: definition.type, payload }) as unknown as WrittenEvent;
const checkpointed = (checkpoint: Record<string, unknown>) => written(checkpointCreated, { checkpoint });
const forked = (receipts: readonly string[]) => written(taskReplayForkCreated, { fork: { parent_run_id: RUN, forked_from_checkpoint_ref: CHECKPOINT, irrevocable_side_effects_at_fork: receipts.map((key) => ({ receipt_ref: ref(key) })) } });
const knowing = (checkpoints?: readonly Record<string, unknown>[]) => ({ batch: [], document: (key: string) => (key === `checkpoints:${RUN}` && checkpoints !== undefined ? ({ body: { checkpoints }, position: 1 } as unknown as ValidatedDocument) : undefined) });
const kept = { checkpoint_id: CHECKPOINT, irreversible_side_effect_refs: [ref('evt_a'), ref('evt_b')] };

describe('a checkpoint', () => {
  it('is refused without the policies that were in force', verifies('validation.known_good_checkpoint_missing_policy_snapshot'), () => {
    const { check, appliesTo } = checkpointMissingPolicySnapshot;
    expect([check(checkpointed({ capability_snapshot_ref: ref('c') }), knowing()), check(checkpointed({ policy_snapshot_ref: ref('p') }), knowing())]).toEqual(['the checkpoint does not say which policies were in force', undefined]);
    expect([checkpointCreated, taskReplayForkCreated].map(appliesTo)).toEqual([true, false]);
  });

  it('is refused without what the run could do', verifies('validation.known_good_checkpoint_missing_capability_snapshot'), () => {
    const { check, appliesTo } = checkpointMissingCapabilitySnapshot;
    expect([check(checkpointed({ policy_snapshot_ref: ref('p') }), knowing()), check(checkpointed({ capability_snapshot_ref: ref('c') }), knowing())]).toEqual(['the checkpoint does not say what the run could do and ask', undefined]);
    expect([checkpointCreated, taskReplayForkCreated].map(appliesTo)).toEqual([true, false]);
  });
});

describe('a fork', () => {
  it('is refused when it keeps quiet about something that cannot be taken back', verifies('validation.restore_checkpoint_ignores_irreversible_side_effects'), () => {
    const { check, appliesTo, documents } = restoreIgnoresIrreversibleSideEffects;
    expect([[], ['evt_a'], ['evt_a', 'evt_b'], ['evt_a', 'evt_b', 'evt_c']].map((named) => check(forked(named), knowing([kept])))).toEqual(['the fork does not name evt_a, evt_b, which cannot be taken back', 'the fork does not name evt_b, which cannot be taken back', undefined, undefined]);
    expect([check(forked([]), knowing()), check(forked([]), knowing([{ ...kept, checkpoint_id: 'ckp_other' }]))]).toEqual([`${CHECKPOINT} is no checkpoint of ${RUN}`, `${CHECKPOINT} is no checkpoint of ${RUN}`]);
    expect([[checkpointCreated, taskReplayForkCreated].map(appliesTo), documents?.(forked([]))]).toEqual([[false, true], [`checkpoints:${RUN}`]]);
  });
});
