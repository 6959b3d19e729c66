/** Names after which a password follows. */
const PASSWORD_NAMES = ['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'dbpass', 'passwort', 'motdepasse', 'contraseña'];

/** Names after which a key or token follows. */
const KEY_NAMES = [
  'secret', 'token', 'apikey', 'secretkey', 'accesskey', 'privatekey', 'authkey', 'accountkey', 'sharedaccesskey', 'signingkey',
  'encryptionkey', 'masterkey', 'servicekey', 'appkey', 'credential', 'credentials', 'primarykey', 'connectionkey', 'subscriptionkey',
];

/** Names that often mean something harmless. */
const VAGUE_NAMES = ['key', 'auth', 'sig', 'signature', 'session', 'sessionid', 'sid', 'cookie'];

/** Tokens of paging and parsing are no credentials. */
const HARMLESS_NAMES = ['pagetoken', 'nexttoken', 'continuationtoken', 'synctoken', 'publickey'];

/** The last three letters of every known name: most names are dismissed by these alone. */
const ENDING_CHARS = 3;
const ENDINGS = new Set([...PASSWORD_NAMES, ...KEY_NAMES, ...VAGUE_NAMES, 'pass', 'authorization'].map((name) => name.slice(-ENDING_CHARS)));

function lettersOf(name: string): string {
  let letters = '';
  for (const char of name.toLowerCase()) if (!'_-. 0123456789'.includes(char)) letters += char;
  return letters;
}

export type SecretKind = 'password' | 'key' | 'vague' | 'authorization';

/** What a name promises, written in any case and with any separators; undefined when it promises no secret. */
export function secretKindOf(name: string): SecretKind | undefined {
  let end = name.length;
  while (end > 0 && '_-.0123456789'.includes(name.charAt(end - 1))) end -= 1;
  if (!ENDINGS.has(name.slice(Math.max(end - ENDING_CHARS, 0), end).toLowerCase())) return undefined;
  const plain = lettersOf(name);
  if (HARMLESS_NAMES.some((harmless) => plain.endsWith(harmless))) return undefined;
  if (plain === 'authorization' || plain === 'proxyauthorization') return 'authorization';
  if (plain === 'pass' || PASSWORD_NAMES.some((known) => plain.endsWith(known))) return 'password';
  if (KEY_NAMES.some((known) => plain.endsWith(known))) return 'key';
  return VAGUE_NAMES.includes(plain) ? 'vague' : undefined;
}
