import type { Capability } from '../../contracts/index.ts';

/** A model that a server says it has. */
export interface FoundModel {
  readonly provider: string;
  readonly name: string;
  /** As far as the server says. */
  readonly contextTokens?: number;
  readonly capabilities?: readonly Capability[];
}

/** What a provider said when it was asked for its models. */
export type ProviderAnswer =
  /** `models` is null when it answers but keeps no list. */
  | { readonly isReachable: true; readonly models: readonly FoundModel[] | null }
  /** `hasAnswered` when something is there, though it cannot be used: starting a second server would not help. */
  | { readonly isReachable: false; readonly why: string; readonly hasAnswered?: true };

/** Ollama means the tag `latest` where none is written. */
export function isSameModel(one: string, other: string): boolean {
  return one === other || `${one}:latest` === other || one === `${other}:latest`;
}

/** A whole number above zero, as sizes are; undefined for anything else. */
export function sizeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
