/** Programs that talk to other hosts. */
import type { Call, ProgramRule, ProgramTable } from '../evaluate/call.ts';
import { isKnown, isSecret, plain, REMOTE } from '../expand/marks.ts';
import { isSensitive } from '../rules/secrets.ts';
import { readOptions } from './options.ts';

const METADATA = /169\.254\.(169\.254|170\.2)|metadata\.google\.internal|metadata\.azure|100\.100\.100\.200|fd00:ec2::254|\[?::ffff:a9fe:a9fe|2852039166|0xa9fea9fe|0251\.0376\.0251\.0376|metadata\/instance|computeMetadata|latest\/(meta-data|api\/token|user-data)/i;
const SHELL_PROGRAM = /(^|[/\s:,'"])((ba|da|z|k|c|tc)?sh|cmd(\.exe)?|powershell|pwsh)(\s|,|$|['"])/i;

/** Sending what was read from a place of secrets is never allowed. */
function judgeSecrets(call: Call, words: readonly string[], files: readonly string[]): void {
  const carriesSecret = words.some(isSecret) || (call.stdin !== undefined && isSecret(call.stdin));
  const sensitive = files.find((file) => call.paths(file).some(isSensitive) || isSecret(call.fileContent(file) ?? ''));
  if (carriesSecret) call.block('exfiltration', `${call.shown} would send secrets to another host.`);
  if (sensitive !== undefined) call.block('exfiltration', `${call.shown} would send ${plain(sensitive)} to another host.`);
}

function judgeAddress(call: Call, address: string): void {
  if (METADATA.test(address)) call.ask('metadata', `${call.shown} asks the cloud's metadata service, which hands out credentials.`);
  if (!isKnown(address)) call.ask('unknown_address', `${call.shown} goes to an address that cannot be known before it runs.`);
  if (/^(file|gopher|dict|ldap|tftp|smb|telnet):/i.test(address)) call.ask('unusual_scheme', `${call.shown} uses an unusual kind of address.`);
  if (/^telnet:/i.test(address)) call.note('relay');
  if (/^file:\/\//i.test(address)) call.read(address.slice(7));
  if (/:\/\/[^/]*@/.test(address)) call.ask('credentials_sent', `${call.shown} sends a name and password.`);
}

const CURL_LONG = [
  'output', 'data', 'data-raw', 'data-binary', 'data-urlencode', 'data-ascii', 'json', 'form', 'form-string', 'header', 'request',
  'user', 'user-agent', 'referer', 'cookie', 'cookie-jar', 'upload-file', 'url', 'max-time', 'connect-timeout', 'retry',
  'retry-delay', 'retry-max-time', 'write-out', 'proxy', 'cacert', 'cert', 'key', 'config', 'range', 'resolve', 'dump-header',
  'output-dir', 'interface', 'limit-rate', 'unix-socket', 'netrc-file', 'oauth2-bearer', 'max-redirs', 'trace', 'trace-ascii',
  'stderr', 'proto', 'connect-to', 'quote', 'aws-sigv4', 'max-filesize', 'url-query', 'variable', 'tls-max', 'socks5',
  'socks5-hostname', 'preproxy', 'proxy-user', 'mail-from', 'mail-rcpt', 'ciphers', 'dns-servers', 'doh-url', 'libcurl', 'engine',
  'etag-save', 'etag-compare', 'create-file-mode', 'capath',
];

function curl(call: Call): string {
  const options = readOptions(call.args, { short: 'odFHXuAebcTmwxEKrDzyYQtUCP', long: CURL_LONG });
  const bodies = options.all('d', 'data', 'data-binary', 'data-urlencode', 'data-ascii', 'json', 'url-query', 'variable');
  const forms = options.all('F', 'form');
  const uploads = options.all('T', 'upload-file');
  const files = [...bodies.map((body) => /@(.*)$/.exec(body)?.[1]), ...forms.map((form) => /[=,][@<]([^;]*)/.exec(form)?.[1] ?? /@([^;]*)/.exec(form)?.[1]), ...uploads, ...options.all('b', 'cookie').filter((cookie) => !cookie.includes('='))].filter((file) => file !== undefined && file !== '' && file !== '-');
  const addresses = [...options.operands, ...options.all('url')];
  judgeSecrets(call, [
    ...bodies, ...options.all('data-raw', 'form-string'), ...forms, ...addresses,
    ...options.all('u', 'user', 'A', 'user-agent', 'e', 'referer', 'b', 'cookie'),
    ...options.all('H', 'header').filter((header) => !/^(authorization|private-token|x-api-key|x-auth-token|api-key)\s*:/i.test(header)),
  ], files.filter((file) => file !== undefined));
  for (const file of files) if (file !== undefined) call.read(file);
  const method = options.all('X', 'request').at(-1)?.toUpperCase();
  const sends = bodies.length + forms.length + uploads.length + options.all('data-raw', 'form-string').length > 0 || (method !== undefined && !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const local = addresses.length > 0 && addresses.every((address) => /^(https?:\/\/)?(localhost|127\.[0-9.]+|\[::1\]|0\.0\.0\.0)([:/]|$)/.test(address));
  if (sends && !(local && uploads.length === 0)) call.ask('upload', `${call.shown} sends data to another host.`);
  if (options.has('K', 'config', 'x', 'proxy', 'socks5', 'socks5-hostname', 'preproxy', 'unix-socket', 'Q', 'quote', 'u', 'user', 'netrc', 'n', 'netrc-file', 'oauth2-bearer', 'k', 'insecure', 'connect-to', 'resolve', 'libcurl', 'engine', 'b', 'cookie', 'E', 'cert', 'key', 'doh-url', 'dns-servers') || options.all('H', 'header').some((header) => /authorization|token|api-key|cookie/i.test(header))) call.ask('network_options', `${call.shown} uses options that change where it goes or what it proves.`);
  for (const address of addresses) judgeAddress(call, address);
  return saved(call, options.all('o', 'output', 'D', 'dump-header', 'c', 'cookie-jar', 'trace', 'trace-ascii', 'stderr', 'etag-save'), options.has('O', 'remote-name', 'J', 'remote-header-name') ? addresses : []);
}

/** Notes where a download goes, so that running it later in the line is seen. */
function saved(call: Call, outputs: readonly string[], named: readonly string[]): string {
  const files = [...outputs.filter((output) => output !== '-'), ...named.map((address) => (address.split(/[?#]/)[0] ?? '').split('/').at(-1) ?? '')].filter((file) => file !== '');
  for (const file of files) {
    call.write(file);
    for (const path of call.paths(file)) call.shell.files.set(path, REMOTE);
  }
  return files.length > 0 && !outputs.includes('-') ? '' : REMOTE;
}

function wget(call: Call): string {
  const options = readOptions(call.args, { short: 'OoaeiPUtTwQDIXlAR', long: [
    'output-document', 'output-file', 'append-output', 'execute', 'input-file', 'directory-prefix', 'user-agent', 'tries',
    'timeout', 'header', 'post-data', 'post-file', 'body-data', 'body-file', 'method', 'user', 'password', 'http-user',
    'http-password', 'use-askpass', 'load-cookies', 'save-cookies', 'config', 'referer', 'ca-certificate', 'certificate',
    'private-key',
  ] });
  const files = options.all('post-file', 'body-file', 'i', 'input-file');
  judgeSecrets(call, [...options.all('post-data', 'body-data', 'header', 'U', 'user-agent', 'referer'), ...options.operands], files);
  for (const file of files) call.read(file);
  if (options.has('post-data', 'post-file', 'body-data', 'body-file', 'method')) call.ask('upload', `${call.shown} sends data to another host.`);
  if (options.has('e', 'execute', 'use-askpass', 'config', 'no-check-certificate', 'user', 'password', 'http-user', 'load-cookies', 'r', 'recursive', 'm', 'mirror')) call.ask('network_options', `${call.shown} uses options that change where it goes or what it proves.`);
  for (const askpass of options.all('use-askpass')) call.script(askpass);
  for (const address of options.operands) judgeAddress(call, address);
  const outputs = options.all('O', 'output-document');
  for (const file of options.all('P', 'directory-prefix', 'o', 'output-file', 'a', 'append-output')) call.write(file);
  return saved(call, outputs, outputs.length > 0 ? [] : options.operands);
}

/** Raw connections: harmless to look with, deadly with a shell behind them. */
const connects: ProgramRule = (call) => {
  judgeSecrets(call, call.args, []);
  const runs = call.args.some((argument, index) => /^-[a-zA-Z]*[ec]$|^--(exec|sh-exec|lua-exec)/.test(argument) && (SHELL_PROGRAM.test(call.args[index + 1] ?? '') || SHELL_PROGRAM.test(argument.split('=')[1] ?? '')));
  if (runs) call.block('reverse_shell', `${call.shown} would hand a shell to a network connection.`);
  call.note('relay');
  call.ask('network', `${call.shown} opens a raw network connection.`);
  return REMOTE;
};

const relays: ProgramRule = (call) => {
  judgeSecrets(call, call.args, call.args.flatMap((argument) => /^(?:FILE|OPEN|GOPEN):([^,]*)/i.exec(argument)?.[1] ?? []));
  if (call.args.some((argument) => /^(EXEC|SYSTEM|SHELL):/i.test(argument)) && call.args.some((argument) => /^(TCP|UDP|OPENSSL|SSL|SCTP|SOCKS|VSOCK|PROXY)/i.test(argument))) call.block('reverse_shell', `${call.shown} would hand a shell to a network connection.`);
  for (const argument of call.args) {
    const inner = /^(?:EXEC|SYSTEM|SHELL):(.*)$/i.exec(argument);
    if (inner) call.script((inner[1] ?? '').split(',')[0] ?? '');
    const file = /^(?:FILE|OPEN|CREATE|GOPEN):([^,]*)/i.exec(argument);
    if (file) call.write(file[1] ?? '');
  }
  call.note('relay');
  call.ask('network', `${call.shown} relays network connections.`);
  return REMOTE;
};

/** Names are looked up at servers of whoever owns them, so a name can carry data. */
const looksUp: ProgramRule = (call) => {
  judgeSecrets(call, call.args, []);
  if (call.args.some((argument) => !isKnown(argument))) call.ask('unknown_address', `${call.shown} looks up a name that cannot be known before it runs.`);
};

function ssh(call: Call): string {
  const options = readOptions(call.args, { short: 'BbcDEeFIiJLlmOopQRSWw', operandsFirst: true });
  const [host = '', ...words] = options.operands;
  for (const option of options.all('o')) {
    const command = /^(ProxyCommand|LocalCommand|KnownHostsCommand|Match)\s*[= ]\s*(.*)$/i.exec(plain(option));
    if (command) {
      call.script((command[2] ?? '').replace(/^exec\s+/, ''));
      call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
    }
  }
  const text = (words[0] === '--' ? words.slice(1) : words).join(' ');
  judgeSecrets(call, [text], []);
  if (text === '' && call.stdin !== undefined && isKnown(call.stdin)) call.script(call.stdin);
  // Wiping another host is refused as wiping this one is.
  if (text !== '') call.script(text);
  call.ask('remote_shell', `${call.shown} opens a connection to ${host === '' ? 'another host' : plain(host)}.`);
  return REMOTE;
}

const copiesAway: ProgramRule = (call) => {
  const options = readOptions(call.args, { short: 'cFiJloPSD' });
  const isRemote = (place: string): boolean => /^[^/]+:/.test(place) || place.startsWith('scp://');
  const destination = options.operands.at(-1) ?? '';
  const sources = options.operands.slice(0, -1).filter((source) => !isRemote(source));
  if (isRemote(destination)) judgeSecrets(call, sources, sources);
  if (call.name === 'sftp') judgeSecrets(call, [], filesPut(call));
  for (const source of sources) call.read(source);
  if (!isRemote(destination)) call.write(destination);
  if (options.has('S') || options.all('o').some((option) => /ProxyCommand/i.test(option))) call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
  call.ask('upload', `${call.shown} copies files between hosts.`);
};

const sendsMail: ProgramRule = (call) => {
  judgeSecrets(call, call.args, readOptions(call.args, { short: 'aAscbr' }).all('a', 'A'));
  call.ask('upload', `${call.shown} sends a message.`);
};

const storesAway: ProgramRule = (call) => {
  const verbs = call.args.filter((argument) => !argument.startsWith('-'));
  const looks = /^(ls|list|describe|get|show|cat|head|help|version|--version|status|config list|info|lsd|lsf|size)/.test(verbs.slice(call.name === 'aws' || call.name === 'gcloud' || call.name === 'az' ? 1 : 0).join(' ')) || /^(describe-|list-|get-)/.test(verbs[1] ?? '') || call.args.includes('--version') || (['gcloud', 'az'].includes(call.name) && (verbs.slice(1, 4).some((verb) => /^(list|show|describe)$/.test(verb)) || ['version', 'info'].includes(verbs[0] ?? '')));
  if (verbs.some((verb) => call.paths(verb).some((path) => isSensitive(path)) && /^(\.|~|\/)/.test(plain(verb))) || (call.stdin !== undefined && isSecret(call.stdin))) call.block('exfiltration', `${call.shown} would send secrets to another host.`);
  if (/secret|password|token|credential|get-caller|ssm|kms|iam/.test(verbs.join(' ')) || !looks) call.ask('cloud', `${call.shown} works on a cloud account.`);
};

/** Files that a script for a transfer program sends. */
const filesPut = (call: Call): readonly string[] => [...(call.stdin ?? '').matchAll(/(?:^|\n)\s*m?put\s+(?:-\S+\s+)?(\S+)/g)].map((match) => match[1] ?? '');

const talks: ProgramRule = (call) => {
  judgeSecrets(call, call.args, [...call.args.filter((argument) => /^(\.|\/|~)/.test(argument)), ...filesPut(call)]);
  call.ask('network', `${call.shown} talks to another host.`);
  return REMOTE;
};

const httpie: ProgramRule = (call) => {
  judgeSecrets(call, call.args, call.args.flatMap((argument) => /[@]([^@]+)$/.exec(argument)?.[1] ?? []));
  const operands = readOptions(call.args, { short: 'oaps', long: ['output', 'auth', 'print', 'style'] }).operands;
  for (const address of operands.slice(0, 2)) judgeAddress(call, address);
  if (operands.length > 1 && !(operands[0] === 'GET' && operands.length === 2)) call.ask('upload', `${call.shown} sends data to another host.`);
  return REMOTE;
};

function handsPassword(call: Call): void {
  call.run(readOptions(call.args, { short: 'pfdP', operandsFirst: true }).operands);
  call.ask('credentials_sent', `${call.shown} hands over a password.`);
}

export const NETWORK_PROGRAMS: ProgramTable = {
  curl, wget, wget2: wget, http: httpie, https: httpie, xh: httpie,
  aria2c: (call) => { call.ask('download', `${call.shown} downloads files.`); return REMOTE; },
  axel: talks, lynx: talks, w3m: talks, links: talks, fetch: talks, 'youtube-dl': talks, 'yt-dlp': talks,
  nc: connects, ncat: connects, netcat: connects, 'nc.traditional': connects, 'nc.openbsd': connects, telnet: connects,
  socat: relays, websocat: connects, chisel: talks, ngrok: talks, cloudflared: talks, frpc: talks,
  nslookup: looksUp, dig: looksUp, host: looksUp, drill: looksUp, ping: looksUp, ping6: looksUp, traceroute: looksUp,
  tracepath: looksUp, mtr: looksUp, whois: looksUp,
  getent: (call) => (/(shadow|gshadow)/.test(call.args[0] ?? '') ? call.ask('secret_read', `${call.shown} reads password hashes.`) : undefined),
  ssh, slogin: ssh, mosh: ssh, autossh: ssh,
  sshpass: handsPassword,
  scp: copiesAway, sftp: copiesAway, ftp: talks, lftp: talks, tftp: talks, ncftpput: talks, rclone: storesAway, aws: storesAway,
  gcloud: storesAway, gsutil: storesAway, az: storesAway, s3cmd: storesAway, mc: storesAway, doctl: storesAway, fly: storesAway,
  flyctl: storesAway, heroku: storesAway, vercel: storesAway, netlify: storesAway, wrangler: storesAway, firebase: storesAway,
  mail: sendsMail, mailx: sendsMail, mutt: sendsMail, sendmail: sendsMail, msmtp: sendsMail, swaks: sendsMail,
  logger: (call) => judgeSecrets(call, call.args, []),
  'ssh-keygen': keys, 'ssh-add': keys,
  'ssh-copy-id': (call) => call.ask('persistence', `${call.shown} lets a key log in to another host.`),
  'ssh-agent': keys, gpg: keys, gpg2: keys, age: keys, sops: keys, vault: keys, op: keys, pass: keys, bw: keys, security: keys,
  'secret-tool': keys, keyctl: keys, certbot: keys, keytool: keys, nmap: talks, masscan: talks, tcpdump: talks, tshark: talks,
  wireshark: talks, 'ssh-keyscan': talks,
};

function keys(call: Call): void {
  const looks = call.args.length === 1 && ['--version', '-V', '--help', 'version', '--list-keys'].includes(call.args[0] ?? '');
  if (!looks && call.args[0] !== '--verify') call.ask('keys', `${call.shown} works with keys or secrets.`);
}
