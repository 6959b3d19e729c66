/** The same drivers without their weight: they and the tools they hold are loaded when a sandbox is first looked for. */
import type { SandboxDriver } from '../../tools/index.ts';
import type { SandboxDriversOptions } from './sandbox-drivers.ts';

export type { SandboxDriversOptions } from './sandbox-drivers.ts';

export async function sandboxDrivers(options: SandboxDriversOptions): Promise<SandboxDriver[]> {
  return (await import('./sandbox-drivers.ts')).sandboxDrivers(options);
}
