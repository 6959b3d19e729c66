/** Numbers of the calls that a sandboxed program may not make: [x64, arm64]; null where the processor's table has no such call. */
type Numbers = readonly [x64: number | null, arm64: number | null];

/** Refused with "not permitted". Most need privileges that the program has not; the filter makes a fault in the kernel unreachable. */
export const REFUSED_CALLS: Readonly<Record<string, Numbers>> = {
  // Looking into and changing other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  // Mounts, roots and namespaces.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  fanotify_init: [300, 262],
  // The kernel itself.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  syslog: [103, 116],
  lookup_dcookie: [212, 18],
  modify_ldt: [154, null],
  iopl: [172, null],
  ioperm: [173, null],
  uselib: [134, null],
  _sysctl: [156, null],
  // Keys.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // The machine: power, swap, clock, names, accounting, terminals.
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  acct: [163, 89],
  vhangup: [153, 58],
};

/** Calls that are looked at more closely. */
export const INSPECTED_CALLS = {
  clone: [56, 220],
  clone3: [435, 435],
  ioctl: [16, 29],
  socket: [41, 198],
  socketpair: [53, 199],
  personality: [135, 92],
} as const satisfies Readonly<Record<string, Numbers>>;
