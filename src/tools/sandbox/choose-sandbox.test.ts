import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { SandboxDecision, type SandboxBackend } from '../../contracts/index.ts';
import { chooseSandbox, noSandbox } from './choose-sandbox.ts';
import type { Sandbox, SandboxDriver } from './sandbox.ts';

const { signal } = new AbortController();
const ISOLATION = { filesystem: true, network: true, processes: true, system_calls: true, memory_limit: true, process_limit: true, cpu_limit: true };

function machine(usable: readonly SandboxBackend[]): { drivers: SandboxDriver[]; probed: SandboxBackend[] } {
  const probed: SandboxBackend[] = [];
  const drivers = (['bubblewrap', 'unshare', 'none'] as const).map((backend): SandboxDriver => ({
    backend,
    probe: () => {
      probed.push(backend);
      const isUsable = usable.includes(backend);
      return Promise.resolve({ isUsable, detail: isUsable ? 'works' : 'is not allowed here', isolation: ISOLATION });
    },
    create: () => ({ backend, isolation: ISOLATION }) as Sandbox,
  }));
  return { drivers, probed };
}

describe('chooseSandbox', () => {
  it('takes the first that works and says what was looked at', verifies('KEL-SBX-09'), async () => {
    const { drivers, probed } = machine(['unshare', 'none']);
    const { decision, sandbox } = await chooseSandbox(drivers, null, signal);
    expect(SandboxDecision.parse(decision)).toEqual({
      chosen: 'unshare',
      isolation: ISOLATION,
      chosen_by: 'probe',
      considered: [
        { backend: 'bubblewrap', is_usable: false, detail: 'is not allowed here' },
        { backend: 'unshare', is_usable: true, detail: 'works' },
      ],
    });
    expect(sandbox?.backend).toBe('unshare');
    expect(probed).toEqual(['bubblewrap', 'unshare']);
  });

  it('never takes none by itself: then there is no sandbox, and the reason is kept', verifies('KEL-SBX-09'), async () => {
    const chosen = await chooseSandbox(machine(['none']).drivers, null, signal);
    expect(chosen).toEqual({
      decision: { chosen: null, isolation: null, chosen_by: 'probe', considered: [{ backend: 'bubblewrap', is_usable: false, detail: 'is not allowed here' }, { backend: 'unshare', is_usable: false, detail: 'is not allowed here' }] },
      sandbox: null,
    });
    expect(noSandbox(chosen)).toMatchObject({
      code: 'sandbox.unavailable',
      message: 'There is no sandbox on this machine, so no program is run (bubblewrap: is not allowed here; unshare: is not allowed here).',
      data: { backend: null, considered: [{ backend: 'bubblewrap', detail: 'is not allowed here' }, { backend: 'unshare', detail: 'is not allowed here' }] },
    });
  });

  it('takes what a person named, also none, and looks at nothing else', verifies('KEL-SBX-09'), async () => {
    const { drivers, probed } = machine(['bubblewrap', 'none']);
    const { decision } = await chooseSandbox(drivers, 'none', signal);
    expect(decision).toEqual({ chosen: 'none', isolation: ISOLATION, chosen_by: 'configured', considered: [{ backend: 'none', is_usable: true, detail: 'works' }] });
    expect(probed).toEqual(['none']);
  });

  it('takes no other when the named one does not work, and keeps the reason', verifies('KEL-SBX-09'), async () => {
    const chosen = await chooseSandbox(machine(['bubblewrap']).drivers, 'unshare', signal);
    expect(chosen).toEqual({ decision: { chosen: null, isolation: null, chosen_by: 'configured', considered: [{ backend: 'unshare', is_usable: false, detail: 'is not allowed here' }] }, sandbox: null });
    expect(noSandbox(chosen)).toMatchObject({
      code: 'sandbox.unavailable',
      message: 'The configured sandbox "unshare" cannot be used, so no program is run: is not allowed here.',
      nextStep: 'Correct what is missing, or choose another sandbox in the settings; it is never replaced by another on its own.',
      data: { backend: 'unshare', considered: [{ backend: 'unshare', detail: 'is not allowed here' }] },
    });
    expect(noSandbox(await chooseSandbox([], 'seatbelt', signal))).toMatchObject({ message: 'The configured sandbox "seatbelt" cannot be used, so no program is run: this build has no driver for it.' });
  });
});
