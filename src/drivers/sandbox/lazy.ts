/** The same drivers without their weight: they and the tools they hold are loaded when a sandbox is first looked for. */
import type { SandboxDriver } from '../../tools/index.ts';
import type { SandboxSettings } from './sandbox-drivers.ts';

export type { SandboxSettings } from './sandbox-drivers.ts';

export async function sandboxDrivers(settings: SandboxSettings): Promise<SandboxDriver[]> {
  return (await import('./sandbox-drivers.ts')).sandboxDrivers(settings);
}
