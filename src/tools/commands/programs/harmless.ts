/** Programs that only look at the system or work on what they are given, with no option that does more. */
import type { ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { BELOW, isKnown, UNKNOWN } from '../expand/marks.ts';

const NAMES = (
  'acpi actionlint addr2line ansible-lint apropos arch aspell bandit banner blkid c++filt cal cheat checkmake checkov chktex ' +
  'cksfv clang-tidy clear clippy-driver codespell commitlint conftest cowsay cppcheck crc32 cspell csvcut csvgrep csvjoin ' +
  'csvjson csvkit csvlook csvsort csvsql csvstack csvstat dasel datamash date delta detect-secrets df diffstat difft dircolors ' +
  'dive dmidecode dnsdomainname domainname dstat duf dust editorconfig-checker envsubst expr factor fastfetch ffprobe figlet ' +
  'findmnt flake8 fortune free gcov getcap getconf getent getfacl gettext gitleaks gitlint glow glxinfo golangci-lint golint ' +
  'govulncheck gprof gpustat gron groups grype gtest hadolint hexyl hlint hostid hostname htop hunspell hwinfo id identify ' +
  'info inxi iostat iotop ipcs ispell javap jdeps jless jo jsonlint kubeconform kubeval lacheck last lcov leaks ' +
  'license-checker licensee linguist locale logname lolcat lsattr lsb_release lsblk lscpu lshw lsipc lslocks ' +
  'lslogins lsmod lsns lspci lsusb lychee lz4cat lzcat markdownlint markdownlint-cli2 mcookie md5 mdfind mdl mdls mediainfo ' +
  'mountpoint mpstat mypy namei ncal neofetch netstat newman notify-send nproc ntpq numfmt nvidia-smi nvtop oxlint ' +
  'pahole parquet-tools pathchk pdffonts pdfimages pdfinfo perlcritic pg_isready pgrep phpstan pidof pidstat pkg-config procs ' +
  'proselint ps pstree pycodestyle pydocstyle pyflakes pylint pyright qsv remark reset revive rubocop sample sar say ' +
  'screenfetch semgrep sensors sha1 sha224sum sha256 sha384sum shellcheck shuf sl sleep sloccount soxi splint ss staticcheck ' +
  'stty stylelint sw_vers syft sync system_profiler tabs texcount textlint tflint tfsec tldr tokei top tput trivy ' +
  'tsort tty uname upower uptime users uuidgen vale vdir vmmap vmstat vulture w whatis whereis who whoami write-good xdpyinfo ' +
  'xrandr xsv xzgrep yamllint zipgrep zizmor zless zmore zstdcat '
).trim().split(' ');

const looks: ProgramRule = (call) => {
  for (const argument of call.args) if (!argument.startsWith('-')) call.read(argument);
  if (call.name === 'date' && call.args.some((argument) => /^(-s|--set)/.test(argument))) call.ask('system_setting', `${call.shown} sets the clock.`);
  if (call.name === 'hostname' && call.args.some((argument) => !argument.startsWith('-') || argument === '-F')) call.ask('system_setting', `${call.shown} names the machine.`);
};

/** What these print is a name or a number. */
const NAMING = ['nproc', 'uuidgen', 'uname', 'hostname', 'id', 'mcookie', 'arch'];

/** A date has no words but those of its format. */
const date: ProgramRule = (call) => {
  looks(call);
  const format = call.args.find((argument) => argument.startsWith('+'))?.slice(1);
  if (format !== undefined && !isKnown(format)) return UNKNOWN;
  return `${(format ?? '%c').replace(/%[-_0^#:]{0,3}[0-9]{0,3}[A-Za-z]/g, BELOW)}\n`;
};

const names: ProgramRule = (call) => {
  looks(call);
  return `${BELOW}\n`;
};

export const HARMLESS_PROGRAMS: ProgramTable = {
  ...Object.fromEntries(NAMES.map((name) => [name, looks])),
  ...Object.fromEntries(NAMING.map((name) => [name, names])),
  date,
};
