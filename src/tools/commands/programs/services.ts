/** Containers, clusters, services, databases and the machine's own administration. */
import type { Call, ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { isKnown, isRemote, isSecret, plain, SECRET, UNKNOWN } from '../expand/marks.ts';
import { isSensitive } from '../rules/secrets.ts';
import { codeText } from '../rules/inline-code.ts';
import { readOptions } from './options.ts';
import { runText } from './shells.ts';
import { byVerb, verbsOf } from './verbs.ts';

const CONTAINER_VALUES = new Set([
  '-v', '--volume', '-e', '--env', '-p', '--publish', '--name', '-w', '--workdir', '-u', '--user', '--network', '--net',
  '--mount', '--entrypoint', '--env-file', '-h', '--hostname', '-l', '--label', '-m', '--memory', '--cpus', '--platform',
  '--restart', '--rm=false', '--cap-add', '--device', '--security-opt', '--pid', '--ipc', '--add-host', '--dns', '--link',
  '--volumes-from', '-a', '--gpus', '--ulimit', '--tmpfs', '--log-driver', '--pull', '--userns', '--shm-size',
]);

function docker(call: Call): string {
  const verbs = verbsOf(call.args, [
    '-H', '--host', '-c', '--context', '--config', '-l', '--log-level', '-f', '--file', '-p', '--project-name', '--profile',
    '--env-file',
  ]);
  const [verb = ''] = verbs;
  const after = call.args.slice(call.args.indexOf(verb) + 1);
  if (after[0] === '--help') return UNKNOWN;
  if (['run', 'exec', 'create'].includes(verb) || (verb === 'container' && ['run', 'exec', 'create'].includes(verbs[1] ?? '')) || (verb === 'compose' && ['run', 'exec'].includes(verbs[1] ?? ''))) {
    judgeContainer(call, verb === 'container' || verb === 'compose' ? after.slice(after.indexOf(verbs[1] ?? '') + 1) : after, verb === 'exec');
    return UNKNOWN;
  }
  byVerb({ allow: ['ps', 'images', 'logs', 'inspect', 'version', 'info', 'stats', 'top', 'port', 'diff', 'history', 'search', 'events', 'context ls', 'image ls', 'image list', 'image inspect', 'image history', 'container ls', 'container list', 'container ps', 'container logs', 'container inspect', 'container stats', 'container top', 'volume ls', 'volume inspect', 'network ls', 'network inspect', 'system df', 'system info', 'system events', 'compose ps', 'compose logs', 'compose config', 'compose ls', 'compose images', 'compose top', 'compose version', 'compose build', 'manifest inspect', 'buildx ls', 'buildx version', 'buildx inspect', 'build', 'image build', 'buildx build', 'scout', 'node ls', 'service ls', 'stack ls', 'machine list', 'pod ps', 'pod ls'], valued: ['-H', '--host', '-c', '--context', '--config', '-f', '--file', '-p'], otherwise: { rule: 'container', text: 'changes containers, images or volumes' }, also: (inner) => {
    if (inner.args.some((argument) => /^(-H|--host)/.test(argument))) inner.ask('container', `${inner.shown} talks to another container engine.`);
    if (verb === 'build' && inner.args.some((argument) => /^https?:|^git@|^-$/.test(argument))) inner.ask('remote_code', `${inner.shown} builds what comes from elsewhere.`);
    if (verb === 'build' && inner.args.some((argument) => argument === '--push' || argument.startsWith('--secret') || argument.startsWith('--ssh'))) inner.ask('publish', `${inner.shown} publishes an image or uses secrets.`);
  } })(call);
  return UNKNOWN;
}

/** A mounted host path makes the inside of a container the outside. */
function judgeContainer(call: Call, args: readonly string[], inExisting: boolean): void {
  let at = 0;
  const mounts: string[] = [];
  for (; at < args.length && (args[at] ?? '').startsWith('-'); at += 1) {
    const argument = args[at] ?? '';
    const value = argument.includes('=') ? argument.slice(argument.indexOf('=') + 1) : (args[at + 1] ?? '');
    if (/^(-v|--volume|--mount)/.test(argument)) mounts.push(argument.startsWith('-v') && argument.length > 2 && !argument.includes('=') ? argument.slice(2) : value);
    if (CONTAINER_VALUES.has(argument)) at += 1;
  }
  const inner = args.slice(at + 1);
  const rootMount = mounts.find((mount) => /^(\/|\/(home|etc|usr|var|root))?:|(^|,)(src|source)=\/(,|$)/.test(mount) && (mount.startsWith('/:') || /(src|source)=\/(,|$)/.test(mount)));
  const inside = rootMount === undefined ? undefined : (/^\/:([^:]+)/.exec(rootMount)?.[1] ?? /(?:dst|target|destination)=([^,]+)/.exec(rootMount)?.[1]);
  if (inside !== undefined && inner.length > 0) {
    // Seen from the host the mounted folder is the root.
    call.run(inner.map((word) => word.replaceAll(`${inside}/`, '/').replaceAll(inside, '/')));
  } else if (inExisting && inner.length > 0) call.run(inner);
  call.ask('container', `${call.shown} runs something in a container.`);
}

function kubectl(call: Call): string {
  const at = call.args.indexOf('--');
  const verbs = verbsOf(call.args, [
    '-n', '--namespace', '--context', '--kubeconfig', '-c', '--container', '-o', '--output', '-l', '--selector', '-f',
    '--filename',
  ]);
  if (verbs[0] === 'exec') {
    const inner = at === -1 ? verbs.slice(2) : call.args.slice(at + 1);
    if (inner.length > 0) call.run(inner);
    call.ask('cluster', `${call.shown} runs something in a cluster.`);
    return UNKNOWN;
  }
  if (['apply', 'create', 'delete', 'run', 'patch', 'replace', 'install', 'upgrade', 'uninstall', 'rollback'].includes(verbs[0] ?? '') && call.args.some((argument) => /^--dry-run(=(client|server))?$/.test(argument)) && !verbs.some((verb) => /^secrets?(\/|$)/.test(verb))) return UNKNOWN;
  byVerb({ allow: ['get', 'describe', 'logs', 'top', 'explain', 'version', 'cluster-info', 'api-resources', 'api-versions', 'config view', 'config get-contexts', 'config current-context', 'diff', 'auth can-i', 'rollout status', 'rollout history', 'events', 'wait', 'kustomize', 'options', 'completion', 'lint', 'template', 'list', 'status', 'history', 'show', 'search repo', 'repo list', 'dependency list'], valued: ['-n', '--namespace', '--context', '--kubeconfig', '-o', '-l'], otherwise: { rule: 'cluster', text: 'changes a cluster' }, also: (inner, words) => {
    if (words.some((word) => /^secrets?(\/|$)/.test(word)) || inner.args.includes('--raw')) inner.ask('secret_read', `${inner.shown} reads secrets of a cluster.`);
  } })(call);
  return UNKNOWN;
}

const services = byVerb({ allow: ['status', 'show', 'list-units', 'list-unit-files', 'list-timers', 'list-sockets', 'list-dependencies', 'is-active', 'is-enabled', 'is-failed', 'cat', 'get-default', 'is-system-running', 'help', 'list-jobs', 'show-environment'], valued: ['-t', '--type', '-p', '--property', '-n', '--lines', '-H', '-M', '--state'], otherwise: { rule: 'services', text: 'changes services of the system' }, also: (call, verbs) => {
  const [verb = '', ...units] = verbs;
  if (/^(poweroff|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|soft-reboot|emergency|rescue|suspend-then-hibernate|exit)$/.test(verb) || (verb === 'isolate' && units.some((unit) => /poweroff|reboot|halt|rescue|emergency/.test(unit))) || (verb === 'start' && units.some((unit) => /^(poweroff|reboot|halt|shutdown|kexec)\.target$/.test(unit)))) call.block('power', `${call.shown} would stop the machine.`);
  if (/^(stop|disable|mask|kill)$/.test(verb) && units.some((unit) => /keelson/.test(unit))) call.block('own_state', `${call.shown} would stop Keelson.`);
} });

const serviceWord: ProgramRule = (call) => {
  if (call.args.includes('--status-all') || call.args[1] === 'status') return;
  call.ask('services', `${call.shown} changes services of the system.`);
};

const terraform = byVerb({ allow: [
  'plan', 'validate', 'fmt', 'show', 'output', 'providers', 'version', 'graph', 'state list', 'state show', 'workspace list',
  'workspace show', 'init', 'get', 'test', 'console', 'preview', 'stack ls',
], valued: ['-chdir'], otherwise: { rule: 'infrastructure', text: 'changes infrastructure' } });

const github = byVerb({ allow: [
  'pr list', 'pr view', 'pr status', 'pr diff', 'pr checks', 'pr checkout', 'issue list', 'issue view', 'issue status',
  'repo view', 'repo list', 'run list', 'run view', 'run watch', 'workflow list', 'workflow view', 'release list', 'release view',
  'search', 'search repos', 'search issues', 'search prs', 'search code', 'status', 'browse', 'label list', 'gist list',
  'gist view', 'auth status', 'cache list', 'project list', 'org list', 'ruleset list', 'mr list', 'mr view', 'ci status',
  'ci view',
], valued: ['-R', '--repo'], otherwise: { rule: 'forge', text: 'changes something on the code forge' }, also: (call, verbs) => {
  const publishes = verbs[0] !== 'secret' && verbs[0] !== 'auth';
  if (publishes && (call.args.some(isSecret) || isSecret(call.stdin ?? '') || call.args.some((argument) => call.paths(argument.replace(/^.*=@?/, '')).some(isSensitive)))) call.block('exfiltration', `${call.shown} would publish secrets.`);
} });

/** A database client's own text is judged by its verbs. */
const database: ProgramRule = (call) => {
  const options = readOptions(call.args, { short: call.name.startsWith('sqlite') ? '' : call.name === 'psql' ? 'cdfFhLopPRTUv' : ['mysql', 'mariadb'].includes(call.name) ? 'ehPuDS' : 'cefhpUdPDuHvtbnNqi', long: [
    'command', 'execute', 'eval', 'file', 'host', 'port', 'username', 'dbname', 'user', 'database', 'cmd', 'init', 'username',
  ] });
  const texts = [...options.all('c', 'e', 'command', 'execute', 'eval', 'cmd'), ...(call.name.startsWith('sqlite') || call.name === 'duckdb' ? options.operands.slice(1) : []), ...(call.stdin === undefined ? [] : [call.stdin])];
  for (const file of options.all('f', 'file', 'init')) call.read(file);
  if (call.name === 'psql') for (const file of options.all('o', 'L')) call.write(file);
  if (call.name.startsWith('sqlite') || call.name === 'duckdb') for (const file of options.operands.slice(0, 1)) call.read(file);
  const reads = texts.length > 0 && texts.every((text) => isKnown(text) && text.split(';').every((statement) => /^\s*(select|show|explain|describe|desc|pragma\s+\w+\s*$|pragma table_info|\.(tables|schema|databases|indexes|headers|mode|dbinfo)|\\(d|l|dt|conninfo|du)|with\b(?![^]*\b(delete|update|insert)\b)|$)/i.test(statement) && !/\binto\s+(out|dump)file\b|load_extension|writefile|edit\(|pg_read|lo_export|copy\b.*program|xp_cmdshell|system\b/i.test(statement)));
  for (const text of texts) {
    for (const match of codeText(text).matchAll(/(?:^|\n|;)\s*(?:\\!|\.shell|\.system|system)\s+([^\n]*)/g)) runText(call, match[1] ?? '', [], { own: false });
    for (const match of codeText(text).matchAll(/program\s+'([^']*)'/gi)) runText(call, match[1] ?? '', [], { own: false });
    for (const match of codeText(text).matchAll(/os\.execute\(\s*["']([^"']*)["']/g)) runText(call, match[1] ?? '', [], { own: false });
  }
  if (call.args.some((argument) => /^-?-(version|help|V)$/.test(argument)) || (texts.length === 0 && options.has('l', 'list'))) return;
  if (reads) return;
  if (call.name.startsWith('sqlite') || call.name === 'duckdb') for (const file of options.operands.slice(0, 1)) call.write(file);
  call.ask('database', `${call.shown} may change a database.`);
};

const kills: ProgramRule = (call) => {
  const targets = call.args.filter((argument, index) => !/^-(s|n|[A-Z0-9]*|signal|SIG[A-Z]+)$/.test(argument) || argument === '-1' && index > 0);
  if (call.args.includes('-l') || call.args.includes('-L')) return;
  if (call.args.some((argument) => /keelson/i.test(argument))) call.block('own_state', `${call.shown} would stop Keelson.`);
  if (call.name === 'kill' && targets.length > 0 && targets.every((target) => target.startsWith('%') || target === '-0')) return;
  if (call.name === 'kill' && (call.args.includes('-0') || call.args[0] === '-0')) return;
  if (call.name === 'kill' && targets.some((target) => target === '-1' || target === '1') && !(call.args.length === 1 && targets[0] === '-1')) call.block('power', `${call.shown} would stop every process, or the first one.`);
  if (call.name !== 'kill' && targets.some((target) => /^(init|systemd|launchd|\.\*?)$/.test(target))) call.block('power', `${call.shown} would stop what everything else depends on.`);
  call.ask('kill', `${call.shown} stops processes.`);
};

const crontab: ProgramRule = (call) => {
  const options = readOptions(call.args, { short: 'u' });
  if (options.has('l') && !options.has('r')) return;
  if (call.stdin !== undefined && !options.has('r')) for (const line of call.stdin.split('\n')) {
    const command = /^\s*(?:@\w+|(?:\S+\s+){5})(.*)$/.exec(line)?.[1];
    if (command !== undefined && command !== '' && isKnown(line)) call.script(command);
  }
  call.ask('persistence', `${call.shown} changes what runs by itself.`);
};

const asks = (rule: string, text: string): ProgramRule => (call) => call.ask(rule, `${call.shown} ${text}.`);
const looksOrAsks = (looks: RegExp, rule: string, text: string): ProgramRule => (call) => {
  if (!looks.test(call.args.join(' '))) call.ask(rule, `${call.shown} ${text}.`);
};
const users = asks('users', 'changes users or passwords');

const archives: ProgramRule = (call) => {
  const bundled = /^[A-Za-z]+$/.test(call.args[0] ?? '') && !(call.args[0] ?? '').startsWith('-') ? [`-${call.args[0] ?? ''}`, ...call.args.slice(1)] : call.args;
  const options = readOptions(bundled, { short: 'fCTXIgbKNVFHL', long: [
    'file', 'directory', 'files-from', 'exclude', 'exclude-from', 'to-command', 'checkpoint-action', 'use-compress-program',
    'rsh-command', 'info-script', 'new-volume-script', 'transform', 'strip-components', 'owner', 'group', 'mode',
    'listed-incremental', 'checkpoint',
  ] });
  for (const program of [...options.all('to-command', 'I', 'use-compress-program', 'rsh-command', 'info-script', 'new-volume-script', 'F'), ...options.all('checkpoint-action').flatMap((action) => /^exec=(.*)$/.exec(action)?.[1] ?? [])]) {
    const ordinary = /^(gzip|pigz|bzip2|xz|zstd|lz4|zstdmt)( -[0-9a-zA-Z]+)*$/.test(program);
    if (!ordinary) {
      call.script(program);
      call.ask('runs_program', `${call.shown} runs ${plain(program)} as a program.`);
    }
  }
  const [archive = '-'] = options.all('f', 'file');
  const extracts = options.has('x', 'extract', 'get');
  const [folder] = options.all('C', 'directory');
  if (/^[^/]+:/.test(archive)) call.ask('remote_shell', `${call.shown} works on another host.`);
  if (extracts) {
    if (isRemote(archive === '-' ? (call.stdin ?? '') : (call.fileContent(archive) ?? ''))) call.note('fetched');
    call.read(archive);
    if (folder !== undefined) call.write(folder);
    if (options.has('P', 'absolute-names')) call.ask('outside_workspace', `${call.shown} may write anywhere.`);
    return UNKNOWN;
  }
  if (options.has('t', 'list')) {
    call.read(archive);
    return UNKNOWN;
  }
  if (archive !== '-') call.write(archive);
  notePacked(call, archive, options.operands);
  for (const operand of options.operands) call.read(folder === undefined ? operand : `${folder}/${operand}`);
  if (options.has('remove-files')) for (const operand of options.operands) call.remove(operand, { recursive: true });
  return options.operands.some((operand) => call.paths(operand).some((path) => isSensitive(path))) ? '\ue001' : UNKNOWN;
};

/** An archive of secrets is a secret. */
function notePacked(call: Call, archive: string | undefined, files: readonly string[]): void {
  if (archive === undefined || archive === '-' || !files.some((file) => call.paths(file).some(isSensitive))) return;
  for (const path of call.paths(archive)) call.shell.files.set(path, SECRET);
}

const zips: ProgramRule = (call) => {
  const options = readOptions(call.args, { short: call.name === 'zip' ? 'TPbixn' : 'dxP', long: ['unzip-command'] });
  if (call.name === 'zip' && (options.has('TT', 'unzip-command') || call.args.some((argument) => argument.startsWith('-TT')))) {
    for (const program of options.all('unzip-command')) call.script(program);
    for (const [index, argument] of call.args.entries()) if (argument === '-TT' || argument === '--unzip-command') call.script(call.args[index + 1] ?? '');
    call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
  }
  const [archive, ...files] = options.operands;
  if (call.name === 'zip') {
    if (archive !== undefined && archive !== '-') call.write(archive);
    for (const file of files) call.read(file);
    if (options.has('m', 'move')) for (const file of files) call.remove(file, { recursive: options.has('r', 'recurse-paths') });
    notePacked(call, archive, files);
  } else {
    if (archive !== undefined) call.read(archive);
    if (archive !== undefined && isRemote(call.fileContent(archive) ?? '')) call.note('fetched');
    for (const folder of options.all('d')) call.write(folder);
  }
};

export const SERVICE_PROGRAMS: ProgramTable = {
  docker, podman: docker, nerdctl: docker,
  'docker-compose': (call) => call.run(['docker', 'compose', ...call.args]),
  kubectl, oc: kubectl, k: kubectl, helm: kubectl,
  minikube: byVerb({ allow: ['status', 'version', 'ip', 'profile list'], otherwise: { rule: 'cluster', text: 'changes a cluster' } }),
  kind: byVerb({ allow: ['get', 'version'], otherwise: { rule: 'cluster', text: 'changes a cluster' } }),
  systemctl: services, service: serviceWord,
  launchctl: looksOrAsks(/^(list|print|version|blame)/, 'persistence', 'changes what the system starts'),
  initctl: serviceWord,
  loginctl: byVerb({ allow: [
    'list-sessions', 'show-session', 'session-status', 'list-users', 'show-user', 'user-status', 'list-seats',
  ], otherwise: { rule: 'services', text: 'changes sessions' }, also: (call, verbs) => { if (/^(poweroff|reboot|halt|suspend|hibernate)$/.test(verbs[0] ?? '')) call.block('power', `${call.shown} would stop the machine.`); } }),
  journalctl: looksOrAsks(/^(?!.*(--vacuum|--rotate|--flush|--sync)).*$/, 'services', 'changes the system journal'),
  dmesg: looksOrAsks(/^(?!.*(-C|--clear|-c|-D|-E|-n)).*$/, 'services', 'changes the kernel log'),
  sysctl: looksOrAsks(/^(-a|-n|[a-z._0-9]+$|-a .*)/, 'system_setting', 'changes the kernel'),
  timedatectl: looksOrAsks(/^(status|show|list-timezones)?$/, 'system_setting', 'changes the clock'),
  hostnamectl: looksOrAsks(/^(status)?$/, 'system_setting', 'changes the host name'),
  chkconfig: asks('services', 'changes what the system starts'),
  'update-rc.d': asks('persistence', 'changes what the system starts'),
  terraform, tofu: terraform, terragrunt: terraform, pulumi: terraform, ansible: asks('infrastructure', 'works on other hosts'),
  'ansible-playbook': looksOrAsks(/(^|\s)--(syntax-check|list-tasks|list-hosts|list-tags)(\s|$)/, 'infrastructure', 'works on other hosts'),
  swapon: looksOrAsks(/^(--show|-s)/, 'system_setting', 'turns swap on'), ethtool: looksOrAsks(/^(-i |-S |-k )?[a-z0-9]+$/, 'system_setting', 'changes the network'),
  vagrant: byVerb({ allow: ['status', 'version', 'validate', 'global-status'], otherwise: { rule: 'infrastructure', text: 'changes machines' } }),
  packer: byVerb({ allow: ['validate', 'fmt', 'inspect', 'version'], otherwise: { rule: 'infrastructure', text: 'changes machines' } }),
  gh: github, glab: github,
  psql: database, mysql: database, mariadb: database, sqlite3: database, sqlite: database, duckdb: database, mongosh: database,
  mongo: database,
  'redis-cli': looksOrAsks(/^(-[a-z] \S+ )*(ping|info|get|mget|strlen|keys|ttl|exists|type|scan|--scan|--stat|--bigkeys|dbsize|llen|hget|hgetall|hlen|lrange|smembers|scard|zrange|zcard|xlen|memory usage|client list|cluster info|config get|slowlog get|--version)(\s|$)/i, 'database', 'may change a database'),
  clickhouse: database, 'clickhouse-client': database, sqlcmd: database, cqlsh: database, influx: database,
  dropdb: asks('database', 'removes a database'), createdb: asks('database', 'makes a database'),
  dropuser: asks('database', 'removes a user'), mysqladmin: asks('database', 'administers a database'),
  pg_restore: asks('database', 'overwrites a database'), pg_dump: asks('database', 'copies a database out'),
  mysqldump: asks('database', 'copies a database out'), pg_ctl: asks('services', 'changes a service'),
  initdb: asks('database', 'makes a database'),
  kill: kills, pkill: kills, killall: kills, skill: kills, xkill: kills,
  fuser: (call) => (readOptions(call.args, { short: 'n' }).has('k') ? call.ask('kill', `${call.shown} stops processes.`) : undefined),
  crontab, fcrontab: crontab,
  useradd: users, userdel: users, usermod: users, groupadd: users, groupdel: users, groupmod: users, adduser: users,
  deluser: users, addgroup: users, delgroup: users, passwd: users, chpasswd: users, chsh: users, chfn: users, gpasswd: users,
  dscl: users, sysadminctl: users, vipw: users, newgrp: users, 'htpasswd': users, chage: users, faillock: users,
  iptables: looksOrAsks(/(^|\s)(-L|-S|--list|-n)/, 'firewall', 'changes the firewall'),
  ip6tables: looksOrAsks(/(^|\s)(-L|-S|--list)/, 'firewall', 'changes the firewall'),
  nft: looksOrAsks(/^list/, 'firewall', 'changes the firewall'),
  ufw: looksOrAsks(/^(status|show|version)/, 'firewall', 'changes the firewall'),
  'firewall-cmd': looksOrAsks(/^--(list|get|state|query)/, 'firewall', 'changes the firewall'),
  pfctl: looksOrAsks(/^-s/, 'firewall', 'changes the firewall'),
  ip: looksOrAsks(/^(-[a-z0-9]+ )*(a|addr|address|r|route|link|l|neigh|n|rule)( (show|list|ls|get)\b.*)?$/, 'system_setting', 'changes the network'),
  ifconfig: looksOrAsks(/^(-a|[a-z0-9]+)?$/, 'system_setting', 'changes the network'),
  route: looksOrAsks(/^(-n|-ne)?$/, 'system_setting', 'changes the network'),
  nmcli: looksOrAsks(/^(-[a-z] \S+ )*(d|device|c|connection|con|g|general)?( (status|show|list))?$/, 'system_setting', 'changes the network'),
  modprobe: asks('system_setting', 'changes the kernel'),
  insmod: asks('system_setting', 'loads code into the kernel'),
  rmmod: asks('system_setting', 'changes the kernel'),
  setenforce: asks('system_setting', 'changes protection of the system'),
  aa_disable: asks('system_setting', 'changes protection of the system'),
  csrutil: asks('system_setting', 'changes protection of the system'),
  spctl: asks('system_setting', 'changes protection of the system'),
  nvram: asks('system_setting', 'changes firmware settings'),
  efibootmgr: asks('system_setting', 'changes what the machine starts'),
  'grub-install': asks('system_setting', 'changes what the machine starts'),
  'update-grub': asks('system_setting', 'changes what the machine starts'),
  defaults: looksOrAsks(/^(read|find|domains)/, 'system_setting', 'changes settings'),
  tmutil: asks('system_setting', 'changes backups'), fsck: asks('raw_device', 'repairs a file system'),
  'e2fsck': asks('raw_device', 'repairs a file system'), debugfs: asks('raw_device', 'edits a file system'),
  ldconfig: looksOrAsks(/^-p/, 'system_setting', 'changes which libraries are loaded'),
  xdg_open: asks('opens', 'opens something in another program'),
  'xdg-open': asks('opens', 'opens something in another program'),
  open: asks('opens', 'opens something in another program'), start: asks('opens', 'opens something in another program'),
  'visudo': users, keelson: keelson,
  tar: archives, gtar: archives, bsdtar: archives, zip: zips, unzip: zips, '7z': zips, '7za': zips, unrar: zips,
  cpio: asks('archive', 'may write anywhere'),
  ar: looksOrAsks(/^-?[tpr]/, 'archive', 'changes an archive'),
  'tput': () => undefined,
};

/** Our own program may be asked, not told to change its policy. */
function keelson(call: Call): void {
  const verbs = verbsOf(call.args, []);
  if (/^(config set|config unset|policy|trust|stop|daemon|reset|uninstall|approve|allow)/.test(verbs.join(' '))) call.block('own_state', `${call.shown} would change Keelson’s own state.`);
  else call.ask('own_program', `${call.shown} starts Keelson itself.`);
}
