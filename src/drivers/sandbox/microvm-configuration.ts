import type { SandboxProfile } from '../../tools/index.ts';

/** Files of a virtual machine, made before it starts. */
export interface MicroVmFiles {
  readonly kernel: string;
  /** A read-only root with an init that reads the command from its own drive, mounts the others and powers off. */
  readonly root: string;
  /** An image of the workspace. Firecracker shares no folders, so the workspace goes in and out as a block device. */
  readonly workspace: string;
  readonly scratch: string;
  /** The program, its folder and its environment, as the init reads them. */
  readonly command: string;
  /** Over which the init tells how it went, and over which the proxy is reached. */
  readonly socket: string;
}

/** Boot without what a machine of this kind has not: each saves time, and together it is up within milliseconds. */
const BOOT_ARGUMENTS = ['console=ttyS0', 'reboot=k', 'panic=1', 'pci=off', 'nomodules', 'random.trust_cpu=on', 'i8042.noaux', 'i8042.nomux', 'i8042.nopnp', 'i8042.dumbkbd', 'quiet', 'init=/sbin/keelson-init'];
const MEBIBYTE = 1024 * 1024;
/** What the machine's own kernel and init take, beside what the program may have. */
const OWN_MEMORY_MIB = 32;
const GUEST_ADDRESS = 3;

/** The configuration that `firecracker --config-file` reads. There is no network device: the proxy is reached by the socket alone. */
export function microVmConfiguration(profile: SandboxProfile, files: MicroVmFiles): Record<string, unknown> {
  const drive = (id: string, path: string, isReadOnly: boolean): Record<string, unknown> => ({ drive_id: id, path_on_host: path, is_root_device: id === 'root', is_read_only: isReadOnly, cache_type: 'Unsafe', io_engine: 'Sync' });
  return {
    'boot-source': { kernel_image_path: files.kernel, boot_args: [...BOOT_ARGUMENTS, `keelson.processes=${profile.limits.processes}`, `keelson.cpu_seconds=${profile.limits.cpu_seconds}`].join(' ') },
    'drives': [drive('root', files.root, true), drive('command', files.command, true), drive('workspace', files.workspace, profile.workspaceAccess === 'read_only'), drive('scratch', files.scratch, false)],
    'machine-config': { vcpu_count: 1, mem_size_mib: Math.ceil(profile.limits.memory_bytes / MEBIBYTE) + OWN_MEMORY_MIB, smt: false },
    'vsock': { guest_cid: GUEST_ADDRESS, uds_path: files.socket },
    'network-interfaces': [],
  };
}

/** `jailer` gives Firecracker itself a root, a user and namespaces of its own. */
export function jailerArguments(name: string, firecracker: string, userId: number, groupId: number, configuration: string): string[] {
  return ['--id', name, '--exec-file', firecracker, '--uid', String(userId), '--gid', String(groupId), '--new-pid-ns', '--', '--config-file', configuration, '--no-api'];
}
