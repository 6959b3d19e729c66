/** Programs that only look at the system or work on what they are given, with no option that does more. */
import type { ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { BELOW, isKnown, UNKNOWN } from '../expand/marks.ts';

const NAMES = (
  'acpi actionlint addr2line ansible-lint apropos arch arp aspell bandit banner blkid brakeman browserslist c++filt cal cheat ' +
  'checkmake checkov chktex cksfv clang-tidy clear clippy-driver codespell commitlint conftest cowsay cppcheck crc32 cspell ' +
  'csvcut csvgrep csvjoin csvjson csvkit csvlook csvsort csvsql csvstack csvstat dasel datamash date delta deptry ' +
  'detect-secrets detex df diffstat difft dircolors dive dmidecode dnsdomainname domainname dstat duf dust ' +
  'editorconfig-checker envsubst exiv2 expr factor fastfetch fc-list ffprobe figlet findmnt finger flake8 fortune free fswatch ' +
  'gcov getcap getconf getent getfacl gettext gitleaks gitlint glow glxinfo golangci-lint golint govulncheck gprof gpustat ' +
  'gron groups grype gtest hadolint hexyl highlight hlint hostid hostname htop hunspell hwinfo id identify info infocmp ' +
  'inotifywait interrogate inxi iostat iotop ipcs ispell iwconfig javap jdeps jhead jless jo jsonlint kubeconform kubeval ' +
  'lacheck last lastlog lcov leaks license-checker licensee linguist locale logname lolcat lsattr lsb_release lsblk lscpu lshw ' +
  'lsipc lslocks lslogins lsmod lsns lspci lsusb lychee lz4cat lzcat markdownlint markdownlint-cli2 mcookie md5 mdcat mdfind ' +
  'mdl mdls mediainfo modinfo mountpoint mp3info mpstat mypy namei ncal neofetch netstat newman notify-send nproc ntpq numfmt ' +
  'nvidia-smi nvtop oxlint pahole parquet-tools pathchk pdffonts pdfgrep pdfimages pdfinfo perlcritic pg_isready pgrep phpcs ' +
  'phpstan pidof pidstat pip-audit pipdeptree pkg-config procs proselint ps psalm pstree pup pycodestyle pydocstyle pyflakes ' +
  'pylint pyright qalc qsv radon reek remark reset revive rubocop safety sample sar say screenfetch semgrep sensors sha1 ' +
  'sha224sum sha256 sha384sum shellcheck shuf sl sleep sloccount soxi splint ss staticcheck stty stylelint sw_vers syft sync ' +
  'system_profiler tabs texcount textlint tflint tfsec tldr tokei top tput trivy tsort tty uname units upower uptime users ' +
  'uuidgen vale vdir vmmap vmstat vulture w whatis whereis who whoami write-good xdpyinfo xenon xrandr xsv xzgrep yamllint ' +
  'zipgrep zizmor zless zmore zstdcat '
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
