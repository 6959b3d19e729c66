import type { SandboxBackend, SandboxDecision } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';
import type { ChosenSandbox, SandboxDriver } from './sandbox.ts';

/**
 * Probes once and decides once. A configured backend is taken or refused, never replaced; without one the first that
 * works is taken, and `none` is not among those looked at. When nothing works the decision says so and there is no
 * sandbox: what needs one is refused with this reason, everything else goes on, and nobody is asked for each command.
 */
export async function chooseSandbox(drivers: readonly SandboxDriver[], configured: SandboxBackend | null, signal: AbortSignal): Promise<ChosenSandbox> {
  const candidates = drivers.filter((driver) => (configured === null ? driver.backend !== 'none' : driver.backend === configured));
  const chosenBy = configured === null ? 'probe' : 'configured';
  const considered: SandboxDecision['considered'] = [];
  for (const driver of candidates) {
    const found = await driver.probe(signal);
    considered.push({ backend: driver.backend, is_usable: found.isUsable, detail: found.detail });
    if (!found.isUsable) continue;
    const decision: SandboxDecision = { chosen: driver.backend, isolation: found.isolation, chosen_by: chosenBy, considered };
    return { decision, sandbox: driver.create() };
  }
  if (configured !== null && considered.length === 0) considered.push({ backend: configured, is_usable: false, detail: 'this build has no driver for it' });
  return { decision: { chosen: null, isolation: null, chosen_by: chosenBy, considered }, sandbox: null };
}

/** For whoever needs a sandbox when the choice found none. */
export function noSandbox({ decision: { chosen_by: chosenBy, considered } }: ChosenSandbox): KeelsonError<'sandbox.unavailable'> {
  const details = considered.map(({ backend, detail }) => ({ backend, detail }));
  const [named] = details;
  if (chosenBy === 'configured' && named !== undefined) {
    return new KeelsonError('sandbox.unavailable', {
      message: `The configured sandbox "${named.backend}" cannot be used, so no program is run: ${named.detail}.`,
      nextStep: 'Correct what is missing, or choose another sandbox in the settings; it is never replaced by another on its own.',
      data: { backend: named.backend, considered: details },
    });
  }
  return new KeelsonError('sandbox.unavailable', {
    message: `There is no sandbox on this machine, so no program is run (${details.map(({ backend, detail }) => `${backend}: ${detail}`).join('; ')}).`,
    nextStep: 'Install bubblewrap, or name a sandbox in the settings; "none" runs programs unconfined and must be chosen by a person.',
    data: { backend: null, considered: details },
  });
}
