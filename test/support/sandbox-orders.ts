import type { ProcessRequest, SandboxProfile } from '../../src/tools/index.ts';

interface Started {
  readonly request: ProcessRequest;
  readonly profile: SandboxProfile;
  readonly limits: { readonly timeoutMs: number; readonly outputBytesMax: number };
}

/** What one process asks of another that runs sandboxes for it, one line each. */
export type Order = { readonly id: number } & (
  | ({ readonly kind: 'run' } & Started)
  | ({ readonly kind: 'start' } & Started)
  | { readonly kind: 'stop' | 'kill' | 'output' | 'close'; readonly of: number }
  | { readonly kind: 'write'; readonly of: number; readonly text: string }
);

export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly ended: unknown }
  | { readonly id: number; readonly failure: { readonly backend: string; readonly program: string; readonly detail: string } };
