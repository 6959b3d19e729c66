import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    requirements?: readonly string[];
  }
}

/**
 * Cites requirements from a test: `it('refuses …', verifies('validation.formula_version_drift'), () => …)`.
 * The coverage test reads these calls from the source; at run time they label the test's result.
 */
export function verifies(...ids: [string, ...string[]]): { meta: { requirements: readonly string[] } } {
  return { meta: { requirements: ids } };
}
