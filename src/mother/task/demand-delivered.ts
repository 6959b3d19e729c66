import { RetrievalReport, type GateCheck, type OnExceed, type RoleAci, type RoleId } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { Delivered } from './round.ts';
import type { TaskWork } from './task-ports.ts';

/** What a role still owes before its work may leave the phase, in one sentence; undefined when it owes nothing. */
export function owedBy(gates: readonly GateCheck[]): string | undefined {
  const closed = gates.filter(({ result }) => result === 'failed');
  return closed.length === 0 ? undefined : closed.map(({ gate_id: gate, detail }) => `${gate}: ${detail}`).join(' ');
}

/** Whether asking the role once more can bring it: what was retrieved is no better for being asked about again. */
export function canMend({ engine }: Pick<TaskWork, 'engine'>, { artifacts }: Pick<Delivered, 'artifacts'>): boolean {
  return engine.kind === 'model' && lackingRetrieval(artifacts) === undefined;
}

/** The retries are used up: what the contract says then happens. */
export function demandDelivered({ role_id: roleId }: Pick<RoleAci, 'role_id'>, { gates, artifacts }: Pick<Delivered, 'gates' | 'artifacts'>, onExceed: OnExceed): void {
  const owed = owedBy(gates);
  if (owed === undefined) return;
  const lacking = lackingRetrieval(artifacts);
  if (lacking !== undefined) throw insufficient(lacking);
  throw retriesUsedUp(roleId, owed, onExceed);
}

/** `approval_denied`: a person was asked to let it pass, and did not. */
export function retriesUsedUp(roleId: RoleId, owed: string, onExceed: OnExceed | 'approval_denied'): KeelsonError<'phase.retries_exhausted'> {
  return new KeelsonError('phase.retries_exhausted', {
    message: `The work of ${roleId} may not leave its phase: ${owed}`,
    nextStep: 'Say in the task what is to be handed back, or use a model that keeps to the contract of the role.',
    data: { phase: 'execute', role_id: roleId, on_exceed: onExceed },
  });
}

/** The last retrieval, when it brought too little; every fallback was tried then. */
function lackingRetrieval(artifacts: Delivered['artifacts']): RetrievalReport | undefined {
  const last = artifacts.findLast(({ reference }) => reference.type === 'RetrievalReport');
  const report = last === undefined ? undefined : RetrievalReport.parse(last.content);
  return report?.gates_passed === false ? report : undefined;
}

function insufficient({ query, measured, gates }: RetrievalReport): KeelsonError<'retrieval.insufficient'> {
  const failed = [
    ...(measured.top1_score < gates.min_top1_score ? [`the best passage has ${measured.top1_score.toFixed(2)} of ${gates.min_top1_score}`] : []),
    ...(measured.total_tokens < gates.min_total_tokens ? [`${measured.total_tokens} of ${gates.min_total_tokens} tokens`] : []),
    ...(measured.documents < gates.min_documents ? [`${measured.documents} of ${gates.min_documents} documents`] : []),
  ];
  return new KeelsonError('retrieval.insufficient', {
    message: `Too little was found for “${query}” to rest an answer on: ${failed.join(', ')}.`,
    nextStep: 'Add documents to the folder, ask more broadly, or say where to look.',
    data: { query, failed_gates: failed },
  });
}
