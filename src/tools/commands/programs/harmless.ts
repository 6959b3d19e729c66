/** Programs that only look at the system or work on what they are given, with no option that does more. */
import type { ProgramRule, ProgramTable } from '../evaluate/call.ts';

const NAMES = (
  'acpi actionlint apropos arch as asciidoctor autoconf automake ava bandit banner bats behave biome bison black blkid buf c8 cal ' +
  'changeset cheat checkov cksfv clang-format clang-tidy clear clippy-driver cmark codespell commitlint configure conftest convert ' +
  'coverage cowsay cppcheck crc32 cspell csvkit csvlook cucumber dasel date detect-secrets df dircolors dive dmidecode dnsdomainname ' +
  'domainname dot doxygen dstat envsubst esbuild eslint exiftool expr factor fastfetch ffprobe figlet findmnt flake8 flex fortune ' +
  'free fx gcov getcap getconf getfacl gettext gitleaks glxinfo gofmt goimports golangci-lint gperf gprof gron groups grype gtest ' +
  'hadolint hexyl hostid hostname htop hugo hwinfo id identify in2csv info inxi iostat iotop ipcs isort javac jekyll jest jo ' +
  'jpegoptim jsonlint kotlinc kubeconform kubeval last lcov ld leaks lerna lessc lex locale logname lolcat lsattr lsblk lscpu lshw ' +
  'lsipc lslocks lslogins lsmod lsns lspci lsusb lz4cat lzcat magick markdownlint mcookie md5 mdfind mdls mermaid mkdocs mmdc mocha ' +
  'mountpoint mpstat msgfmt mypy namei ncal neofetch netstat newman nproc ntpq numfmt nvidia-smi nx nyc optipng oxlint pandoc pathchk ' +
  'pgrep phpstan phpunit pidof pidstat pkg-config plantuml pngcrush postcss pre-commit prettier protoc ps pstree py.test pylint ' +
  'pyright pytest ranlib reset rollup rspec rubocop ruff rustc rustfmt sample sar sass say scalac screenfetch scss semgrep sensors ' +
  'sha1 sha224sum sha256 sha384sum shellcheck shfmt shuf shunit2 sl sleep sphinx-build sqlfluff sqlformat ss staticcheck strip stty ' +
  'stylelint svgo sw_vers swc syft sync system_profiler tabs tailwindcss tap tflint tidy tldr tokei top tput trivy tsc tsort tty ' +
  'turbo uname upower uptime users uuidgen vale vdir vite vitest vmmap vmstat w webpack whatis whereis who whoami xdpyinfo xgettext ' +
  'xrandr xsltproc xsv xzgrep yacc yamllint zless zmore zstdcat '
).trim().split(' ');

const looks: ProgramRule = (call) => {
  for (const argument of call.args) if (!argument.startsWith('-')) call.read(argument);
  if (call.name === 'date' && call.args.some((argument) => /^(-s|--set)/.test(argument))) call.ask('system_setting', `${call.shown} sets the clock.`);
  if (call.name === 'hostname' && call.args.some((argument) => !argument.startsWith('-') || argument === '-F')) call.ask('system_setting', `${call.shown} names the machine.`);
};

export const HARMLESS_PROGRAMS: ProgramTable = Object.fromEntries(NAMES.map((name) => [name, looks]));
