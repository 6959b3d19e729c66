import { responseAnswered, type ModelId, type ModelMessage, type ModelRequest, type TokenCalibration } from '../../contracts/index.ts';
import { hasCode, KeelsonError, type Clock } from '../../kernel/index.ts';
import type { LogWriter } from '../../ledger/index.ts';
import { callPaid, type Gateway, type PaidAnswer, type Purse } from '../../models/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import type { ServedCall, ServedModels } from './ports.ts';
import { writtenBehind, type WrittenBehind } from './written-behind.ts';

/** The models of this machine, as runs ask them too. */
export interface OpenedGateway {
  readonly gateway: Gateway;
  readonly cloud: 'allow' | 'forbid';
}

export interface ServedModelsPorts {
  open(signal: AbortSignal): Promise<OpenedGateway>;
  readonly purse: Purse;
  readonly writer: LogWriter;
  readonly clock: Clock;
  calibrationOf(modelId: ModelId): Promise<TokenCalibration | undefined>;
}

/** How long what was measured of a model counts without a look at it. */
const MEASURES_MS = 60_000;

export function createServedModels({ open, purse, writer, clock, calibrationOf }: ServedModelsPorts): ServedModels & Pick<WrittenBehind, 'settled'> {
  const measures = new Map<ModelId, { readonly readAt: number; readonly calibration: TokenCalibration | undefined }>();
  const measured = async (modelId: ModelId): Promise<TokenCalibration | undefined> => {
    const known = measures.get(modelId);
    if (known !== undefined && clock.monotonicMs() - known.readAt < MEASURES_MS) return known.calibration;
    const calibration = await calibrationOf(modelId);
    measures.set(modelId, { readAt: clock.monotonicMs(), calibration });
    return calibration;
  };
  const records = writtenBehind(writer);
  const record = ({ responseId, modelId }: ServedCall, { response, tries, cost }: PaidAnswer): void => {
    const payload = { response_id: responseId, model_id: modelId, provider_response_id: response.provider_response_id, tries, stop_reason: response.stop_reason, usage: response.usage, cost };
    records.add(`response:${responseId}:answered`, { type: responseAnswered.type, streamId: responseId, payload });
  };
  return {
    async list(signal) {
      try {
        const { gateway } = await open(signal);
        return [...gateway.models.values()].map(({ settings }) => ({ id: settings.model_id, provider: settings.provider, contextTokens: settings.context_tokens }));
      } catch (error) {
        // No model is nothing that is wrong with the question.
        if (hasCode(error, 'model.route_refused')) return [];
        throw error;
      }
    },
    async ask(call) {
      const { gateway, cloud } = await open(call.signal);
      const model = gateway.models.get(call.modelId);
      if (model === undefined) throw unknownModel(call.modelId, [...gateway.models.keys()]);
      const isElsewhere = model.provider.location === 'cloud';
      if (isElsewhere && cloud === 'forbid') throw cloudForbidden(call.modelId);
      const request = isElsewhere ? withoutSecretsIn(call.request) : call.request;
      const answer = await callPaid({ modelId: call.modelId, name: call.responseId, request, signal: call.signal, ...(call.onEvent && { onEvent: call.onEvent }) }, { gateway, purse, clock, calibrationOf: measured });
      record(call, answer);
      return answer.response;
    },
    settled: records.settled,
  };
}

/** What goes elsewhere holds no keys and passwords, whoever sent them along. */
function withoutSecretsIn(request: ModelRequest): ModelRequest {
  return { ...request, messages: request.messages.map(masked) };
}

function masked(message: ModelMessage): ModelMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', text: withoutSecrets(message.text) };
    case 'user':
      return { role: 'user', content: message.content.map((part) => (part.type === 'text' ? { type: 'text', text: withoutSecrets(part.text) } : part)) };
    case 'tool':
      return { role: 'tool', content: message.content.map((result) => ({ ...result, content: result.content.map((part) => (part.type === 'text' ? { type: 'text', text: withoutSecrets(part.text) } : part)) })) };
    case 'assistant':
      return { role: 'assistant', content: message.content.map((part) => (part.type === 'text' ? { type: 'text', text: withoutSecrets(part.text) } : part.type === 'tool_call' ? { ...part, arguments_text: withoutSecrets(part.arguments_text) } : part)) };
  }
}

function unknownModel(id: string, known: readonly string[]): KeelsonError<'model.unknown'> {
  return new KeelsonError('model.unknown', { message: `No model is called ${id} here.`, nextStep: `Use keelson, or one of: ${known.join(', ')}. GET /v1/models lists them.`, data: { model_id: id, known: [...known] } });
}

function cloudForbidden(id: string): KeelsonError<'model.route_refused'> {
  return new KeelsonError('model.route_refused', { message: `${id} is in the cloud, and nothing may leave this machine.`, nextStep: 'Name a model of this machine, or allow the cloud in the configuration (models.cloud).', data: { reason: 'cloud_forbidden', detail: 'models.cloud is forbid' } });
}
