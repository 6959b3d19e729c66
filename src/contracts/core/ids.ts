import { z } from 'zod';

/** A ULID: 26 characters of Crockford base 32; the first carries only three bits. */
const ULID_BODY = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** Every identifier the product mints, by its prefix. A model never makes one. */
export const ID_PREFIXES = {
  run: 'RunId',
  task: 'TaskId',
  sub: 'SubtaskId',
  evt: 'EventId',
  art: 'ArtifactId',
  rcp: 'ReceiptId',
  cmd: 'CommandInstanceId',
  apr: 'ApprovalId',
  cnf: 'ConflictId',
  sum: 'SummaryId',
  obs: 'ObservationId',
  rol: 'RollupId',
  doc: 'DocumentId',
  chk: 'ChunkId',
  acc: 'AccessLogId',
  hcl: 'HardCallId',
  pkt: 'PacketRequestId',
  ses: 'SessionId',
  ckp: 'CheckpointId',
  frk: 'ForkId',
  sch: 'ScheduleId',
  meg: 'MegramId',
  fct: 'FactId',
  prf: 'PreferenceId',
  key: 'ApiKeyId',
  resp: 'ResponseId',
  fnc: 'FunctionCallId',
} as const;

export type IdPrefix = keyof typeof ID_PREFIXES;

function prefixedId<const Prefix extends IdPrefix>(prefix: Prefix) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_${ULID_BODY}$`), `expected an id of the form ${prefix}_<ULID>`)
    .brand<(typeof ID_PREFIXES)[Prefix]>();
}

export const RunId = prefixedId('run');
export type RunId = z.infer<typeof RunId>;
export const TaskId = prefixedId('task');
export type TaskId = z.infer<typeof TaskId>;
export const SubtaskId = prefixedId('sub');
export type SubtaskId = z.infer<typeof SubtaskId>;
export const EventId = prefixedId('evt');
export type EventId = z.infer<typeof EventId>;
export const ArtifactId = prefixedId('art');
export type ArtifactId = z.infer<typeof ArtifactId>;
export const ReceiptId = prefixedId('rcp');
export type ReceiptId = z.infer<typeof ReceiptId>;
export const CommandInstanceId = prefixedId('cmd');
export type CommandInstanceId = z.infer<typeof CommandInstanceId>;
export const ApprovalId = prefixedId('apr');
export type ApprovalId = z.infer<typeof ApprovalId>;
export const ConflictId = prefixedId('cnf');
export type ConflictId = z.infer<typeof ConflictId>;
export const SummaryId = prefixedId('sum');
export type SummaryId = z.infer<typeof SummaryId>;
export const ObservationId = prefixedId('obs');
export type ObservationId = z.infer<typeof ObservationId>;
export const RollupId = prefixedId('rol');
export type RollupId = z.infer<typeof RollupId>;
export const DocumentId = prefixedId('doc');
export type DocumentId = z.infer<typeof DocumentId>;
export const ChunkId = prefixedId('chk');
export type ChunkId = z.infer<typeof ChunkId>;
export const AccessLogId = prefixedId('acc');
export type AccessLogId = z.infer<typeof AccessLogId>;
export const HardCallId = prefixedId('hcl');
export type HardCallId = z.infer<typeof HardCallId>;
export const PacketRequestId = prefixedId('pkt');
export type PacketRequestId = z.infer<typeof PacketRequestId>;
export const SessionId = prefixedId('ses');
export type SessionId = z.infer<typeof SessionId>;
export const CheckpointId = prefixedId('ckp');
export type CheckpointId = z.infer<typeof CheckpointId>;
export const ForkId = prefixedId('frk');
export type ForkId = z.infer<typeof ForkId>;
export const MegramId = prefixedId('meg');
export type MegramId = z.infer<typeof MegramId>;
export const FactId = prefixedId('fct');
export type FactId = z.infer<typeof FactId>;
export const PreferenceId = prefixedId('prf');
export type PreferenceId = z.infer<typeof PreferenceId>;
export const ApiKeyId = prefixedId('key');
export type ApiKeyId = z.infer<typeof ApiKeyId>;
/** Also what clients of other makers are answered with, so it begins as they expect. */
export const ResponseId = prefixedId('resp');
export type ResponseId = z.infer<typeof ResponseId>;
export const FunctionCallId = prefixedId('fnc');
export type FunctionCallId = z.infer<typeof FunctionCallId>;

export const ScheduleId = prefixedId('sch');
export type ScheduleId = z.infer<typeof ScheduleId>;

/** The schema of each prefix; the kernel mints through this table, so no prefix can go unvalidated. */
export const ID_SCHEMAS = {
  run: RunId,
  task: TaskId,
  sub: SubtaskId,
  evt: EventId,
  art: ArtifactId,
  rcp: ReceiptId,
  cmd: CommandInstanceId,
  apr: ApprovalId,
  cnf: ConflictId,
  sum: SummaryId,
  obs: ObservationId,
  rol: RollupId,
  doc: DocumentId,
  chk: ChunkId,
  acc: AccessLogId,
  hcl: HardCallId,
  pkt: PacketRequestId,
  ses: SessionId,
  ckp: CheckpointId,
  frk: ForkId,
  sch: ScheduleId,
  meg: MegramId,
  fct: FactId,
  prf: PreferenceId,
  key: ApiKeyId,
  resp: ResponseId,
  fnc: FunctionCallId,
} as const satisfies Record<IdPrefix, z.ZodType<string>>;

/** Names given by people or configuration: tenants, matters, users, roles, libraries. Tools have a `ToolId`. */
export const Name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,127}$/, 'expected lower-case letters, digits, dot, dash or underscore (at most 128)');
export type Name = z.infer<typeof Name>;
