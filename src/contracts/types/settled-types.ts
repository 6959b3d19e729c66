/** A name of the evaluation specification that stands for one of ours, and why the two are the same thing. */
export interface AliasedType {
  readonly name: string;
  /** `imported`: the same thing under another name. `deprecated`: an idea that the replacement took over. */
  readonly status: 'imported' | 'deprecated';
  readonly replacement: string;
  readonly reason: string;
}

export const ALIASED_TYPES: readonly AliasedType[] = [
  { name: 'ISO8601', status: 'imported', replacement: 'Timestamp', reason: 'One spelling of time everywhere, so that text order is time order.' },
  { name: 'DurationISO8601', status: 'imported', replacement: 'Duration', reason: 'A duration is a duration in every contract.' },
  { name: 'outcome_id', status: 'imported', replacement: 'Name', reason: 'An outcome is named by the plan that defines it; it is not minted.' },
  { name: 'CanonicalEventRef', status: 'imported', replacement: 'StorageRef', reason: 'A storage reference already says that it points to an event.' },
  { name: 'ProjectionRef', status: 'imported', replacement: 'StorageRef', reason: 'A projection is a document, and a storage reference says so.' },
  { name: 'PolicyEvaluationRef', status: 'imported', replacement: 'StorageRef', reason: 'A policy decision is stored as a receipt; nothing about it needs a kind of reference of its own.' },
  { name: 'PolicyDecisionRef', status: 'imported', replacement: 'StorageRef', reason: 'The same reference as PolicyEvaluationRef under a second name.' },
  { name: 'FailureKind', status: 'imported', replacement: 'FailureClass', reason: 'A finding and an outcome must class failures alike; a further taxonomy is ruled out.' },
  { name: 'RevisionPlanStepBase', status: 'imported', replacement: 'RevisionPlanStep', reason: 'Every step has the same fields; the kind tells them apart, so there is no base to extend.' },
  { name: 'VerificationRequestStep', status: 'imported', replacement: 'RevisionPlanStep', reason: 'It is the step of kind request_verification.' },
  { name: 'RevisionExecutionLifecycle', status: 'imported', replacement: 'RevisionExecutionLifecycleState', reason: 'The machine is its states and transitions; the name alone has no shape.' },
  { name: 'TypeOwnerRegistry', status: 'imported', replacement: 'TypeOwnerRegistryEntry', reason: 'The registry is a generated list of entries.' },
  { name: 'HardCallResolution', status: 'imported', replacement: 'HardCallResolutionReceipt', reason: 'A resolution exists only as its receipt.' },
  { name: 'TaskCommandRegistryEntry', status: 'imported', replacement: 'OperationEntry', reason: 'Commands and queries share one registry, so one entry describes both.' },
  { name: 'RelianceLayerCommandRegistryEntry', status: 'imported', replacement: 'OperationEntry', reason: 'Reliance surfaces act through the same registry as every other surface.' },
  { name: 'EvaluationFinding', status: 'deprecated', replacement: 'EvaluationFindingEvent', reason: 'One record cannot be both the unchanging fact and its current state.' },
  { name: 'EvaluationAffirmation', status: 'deprecated', replacement: 'PositiveEvaluationObservation', reason: 'It was referred to and never defined.' },
  { name: 'KnownGoodState', status: 'deprecated', replacement: 'KnownGoodCheckpoint', reason: 'A state without policy and capability snapshots cannot be restored.' },
  { name: 'CostEstimate', status: 'deprecated', replacement: 'CostVector', reason: 'A single number hides units that must not be added.' },
  { name: 'StepKind', status: 'deprecated', replacement: 'RevisionPlanStepKind', reason: 'A second list of the same kinds would drift from the first.' },
  { name: 'ShadowWorkspace', status: 'deprecated', replacement: 'TaskRunFork', reason: 'A fork says what it could not undo; a shadow pretended that nothing had happened.' },
];

/** Names that Keelson will never define. */
export const RETIRED_TYPES: readonly { readonly name: string; readonly reason: string }[] = [
  { name: 'BuildReadyGate', reason: 'The build is the gate: the architecture and requirement tests fail it, so no record of it is kept.' },
  { name: 'AddendaBPatchPhase', reason: 'It orders the amendment of documents that are not ours; our order is that of module ranks.' },
  { name: 'AddendaBPatchSequencingGate', reason: 'It gates the amendment of documents that are not ours.' },
  { name: 'AddendaBConformanceFixtureKind', reason: 'The twenty fixtures are requirements here and are tracked with the rest.' },
  { name: 'AddendaBConformanceFixture', reason: 'A fixture is a test that cites its requirement; it is not stored.' },
];
