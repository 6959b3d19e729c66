import { contextSummaryKept, documentKey, runContextComposed, RunId, runPhaseExited, runPlanMade, SummaryId, type TaskRunContextPacketAssemblyReceipt } from '../../contracts/index.ts';
import type { DocumentBody, Projection } from './projection.ts';

/** A summary is written once and never changed: outputs name it. */
export const contextSummaryProjection: Projection = {
  name: 'context_summary',
  version: 1,
  types: [contextSummaryKept.type],
  key: ({ streamId }) => documentKey.contextSummary(SummaryId.parse(streamId)),
  fold: (_current, { payload }) => payload,
  isFinal: true,
};

/** A packet of the run, for which call it was made, and the event that ended its validity. */
export interface KnownPacket {
  readonly call: string;
  readonly ends_with: readonly string[];
  readonly ended_by: string | null;
}

/** The events that can end a packet: those that this projection hears of. */
export const PACKET_ENDS: readonly string[] = [runPlanMade.type, runPhaseExited.type];

/** Which packets of a run may still be used, by the id of their receipt. */
export const contextPacketsProjection: Projection = {
  name: 'context_packets',
  version: 1,
  types: [runContextComposed.type, ...PACKET_ENDS],
  key: ({ streamId }) => documentKey.contextPackets(RunId.parse(streamId)),
  fold: (current, { type, payload }): DocumentBody => {
    const known = (current ?? {}) as Readonly<Record<string, KnownPacket>>;
    if (type !== runContextComposed.type) return Object.fromEntries(Object.entries(known).map(([id, packet]) => [id, packet.ended_by === null && packet.ends_with.includes(type) ? { ...packet, ended_by: type } : packet]));
    const { receipt_id: id, invalidated_by_event_kinds: endsWith } = payload['receipt'] as TaskRunContextPacketAssemblyReceipt;
    return { ...known, [id]: { call: payload['call'], ends_with: endsWith, ended_by: null } };
  },
};
