/** What the effects of a run change: a file of deeds, which no crash of the process undoes. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export const Deed = z.strictObject({
  runId: z.string(),
  step: z.string(),
  idempotencyKey: z.string(),
  sideEffect: z.enum(['idempotent_write', 'destructive']),
});
export type Deed = z.infer<typeof Deed>;

export function doDeed(file: string, deed: Deed): void {
  appendFileSync(file, `${JSON.stringify(deed)}\n`);
}

export function deedsIn(file: string): Deed[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => Deed.parse(JSON.parse(line)));
}

/** Destructive deeds done twice, and repetitions that the other end could not have recognised. */
export function doubledDeeds(deeds: readonly Deed[]): string[] {
  const first = new Map<string, Deed>();
  return deeds.flatMap((deed) => {
    const name = `${deed.runId} ${deed.step}`;
    const before = first.get(name);
    first.set(name, before ?? deed);
    if (before === undefined) return [];
    if (deed.sideEffect === 'destructive') return [`${name}: destroyed twice`];
    return before.idempotencyKey === deed.idempotencyKey ? [] : [`${name}: repeated under another key`];
  });
}
