import { z } from 'zod';
import { defineQuery } from '../commands/operation.ts';

/** `ok`: works. `limited`: works with something missing. `absent`: not there. `unknown`: could not be found out. */
export const CheckStatus = z.enum(['ok', 'limited', 'absent', 'unknown']);
export type CheckStatus = z.infer<typeof CheckStatus>;

/** One thing of this machine that Keelson uses. */
export const DoctorCheck = z.strictObject({
  id: z.string(),
  title: z.string(),
  status: CheckStatus,
  /** Keelson does not work without it. */
  required: z.boolean(),
  /** What was seen, as a fact: a version, a path, an error. */
  found: z.string(),
  /** What having it or lacking it means for the person. */
  means: z.string(),
  /** How to get it; empty when it is there. */
  how_to_get: z.string(),
});
export type DoctorCheck = z.infer<typeof DoctorCheck>;

export const DoctorRequest = z.strictObject({});
export type DoctorRequest = z.infer<typeof DoctorRequest>;

export const DoctorReport = z.strictObject({
  version: z.string(),
  checks: z.array(DoctorCheck),
  /** True when everything required is there. */
  usable: z.boolean(),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

export const systemDoctor = defineQuery({
  id: 'system.doctor',
  request: ['DoctorRequest', DoctorRequest],
  response: ['DoctorReport', DoctorReport],
  failureCodes: [],
  behaviours: {
    empty: 'There are always checks to show.',
    blocked: 'Nothing blocks it: it reads only facts about this machine.',
    degraded: 'A probe that fails or takes too long is shown as unknown with its error; the others still report.',
    error: 'Shows the error with its code and what to do next.',
  },
});
