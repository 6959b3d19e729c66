import { z } from 'zod';
import { JsonObject, NonEmptyText, PositiveCount, SemanticVersion } from '../core/index.ts';
import { RoleId } from '../roles/role-id.ts';
import { RateLimit } from './rate-limit.ts';
import { ToolId } from './tool-id.ts';

/** What a call does to the world; it also decides what happens to a call that a crash interrupted. */
export const SideEffect = z.enum(['read_only', 'idempotent_write', 'destructive']);
export type SideEffect = z.infer<typeof SideEffect>;

export const ToolCategory = z.enum(['file_ops', 'git', 'compute', 'ocr', 'format', 'validation', 'db', 'network']);
export type ToolCategory = z.infer<typeof ToolCategory>;

/** A deterministic tool: its contract, how a request finds it, how it runs and who may use it. */
export const ToolDefinition = z.strictObject({
  tool_id: ToolId,
  tool_name: NonEmptyText,
  version: SemanticVersion,
  category: ToolCategory,
  input_schema: JsonObject,
  output_schema: JsonObject,
  side_effects: SideEffect,
  /** Linear-time patterns as text; whether one compiles is decided where it is used. */
  handles_patterns: z.array(NonEmptyText),
  keywords: z.array(NonEmptyText),
  /** The higher number is tried first. */
  priority: z.int().min(1).max(100),
  timeout_ms: PositiveCount,
  max_retries: z.literal([0, 1, 2]),
  approval_required: z.boolean(),
  allowed_roles: z.array(RoleId).min(1),
  cost_tier: z.literal('free'),
  entrypoint: NonEmptyText,
  rate_limit: RateLimit.optional(),
  max_bytes: PositiveCount.optional(),
});
export type ToolDefinition = z.infer<typeof ToolDefinition>;

/** A request that matches no pattern proposes a tool only when this many of its keywords occur. */
export const KEYWORD_MATCHES_MIN = 2;
