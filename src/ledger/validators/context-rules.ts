import { documentKey, runContextComposed, RunId, runSubtaskDispatched, type PerActivationContextBudget, type StorageRef, type TaskRunContextPacketAssemblyReceipt, type TaskRunContextPacketRequest } from '../../contracts/index.ts';
import { PACKET_ENDS, type KnownPacket } from '../projections/context-packets.ts';
import type { Validator, WriteContext, WrittenEvent } from './validator.ts';

interface Composed {
  readonly call: string;
  readonly request: TaskRunContextPacketRequest;
  readonly receipt: TaskRunContextPacketAssemblyReceipt;
  readonly activation: PerActivationContextBudget;
}

const isComposed = ({ type }: { readonly type: string }): boolean => type === runContextComposed.type;
const isDispatched = ({ type }: { readonly type: string }): boolean => type === runSubtaskDispatched.type;

function composedIn({ payload }: WrittenEvent): Composed {
  return payload as unknown as Composed;
}

export const contextPacketWithoutRequest: Validator = {
  code: 'validation.context_packet_without_request',
  appliesTo: isComposed,
  check: (event) => {
    const { request, receipt } = composedIn(event);
    if (receipt.request_id !== request.request_id) return `the packet answers ${receipt.request_id}, and what was asked for is ${request.request_id}`;
    return request.run_id === event.streamId ? undefined : `the packet was asked for by ${request.run_id}`;
  },
};

function knownPackets({ streamId }: WrittenEvent, { document }: WriteContext): Readonly<Record<string, KnownPacket>> {
  return (document(documentKey.contextPackets(RunId.parse(streamId)))?.body ?? {}) as unknown as Readonly<Record<string, KnownPacket>>;
}

function packetUsed(event: WrittenEvent, context: WriteContext): KnownPacket | undefined {
  return knownPackets(event, context)[String(event.payload['packet_receipt_id'])];
}

/** Nobody is given work with a packet of which no receipt says what is in it, nor with that of another call. */
export const contextPacketWithoutAssemblyReceipt: Validator = {
  code: 'validation.context_packet_without_assembly_receipt',
  appliesTo: isDispatched,
  documents: ({ streamId }) => [documentKey.contextPackets(RunId.parse(streamId))],
  check: (event, context) => {
    const { payload } = event;
    const packet = packetUsed(event, context);
    return packet?.call === payload['call'] ? undefined : `no receipt tells what ${String(payload['call'])} was told`;
  },
};

export const perActivationContextBudgetExceeded: Validator = {
  code: 'validation.per_activation_context_budget_exceeded',
  appliesTo: isComposed,
  check: (event) => {
    const { call, request, receipt, activation } = composedIn(event);
    if (activation.activation_id !== call) return `the budget is that of ${activation.activation_id}, not of ${call}`;
    if (activation.packet_token_count !== receipt.actual_token_count) return `the packet has ${receipt.actual_token_count} tokens and is counted as ${activation.packet_token_count}`;
    return receipt.actual_token_count <= request.requested_max_tokens ? undefined : `the packet has ${receipt.actual_token_count} tokens where ${request.requested_max_tokens} were asked for`;
  },
};

/** Required means whole: what is neither in a section as it is, nor stopped the work, was dropped in silence. */
export const requiredPacketItemOmittedWithoutBlockOrWarning: Validator = {
  code: 'validation.required_packet_item_omitted_without_block_or_warning',
  appliesTo: isComposed,
  check: (event) => {
    const { request, receipt } = composedIn(event);
    const whole = new Set(receipt.sections.filter(({ how }) => how === 'whole').flatMap(({ item_refs }) => item_refs.map(nameOf)));
    const missing = request.required_item_refs.map(nameOf).find((name) => !whole.has(name));
    return missing && `${missing} is required and not in the packet whole`;
  },
};

function nameOf({ kind, key }: StorageRef): string {
  return `${kind} ${key}`;
}

export const contextPacketValidAfterInvalidationEvent: Validator = {
  code: 'validation.context_packet_valid_after_invalidation_event',
  appliesTo: (event) => isComposed(event) || isDispatched(event),
  documents: ({ streamId }) => [documentKey.contextPackets(RunId.parse(streamId))],
  check: (event, context) => {
    if (isComposed(event)) {
      const unheard = composedIn(event).receipt.invalidated_by_event_kinds.find((kind) => !PACKET_ENDS.includes(kind));
      return unheard && `the packet would end with ${unheard}, of which nobody hears`;
    }
    const endedBy = packetUsed(event, context)?.ended_by ?? null;
    return endedBy === null ? undefined : `the packet of ${String(event.payload['call'])} ended with ${endedBy}`;
  },
};

export const CONTEXT_RULES: readonly Validator[] = [contextPacketWithoutRequest, contextPacketWithoutAssemblyReceipt, perActivationContextBudgetExceeded, requiredPacketItemOmittedWithoutBlockOrWarning, contextPacketValidAfterInvalidationEvent];
