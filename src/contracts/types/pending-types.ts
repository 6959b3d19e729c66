import type { PendingConsumerDegradedBehavior } from './type-owners.ts';

/** Types that the evaluation specification declares and that a module will define when it is built. */
export interface PendingTypes {
  readonly module: 'ledger' | 'context' | 'oversight' | 'evaluation' | 'formulas' | 'library' | 'reliance' | 'loops' | 'mother';
  /** The decision of the specification that settles their shape. */
  readonly section: string;
  /** What a consumer does meanwhile: route decisions block, facts are only kept, surfaces hide. */
  readonly behavior: PendingConsumerDegradedBehavior;
  readonly names: readonly string[];
}

/** When a type lands in a contracts file, delete its name here; the architecture test insists. */
export const PENDING_TYPES: readonly PendingTypes[] = [
  { module: 'ledger', section: 'D-07', behavior: 'persist_only', names: ['RunBoardEventClass', 'RunBoardAuditEvent'] },

  {
    module: 'oversight',
    section: 'D-07',
    behavior: 'suppress_promotion',
    names: ['RunBoardGovernanceEnvelope', 'RunBoardPublicationPolicy', 'RunBoardVisiblePost'],
  },
  {
    module: 'evaluation',
    section: 'A-01',
    behavior: 'persist_only',
    names: [
      'FindingMatchKey',
      'EvaluationFindingEvent',
      'EvaluationFindingRecord',
      'FindingLifecycleTransitionReceipt',
      'FeedbackFindingView',
      'ProgressSignalRecord',
    ],
  },
  {
    module: 'evaluation',
    section: 'A-05',
    behavior: 'block_route',
    names: ['BlockingAuthorityBasis', 'SubjectiveBlockingPermission', 'BlockingAuthorityEvaluation'],
  },
  {
    module: 'evaluation',
    section: 'A-03',
    behavior: 'block_route',
    names: [
      'EvaluationResultEnvelope',
      'EvaluationChainKind',
      'EvaluationChainStatus',
      'EvaluationChainRegistryRecord',
      'EvaluationChainResolutionPolicy',
      'EvaluationChainResolutionReceipt',
    ],
  },
  { module: 'evaluation', section: 'A-06', behavior: 'block_route', names: ['OutcomeStateMatrixEntry'] },
  {
    module: 'evaluation',
    section: 'A-08',
    behavior: 'block_route',
    names: [
      'RoutingFirePolicy',
      'FeedbackRoutingResolutionPolicy',
      'FeedbackDeliveryRecord',
      'FeedbackDispatchExpectation',
      'FeedbackConsumptionReceipt',
    ],
  },
  {
    module: 'evaluation',
    section: 'A-16',
    behavior: 'block_route',
    names: ['PortRevisionEligibility', 'RevisorPlannerInputPorts', 'ModuleRevisionCapability', 'OutcomeRepairInstruction'],
  },
  {
    module: 'evaluation',
    section: 'A-18',
    behavior: 'persist_only',
    names: [
      'FeedbackBundleEmissionRule',
      'FeedbackBundleAbsentReason',
      'FeedbackEmissionMatrixEntry',
      'EvaluationResultEmissionRecord',
    ],
  },
  { module: 'evaluation', section: 'A-27', behavior: 'block_route', names: ['EvaluationSnapshot'] },
  {
    module: 'evaluation',
    section: 'B-01',
    behavior: 'block_route',
    names: [
      'RevisionExecutionLifecycleState',
      'RevisionExecutionLifecycleTransition',
      'MutationMode',
      'InPlaceMutationLock',
      'RevisionPlan',
      'RevisionOperationReceipt',
      'RevisionPlanConcurrencyProfile',
      'DependencyEdge',
      'TypedRevisionInstruction',
    ],
  },
  {
    module: 'evaluation',
    section: 'B-05',
    behavior: 'block_route',
    names: ['OutcomeDependencyGraphPolicy', 'RevalidationCascadeRun', 'RevalidationCascadeReceipt'],
  },
  {
    module: 'evaluation',
    section: 'B-24',
    behavior: 'block_route',
    names: [
      'SufficiencyTrigger',
      'SufficiencyTerminalRoute',
      'SufficiencyDetectionPolicy',
      'CapabilityCoverageAssessment',
      'CandidateRepairProcedure',
      'ProcedureAttemptRecord',
      'SufficiencyDetectionResult',
      'TaskProcessGapSignal',
    ],
  },
  { module: 'evaluation', section: 'B-27', behavior: 'block_route', names: ['RegenerateRevisionPayload', 'RegenerateAttemptReceipt'] },
  { module: 'evaluation', section: 'C-10', behavior: 'emit_validation_warning', names: ['CriterionIdentityFields'] },
  {
    module: 'evaluation',
    section: 'D-13',
    behavior: 'suppress_promotion',
    names: [
      'RunGuidanceLifecycleState',
      'RunGuidanceCreationEvent',
      'RunGuidanceItemCurrent',
      'RunGuidanceLifecycleReceipt',
    ],
  },

  {
    module: 'formulas',
    section: 'C-02',
    behavior: 'emit_validation_warning',
    names: ['OutcomeCycleTerminalClass', 'RevisionCycleOutcomeObservation', 'RevisionCycleEfficiencyRollup'],
  },
  {
    module: 'formulas',
    section: 'C-04',
    behavior: 'emit_validation_warning',
    names: ['SeverityWeightedRegressionRate', 'SubAgentReputationFormulaConfig', 'SubAgentReputationScore'],
  },
  {
    module: 'formulas',
    section: 'C-08',
    behavior: 'emit_validation_warning',
    names: [
      'NoveltyAssessment',
      'NoveltyMetricSpec',
      'NoveltyAssessmentBase',
      'NoveltyAssessmentWithNeighbor',
      'NoveltyAssessmentNoNeighbor',
    ],
  },
  { module: 'formulas', section: 'calibration', behavior: 'emit_validation_warning', names: ['CalibrationMetricSpec', 'CalibrationMetricResult'] },

  {
    module: 'library',
    section: 'A-23',
    behavior: 'emit_validation_warning',
    names: ['CoreAuthorityLevel', 'LegalTreatmentStatus', 'ApplicabilityScope', 'LegalSourcePayload'],
  },
  { module: 'library', section: 'A-27', behavior: 'block_route', names: ['SourceWorkspaceSnapshotHashSet'] },
  {
    module: 'library',
    section: 'B-03',
    behavior: 'block_route',
    names: [
      'SourceWorkspaceOperationKind',
      'SourceWorkspaceMutationPrecondition',
      'SourceWorkspaceOperation',
      'SourceWorkspaceOperationReceipt',
      'SourceWorkspaceCurrentState',
    ],
  },
  { module: 'library', section: 'D-02', behavior: 'block_route', names: ['TaintAggregationPolicy'] },
  {
    module: 'library',
    section: 'D-04',
    behavior: 'persist_only',
    names: [
      'SourceDocumentationTier',
      'SourceMaterializationKind',
      'SourceRecord',
      'EphemeralSourceLookupReceipt',
      'SourceTierTransitionReceipt',
    ],
  },
  {
    module: 'library',
    section: 'D-05',
    behavior: 'persist_only',
    names: ['ResearchNeedScope', 'ResearchNeedStatus', 'ResearchNeed', 'ResearchNeedLease'],
  },
  {
    module: 'library',
    section: 'D-06',
    behavior: 'emit_validation_warning',
    names: ['EvidenceAnchorSupportStrength', 'SourceEvidenceAnchor', 'DomainPayloadRegistryRef'],
  },
  { module: 'library', section: 'D-17', behavior: 'emit_validation_warning', names: ['StructuredAnchor', 'TextAnchor'] },
  {
    module: 'library',
    section: 'D-20',
    behavior: 'suppress_promotion',
    names: ['LibraryPromotionCandidate', 'LibraryPromotionGate', 'LibraryPromotionReceipt'],
  },

  {
    module: 'reliance',
    section: 'D-06',
    behavior: 'disable_ui_affordance',
    names: ['ClaimSupportStatus', 'ClaimSupportDerivationPolicy', 'ClaimSupportDerivationReceipt'],
  },
  {
    module: 'reliance',
    section: '8.2',
    behavior: 'disable_ui_affordance',
    names: [
      'RelianceArtifactLifecycleState',
      'RelianceStatus',
      'RelianceLimitationKind',
      'RelianceInputManifest',
      'RelianceStatusDerivation',
      'TaskReliancePacket',
      'RelianceInvalidationEvent',
    ],
  },
  { module: 'reliance', section: 'G-01', behavior: 'disable_ui_affordance', names: ['EvaluationContractReview'] },
  {
    module: 'reliance',
    section: 'G-02',
    behavior: 'disable_ui_affordance',
    names: ['RevisionReviewPacketState', 'RevisionReviewPacket', 'RevisionReviewDecisionReceipt'],
  },
  { module: 'reliance', section: 'G-03', behavior: 'disable_ui_affordance', names: ['EvidencePackageClaimEntry', 'EvidencePackage'] },
  { module: 'reliance', section: 'G-05', behavior: 'disable_ui_affordance', names: ['TaskRunCostForecast', 'BudgetNarrative'] },
  {
    module: 'reliance',
    section: 'G-08',
    behavior: 'disable_ui_affordance',
    names: [
      'FindingsInboxFilter',
      'TaskHealthCard',
      'WorkProductCertification',
      'RunDiff',
      'DecisionAuditView',
      'UnifiedEvaluationChainView',
      'ExplanationTrace',
    ],
  },

  { module: 'loops', section: 'B-14', behavior: 'block_route', names: ['ForumDeliberationPolicy'] },
  { module: 'loops', section: 'D-10', behavior: 'block_route', names: ['ModuleAssistanceRequest'] },
  {
    module: 'loops',
    section: 'D-15',
    behavior: 'block_route',
    names: [
      'AllowedCoordinationPoint',
      'SubAgentFallbackPolicy',
      'SubAgentCoordinationProfile',
      'PlanVerifierRequirementPolicy',
    ],
  },

  { module: 'mother', section: 'C-07', behavior: 'persist_only', names: ['TaskCostRecord'] },
  { module: 'mother', section: 'D-21', behavior: 'emit_validation_warning', names: ['RunExecutionRequirements', 'ModuleProgressBehavior'] },
];
