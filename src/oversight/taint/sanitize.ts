import type { JsonObject, NonEmptyText, ReceiptId, SanitizationNode, Sha256, StorageRef, TaintClass, Timestamp } from '../../contracts/index.ts';
import { canonicalJson, sha256Hex, type Pattern } from '../../kernel/index.ts';
import type { NewEvent } from '../../ledger/index.ts';
import { workspaceStream } from './workspace-marks.ts';

/** Who makes a node, and when. */
export interface NodeStamp {
  readonly nodeId: ReceiptId;
  readonly createdAt: Timestamp;
}

export interface ReviewedFile {
  readonly workspace: string;
  readonly subject: NonEmptyText;
  /** The content that the person read, and for which alone the review counts. */
  readonly contentHash: Sha256;
  readonly from: TaintClass;
  readonly to: Exclude<TaintClass, 'owner_typed'>;
  readonly reviewedBy: string;
  readonly reason: NonEmptyText;
  /** The content itself, kept. */
  readonly evidence: StorageRef;
}

/** A person read a file and takes it for clean. */
export function reviewEvent({ workspace, subject, contentHash, from, to, reviewedBy, reason, evidence }: ReviewedFile, stamp: NodeStamp): NewEvent {
  const node = nodeOf('human_review', from, to, evidence, stamp);
  const sanitization = { subject_kind: 'file', subject, content_hash: contentHash, cleaned_by: reviewedBy, reason, node };
  return { type: 'taint.sanitized', streamId: workspaceStream(workspace), payload: { workspace, sanitization } };
}

function nodeOf(method: SanitizationNode['method'], input_taint: TaintClass, output_taint: TaintClass, evidence_ref: StorageRef, { nodeId, createdAt }: NodeStamp): SanitizationNode {
  return { node_id: nodeId, input_taint, output_taint, method, evidence_ref, created_at: createdAt, schema_version: '1.0' };
}

export interface Cleaned<Value> {
  readonly value: Value;
  readonly node: SanitizationNode;
  /** What the node's evidence refers to; whoever records the node stores it. */
  readonly evidence: string;
}

/** No sentence fits into it, so no instruction does. */
const STRIPPED_CLASS: TaintClass = 'user_trusted_bounded';

/** Keeps only what can carry no words: numbers, switches, and texts that the caller knows beforehand. */
export function structuralStrip(value: JsonObject, input: TaintClass, knownTexts: ReadonlySet<string>, stamp: NodeStamp): Cleaned<JsonObject> {
  const dropped: string[] = [];
  const strip = (one: unknown, pointer: string): unknown => {
    if (typeof one === 'number' || typeof one === 'boolean' || one === null) return one;
    if (typeof one === 'string' && knownTexts.has(one)) return one;
    if (Array.isArray(one)) return one.map((inner, at) => strip(inner, `${pointer}/${at}`)).filter((inner) => inner !== undefined);
    if (typeof one === 'object') return Object.fromEntries(Object.entries(one).filter(([name]) => knownTexts.has(name)).flatMap(([name, inner]) => [[name, strip(inner, `${pointer}/${name}`)] as const]).filter(([, inner]) => inner !== undefined));
    dropped.push(pointer);
    return undefined;
  };
  const kept = strip(value, '') as JsonObject;
  return withEvidence('structural_strip', kept, { kept, dropped }, input, stamp);
}

/** Keeps only the lines that wholly match a pattern of the person's own policy. */
export function policyFilter(text: string, input: TaintClass, allowed: Pattern, stamp: NodeStamp): Cleaned<string> {
  const lines = text.split('\n');
  const kept = lines.filter((line) => allowed.find(line).some(({ start, end }) => start === 0 && end === line.length));
  return withEvidence('policy_filter', kept.join('\n'), { pattern: allowed.source, kept: kept.length, dropped: lines.length - kept.length }, input, stamp);
}

function withEvidence<Value>(method: SanitizationNode['method'], value: Value, record: unknown, input: TaintClass, stamp: NodeStamp): Cleaned<Value> {
  const evidence = canonicalJson(record);
  const key = sha256Hex(evidence);
  return { value, node: nodeOf(method, input, STRIPPED_CLASS, { kind: 'blob', key, sha256: key }, stamp), evidence };
}
