import {
  contextSummaryKept,
  documentKey,
  runContextComposed,
  runContextSummarised,
  type ContextBudget,
  type ContextSection,
  type ContextSummary,
  type OmittedPacketItem,
  type PacketSection,
  type PerActivationContextBudget,
  type RoleId,
  type RunId,
  type TaintClass,
  type TaskContextAudience,
  type TaskId,
  type TaskRunContextPacketAssemblyReceipt,
  type TaskRunContextPacketRequest,
} from '../contracts/index.ts';
import { fixedClock, hasCode, sha256Hex, timestamp } from '../kernel/index.ts';
import type { Blobs, LogWriter, NewEvent } from '../ledger/index.ts';
import { budgetExceeded } from './budget.ts';
import type { ContextItem } from './item.ts';
import { placeSections, type Placed } from './place-sections.ts';
import { packetText, sectionsOf, sectionText, sourceText, type Block, type WantedSection } from './sections.ts';
import { summaryRecord, type SummaryPorts } from './summary/summarise-section.ts';
import { highestTaint } from './taint.ts';

export interface WantedContext {
  readonly runId: RunId;
  readonly taskId: TaskId;
  /** Where in the run it is wanted; a run that is gone on with composes the same there. */
  readonly key: string;
  readonly roleId: RoleId;
  readonly audience: TaskContextAudience;
  readonly budget: ContextBudget;
  /** Of a larger model that may be asked instead when the required sections do not fit. */
  readonly largerBudget?: ContextBudget;
  /** What the role is given beside the packet; it counts against the same budget. */
  readonly beside?: { readonly boardDigestTokens?: number; readonly feedbackTokens?: number };
  readonly items: readonly ContextItem[];
  readonly signal: AbortSignal;
}

export interface ContextPorts extends SummaryPorts {
  /** Whoever composes is handed the only writer that packets and summaries are accepted from. */
  readonly log: Pick<LogWriter, 'append' | 'author'>;
  readonly blobs: Pick<Blobs, 'prepare'>;
}

export interface ComposedContext {
  readonly text: string;
  readonly receipt: TaskRunContextPacketAssemblyReceipt;
  readonly activation: PerActivationContextBudget;
  readonly summaries: readonly ContextSummary[];
  /** Whether it was composed for the larger model. */
  readonly escalated: boolean;
  readonly budget: ContextBudget;
  /** The highest of everything in it, summaries included. */
  readonly taintClass: TaintClass;
}

/**
 * A packet speaks of one plan and one phase; when either changes it is no longer true. What a person says meanwhile reaches
 * the role by itself before its next turn, and limits are no part of a packet, so neither ends it.
 */
export const INVALIDATED_BY: readonly string[] = ['run.plan_made', 'run.phase_exited'];

/**
 * Composes what one role is told, and records it: the request, what went in, what was summarised and what was left out, all
 * in one append with the packet itself. Nothing is cut: what is required and does not fit is an error.
 */
export async function composeContext(wanted: WantedContext, ports: ContextPorts): Promise<ComposedContext> {
  const { runId, key, items } = wanted;
  const sections = sectionsOf(items);
  const { placed, budget, escalated, availableTokens } = await placedWithin(wanted, sections, ports);
  const at = `${key}/context`;
  const summaries = new Map<ContextSection, ContextSummary>();
  for (const section of sections) {
    const to = placed.get(section.section);
    if (to !== undefined && to.how !== 'whole') summaries.set(section.section, await summaryRecord({ key: at, runId, section: section.section, text: sourceText(section) }, to.words, ports));
  }
  const blockOf = (section: WantedSection): Block => blockFor(placed.get(section.section), summaries.get(section.section));
  const text = packetText(sections, blockOf);
  const bytes = new TextEncoder().encode(text);
  const { ref, operations } = await ports.blobs.prepare(bytes);
  const createdAt = timestamp(fixedClock(await ports.journal.now(`${at}/at`)));
  const request: TaskRunContextPacketRequest = {
    request_id: await ports.journal.mint(`${at}/request-id`, 'pkt'),
    task_id: wanted.taskId,
    run_id: runId,
    audience: wanted.audience,
    requested_max_tokens: availableTokens,
    required_item_refs: sections.filter(({ required }) => required).flatMap(refsOf),
    optional_item_refs: sections.filter(({ required }) => !required).flatMap(refsOf),
    staleness_policy: 'fresh_only',
    created_at: createdAt,
    schema_version: '1.0',
  };
  const receipt: TaskRunContextPacketAssemblyReceipt = {
    receipt_id: await ports.journal.mint(`${at}/receipt-id`, 'rcp'),
    request_id: request.request_id,
    packet_ref: ref,
    packet_content_hash: sha256Hex(bytes),
    actual_token_count: ports.countTokens(text),
    sections: sections.flatMap((section) => standing(section, blockOf(section), summaries.get(section.section), ports)),
    omitted_items: sections.flatMap((section) => omittedOf(section, blockOf(section))),
    invalidated_by_event_kinds: [...INVALIDATED_BY],
    created_at: createdAt,
    schema_version: '1.0',
  };
  const activation = activationOf(wanted, budget, receipt.actual_token_count);
  const taintClass = highestTaint(items);
  const governed = (event: NewEvent, taint: TaintClass): NewEvent => ({ ...event, governance: { ...ports.log.author.governance, taint_class: taint } });
  const told = sections.flatMap((section) => {
    const summary = summaries.get(section.section);
    if (summary === undefined) return [];
    const taint = highestTaint(section.items);
    return [
      governed({ type: runContextSummarised.type, streamId: runId, payload: { run_id: runId, call: key, summary } }, taint),
      governed({ type: contextSummaryKept.type, streamId: summary.summary_id, payload: { summary, taint_class: taint } }, taint),
    ];
  });
  const composed = governed({ type: runContextComposed.type, streamId: runId, payload: { run_id: runId, call: key, role_id: wanted.roleId, request, receipt, activation } }, taintClass);
  await ports.log.append({ key: sha256Hex(`${runId}:${at}`), events: [...told, composed], operations }).catch((error: unknown) => {
    // A run that is gone on with composes again what it composed before, and the first record stands.
    if (!hasCode(error, 'ledger.key_reused')) throw error;
  });
  return { text, receipt, activation, summaries: [...summaries.values()], escalated, budget, taintClass };
}

interface PlacedWithin {
  readonly placed: ReadonlyMap<ContextSection, Placed>;
  readonly budget: ContextBudget;
  readonly escalated: boolean;
  readonly availableTokens: number;
}

/** For the model that would be asked, else for the larger one; where there is none, the error stands. */
async function placedWithin(wanted: WantedContext, sections: readonly WantedSection[], ports: ContextPorts): Promise<PlacedWithin> {
  const { budget, largerBudget } = wanted;
  try {
    return await placedIn(budget, false, wanted, sections, ports);
  } catch (error) {
    const isLarger = largerBudget !== undefined && largerBudget.available_for_context > budget.available_for_context;
    if (!hasCode(error, 'context.budget_exceeded') || !isLarger) throw error;
    return placedIn(largerBudget, true, wanted, sections, ports);
  }
}

async function placedIn(budget: ContextBudget, escalated: boolean, { key, signal, beside }: WantedContext, sections: readonly WantedSection[], ports: ContextPorts): Promise<PlacedWithin> {
  const availableTokens = budget.available_for_context - (beside?.boardDigestTokens ?? 0) - (beside?.feedbackTokens ?? 0);
  if (availableTokens < 1) throw budgetExceeded(budget.available_for_context - availableTokens, budget.available_for_context, ['feedback']);
  return { placed: await placeSections({ key: `${key}/context`, sections, availableTokens, signal }, ports), budget, escalated, availableTokens };
}

function blockFor(placed: Placed | undefined, summary: ContextSummary | undefined): Block {
  return placed === undefined || placed.how === 'whole' || summary === undefined ? { how: 'whole' } : { how: placed.how, summary };
}

function refsOf({ items, beyond }: WantedSection): ContextItem['ref'][] {
  return [...beyond, ...items].map(({ ref }) => ref);
}

function standing(section: WantedSection, block: Block, summary: ContextSummary | undefined, { countTokens }: ContextPorts): PacketSection[] {
  if (block.how === 'left_out') return [];
  return [
    {
      section: section.section,
      item_refs: section.items.map(({ ref }) => ref),
      token_count: countTokens(sectionText(section, block)),
      how: block.how,
      summary_ref: summary === undefined ? null : { kind: 'document', key: documentKey.contextSummary(summary.summary_id) },
    },
  ];
}

function omittedOf({ items, beyond }: WantedSection, { how }: Block): OmittedPacketItem[] {
  const omitted = (reason: OmittedPacketItem['omission_reason']) => ({ ref }: ContextItem): OmittedPacketItem => ({ item_ref: ref, omission_reason: reason, required: false });
  return [...beyond.map(omitted('policy')), ...(how === 'left_out' ? items.map(omitted('token_budget')) : [])];
}

/** The packet and everything that comes beside it, counted together. */
function activationOf({ key, beside }: WantedContext, { available_for_context: max }: ContextBudget, packetTokens: number): PerActivationContextBudget {
  const { boardDigestTokens = 0, feedbackTokens = 0 } = beside ?? {};
  return {
    activation_id: key,
    max_total_tokens: max,
    packet_token_count: packetTokens,
    board_digest_token_count: boardDigestTokens,
    feedback_bundle_token_count: feedbackTokens,
    total_token_count: packetTokens + boardDigestTokens + feedbackTokens,
    schema_version: '1.0',
  };
}
