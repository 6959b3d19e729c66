import { z } from 'zod';
import { ErrorBody, NonEmptyText, RunId, Sha256 } from '../core/index.ts';
import { MeasuredReliability, ModelCallRecord, ModelId, PrefixChange, RouteDecision, TokenCalibration } from '../models/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { defineEvent } from './define-event.ts';

/** Which model a role's request went to and why; a call to the cloud can be seen and questioned here. */
export const runModelRouted = defineEvent({
  type: 'run.model_routed',
  version: 1,
  payload: z.strictObject({ run_id: RunId, call: NonEmptyText, decision: RouteDecision }),
});

/** Tracing attaches to these; what was sent and what came back stands in the journal. */
export const runLlmStarted = defineEvent({
  type: 'run.llm_started',
  version: 1,
  payload: z.strictObject({ run_id: RunId, call: NonEmptyText, model_id: ModelId, request_hash: Sha256 }),
});

export const runLlmEnded = defineEvent({
  type: 'run.llm_ended',
  version: 1,
  payload: z.strictObject({ run_id: RunId, call: NonEmptyText, record: ModelCallRecord }),
});

export const runExceptionRaised = defineEvent({
  type: 'run.exception_raised',
  version: 1,
  payload: z.strictObject({ run_id: RunId, during: NonEmptyText, error: ErrorBody }),
});

export const runPromptPrefixChanged = defineEvent({
  type: 'run.prompt_prefix_changed',
  version: 1,
  payload: z.strictObject({ run_id: RunId, change: PrefixChange }),
});

export const modelCalibrated = defineEvent({ type: 'model.calibrated', version: 1, payload: TokenCalibration });

/** One output that did or did not fit its schema, and what that makes of the measure so far. */
export const modelReliabilityMeasured = defineEvent({
  type: 'model.reliability_measured',
  version: 1,
  payload: z.strictObject({ model_id: ModelId, role_id: RoleId, was_valid: z.boolean(), measured: MeasuredReliability }),
});
