/** What the process says when it ends. Scripts rely on these; never renumber them. */
export const EXIT = {
  ok: 0,
  /** The work was done and the answer is no: a check failed, something required is missing. */
  failed: 1,
  /** The command line was not understood: neither its options nor what they name. */
  usage: 2,
  /** A defect in Keelson, or a server that cannot be read. */
  internal: 70,
  /** The answer could not be written where it was sent. */
  unwritable: 74,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
