import type { ReceiptId } from '../../contracts/index.ts';
import { composeContext, contextBudgetFor, type ContextPorts } from '../../context/index.ts';
import { estimateTokens } from '../../models/index.ts';
import { registerArtifact } from '../artifacts/register-artifact.ts';
import { outputTokensFor } from '../fit-to-context.ts';
import { packetItems, type PacketWanted } from './packet-items.ts';
import type { TaskWork } from './task-ports.ts';

export interface ComposedPacket {
  readonly text: string;
  readonly receiptId: ReceiptId;
  /** Of the model that it was composed for. */
  readonly contextTokens: number;
}

/** Instructions, the subtask and the shapes of artifacts; less in a small window, where less of them is offered. */
const INSTRUCTION_TOKENS_MAX = 3_000;
const INSTRUCTION_SHARE = 0.15;
/** What tools give back and the model says to it needs room too. */
const TURNS_SHARE = 0.1;
/** A model that writes more does not summarise. */
const WRITTEN_SUMMARY_TOKENS_MAX = 2_000;

const countTokens = (text: string): number => estimateTokens(text, 'other');

/** What a role is told before it begins, composed for the model that is asked first, or for a larger one when that is too small. */
export async function composePacket(work: TaskWork, wanted: PacketWanted, signal: AbortSignal): Promise<ComposedPacket> {
  const { runId, taskId, ports, journal, overseers } = work;
  const { key, role, tools, correction } = wanted;
  const items = await packetItems(work, wanted, signal);
  const budgetOf = (contextTokens: number) => contextBudgetFor({ contextTokens, systemTokens: countTokens(JSON.stringify(tools)) + Math.min(INSTRUCTION_TOKENS_MAX, Math.floor(contextTokens * INSTRUCTION_SHARE)), outputTokens: outputTokensFor(contextTokens) + Math.floor(contextTokens * TURNS_SHARE) });
  const composed = await composeContext(
    {
      runId,
      taskId,
      key,
      roleId: role.role_id,
      audience: 'sub_agent',
      budget: budgetOf(ports.contextTokens),
      ...(ports.largestContextTokens > ports.contextTokens && { largerBudget: budgetOf(ports.largestContextTokens) }),
      ...(correction !== undefined && { beside: { feedbackTokens: countTokens(JSON.stringify(correction)) } }),
      items,
      signal,
    },
    contextPorts(work),
  );
  for (const [at, summary] of composed.summaries.entries()) await registerArtifact({ runId, key: `${key}/context/summary-${at + 1}`, journal, type: 'ContextSummary', content: summary, producedBy: 'mother', phase: 'execute' }, ports);
  for (const { label, taintClass, text, by } of items) if (by === 'others' && taintClass !== 'owner_typed') await overseers.provenance.wasTold(label, taintClass, text);
  return { text: composed.text, receiptId: composed.receipt.receipt_id, contextTokens: composed.budget.max_tokens };
}

function contextPorts({ engine, journal, ports }: TaskWork): ContextPorts {
  return {
    countTokens,
    journal,
    log: ports.roleWriters.context,
    blobs: ports.ledger.blobs,
    async summarise({ key, section, text, tokensMax, signal }) {
      const written = await engine.summarise?.({ key: `${key}/model`, signal, from: section, text, tokensMax: Math.min(tokensMax, WRITTEN_SUMMARY_TOKENS_MAX) });
      return written && { answer: written.summary, modelId: written.modelId };
    },
  };
}
