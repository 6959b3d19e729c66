import { systemDoctor, type CheckStatus, type DoctorCheck } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { DOCTOR_TEXTS, type ProbeId } from './doctor-texts.ts';

/** What a probe saw: facts only; what they mean is said here. */
export interface ProbeFinding {
  readonly status: CheckStatus;
  readonly found: string;
}

/** Looks at one thing of the machine. May be slow or fail; the doctor bounds and reports it. */
export interface HostProbe {
  readonly id: ProbeId;
  run(signal: AbortSignal): Promise<ProbeFinding>;
}

export interface DoctorPorts {
  readonly version: string;
  readonly probes: readonly HostProbe[];
  /** Ends a probe that takes too long. */
  readonly deadline: () => AbortSignal;
}

/** Serves `system.doctor`: runs all probes side by side and says what each finding means. */
export function doctorBinding({ version, probes, deadline }: DoctorPorts): Binding {
  return bind(systemDoctor, async (_request, { signal }) => {
    const checks = await Promise.all(probes.map((probe) => check(probe, AbortSignal.any([signal, deadline()]))));
    return { version, checks, usable: checks.every((one) => !one.required || one.status === 'ok' || one.status === 'limited') };
  });
}

async function check(probe: HostProbe, signal: AbortSignal): Promise<DoctorCheck> {
  const finding = await bounded(probe, signal);
  const texts = DOCTOR_TEXTS[probe.id];
  return {
    id: probe.id,
    title: texts.title,
    required: texts.required,
    status: finding.status,
    found: finding.found,
    means: texts.means[finding.status],
    how_to_get: finding.status === 'ok' ? '' : texts.howToGet,
  };
}

function bounded(probe: HostProbe, signal: AbortSignal): Promise<ProbeFinding> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ status: 'unknown', found: 'the check did not finish in time' }));
    probe.run(signal).then(resolve, (error: unknown) => resolve({ status: 'unknown', found: `the check failed: ${String(error)}` }));
  });
}
