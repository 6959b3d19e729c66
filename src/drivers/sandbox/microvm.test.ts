import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { PROFILE, REQUEST } from '../../../test/support/sandbox-samples.ts';
import { jailerArguments, microVmConfiguration } from './microvm-configuration.ts';
import { microVmDriver } from './microvm.ts';

describe('microVmConfiguration', () => {
  const files = { kernel: '/vm/kernel', root: '/vm/root.img', workspace: '/vm/work.img', scratch: '/vm/scratch.img', command: '/vm/command.img', socket: '/vm/socket' };

  it('boots a small machine without a network, with the workspace as a drive', verifies('MAH-4A-2'), () => {
    const configuration = microVmConfiguration(PROFILE, files);
    const drive = { cache_type: 'Unsafe', io_engine: 'Sync', is_root_device: false };
    expect(configuration).toEqual({
      'boot-source': { kernel_image_path: '/vm/kernel', boot_args: 'console=ttyS0 reboot=k panic=1 pci=off nomodules random.trust_cpu=on i8042.noaux i8042.nomux i8042.nopnp i8042.dumbkbd quiet init=/sbin/keelson-init keelson.processes=64 keelson.cpu_seconds=60' },
      'drives': [
        { ...drive, drive_id: 'root', path_on_host: '/vm/root.img', is_root_device: true, is_read_only: true },
        { ...drive, drive_id: 'command', path_on_host: '/vm/command.img', is_read_only: true },
        { ...drive, drive_id: 'workspace', path_on_host: '/vm/work.img', is_read_only: false },
        { ...drive, drive_id: 'scratch', path_on_host: '/vm/scratch.img', is_read_only: false },
      ],
      'machine-config': { vcpu_count: 1, mem_size_mib: 288, smt: false },
      'vsock': { guest_cid: 3, uds_path: '/vm/socket' },
      'network-interfaces': [],
    });
    expect(jailerArguments('k1', '/usr/bin/firecracker', 123, 100, '/vm/config.json').join(' ')).toBe('--id k1 --exec-file /usr/bin/firecracker --uid 123 --gid 100 --new-pid-ns -- --config-file /vm/config.json --no-api');
  });

  it('says what is missing and never that it works', verifies('MAH-4A-2'), async () => {
    const driver = microVmDriver({ kernel: null, root: null });
    const { isUsable, detail } = await driver.probe(new AbortController().signal);
    expect(isUsable).toBe(false);
    expect(detail).toMatch(/there is no kernel image; there is no image of a root$/);
    await expect(driver.create().run(REQUEST, PROFILE, { timeoutMs: 1, outputBytesMax: 1, signal: new AbortController().signal })).rejects.toMatchObject({ code: 'sandbox.failed', data: { detail: 'microVMs are configured but cannot be started by this version' } });
  });
});
