import { existsSync, lstatSync, readlinkSync } from 'node:fs';

/** What of the machine every program sees, read-only. Everything else, such as /var, /run, /root and other homes, is not there. */
export interface SystemRoot {
  readonly folders: readonly string[];
  /** All of them in /etc. */
  readonly files: readonly string[];
  /** Names that only lead elsewhere, as /bin does on most systems. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

/** Programs and libraries. /nix/store is where NixOS keeps both. */
const PROGRAM_PATHS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'];

/** What libraries need to find each other, names, times and certificates. No passwords, no private keys, no service's settings, no name servers. */
const SETTING_PATHS = [
  'alternatives', 'ca-certificates', 'crypto-policies', 'fonts', 'group', 'hosts', 'java-11-openjdk', 'java-17-openjdk', 'java-21-openjdk', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d',
  'localtime', 'mime.types', 'nsswitch.conf', 'os-release', 'passwd', 'pki/ca-trust', 'pki/tls/cert.pem', 'pki/tls/certs', 'pki/tls/openssl.cnf', 'protocols', 'services', 'ssl/cert.pem', 'ssl/certs', 'ssl/openssl.cnf', 'terminfo',
].map((name) => `/etc/${name}`);

/** Looked at once: these do not change while Keelson runs. */
export function readSystemRoot(): SystemRoot {
  const folders: string[] = [];
  const files: string[] = [];
  const links: { path: string; target: string }[] = [];
  for (const path of [...PROGRAM_PATHS, ...SETTING_PATHS]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (found.isSymbolicLink()) links.push({ path, target: readlinkSync(path) });
    else if (found.isDirectory()) folders.push(path);
    else if (found.isFile()) files.push(path);
  }
  return { folders, files, links };
}

/**
 * Files of a fresh /proc that tell about the machine or its keys. The rest of it shows only the program's own processes.
 */
const MASKED_IN_PROC = ['kcore', 'keys', 'key-users', 'kpagecgroup', 'kpagecount', 'kpageflags', 'latency_stats', 'mtrr', 'sched_debug', 'sysrq-trigger', 'timer_list', 'timer_stats'];

/**
 * Folders of /proc with settings of the whole machine. They belong to root, and the kernel lets root's own number write
 * them whatever else was taken from it, so they are mounted read-only even inside.
 */
const READ_ONLY_IN_PROC = ['sys', 'irq', 'bus', 'fs', 'acpi', 'asound', 'scsi'];

export interface ProcCovers {
  readonly masked: readonly string[];
  readonly readOnly: readonly string[];
}

/** Those that this kernel has; one that is not there would stop the start. Only root's number needs more than the keys covered. */
export function readProcCovers(isRoot: boolean): ProcCovers {
  const present = (names: readonly string[]): string[] => names.map((name) => `/proc/${name}`).filter((path) => existsSync(path));
  return isRoot ? { masked: present(MASKED_IN_PROC), readOnly: present(READ_ONLY_IN_PROC) } : { masked: present(['keys', 'key-users']), readOnly: [] };
}
