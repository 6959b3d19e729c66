import type { HostProbe } from '../../commands/index.ts';
import { systemClock } from '../../kernel/index.ts';
import type { SandboxDriver } from '../../tools/index.ts';
import { sandboxDrivers } from '../sandbox/lazy.ts';

/** The drivers try themselves, so that what is told here is what a run would find. `none` is no sandbox and is not asked. */
export function sandboxProbe(drivers?: readonly SandboxDriver[]): HostProbe {
  return {
    id: 'sandbox',
    run: async (signal) => {
      const reasons: string[] = [];
      for (const driver of (drivers ?? (await driversOfThisMachine())).filter(({ backend }) => backend !== 'none')) {
        const { isUsable, detail, isolation } = await driver.probe(signal);
        if (isUsable && reasons.length === 0 && Object.values(isolation).every((holds) => holds)) return { status: 'ok', found: `${driver.backend}: ${detail}` };
        reasons.push(`${driver.backend}: ${detail}`);
        if (isUsable) return { status: 'limited', found: reasons.join('; ') };
      }
      return { status: 'absent', found: reasons.join('; ') };
    },
  };
}

function driversOfThisMachine(): Promise<SandboxDriver[]> {
  let names = 0;
  return sandboxDrivers({ clock: systemClock, nameOf: () => `keelson-doctor-${process.pid}-${(names += 1)}` });
}
