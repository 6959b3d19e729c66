import type { JsonObject } from '../../../contracts/index.ts';
import { ARGUMENT_CHARS_MAX, ARGUMENT_LEAVES_MAX } from '../limits.ts';
import { fold } from '../words/fold.ts';

/** What an argument steers, as against what it carries. */
export type ArgumentRole = 'destination' | 'address' | 'path' | 'command' | 'amount' | 'scope' | 'visibility' | 'permission' | 'reference' | 'when' | 'switch' | 'payload' | 'other';

export interface ArgumentLeaf {
  /** A JSON pointer. */
  readonly pointer: string;
  /** The innermost name, folded, in one word. */
  readonly name: string;
  readonly role: ArgumentRole;
  readonly value: string;
  readonly isText: boolean;
}

const ROLES: readonly (readonly [ArgumentRole, readonly string[]])[] = [
  ['destination', 'to cc bcc recipient recipients email emails emailaddress mailto addressee attendee attendees invitee invitees guest guests participant participants channel chat phone number contact member collaborator sharewith with user username payee beneficiary forwardto replyto notify subscriber audience_list handle dm target_user assignee reviewer'.split(' ')],
  ['address', 'url uri link href webhook webhookurl callback callbackurl endpoint host hostname domain server site remote origin repo repository dest destination target src image imageurl img upstream registry proxy baseurl address ip dns registryurl'.split(' ')],
  ['path', 'path file filename filepath files folder directory dir dirname location output outputpath outfile cwd source sourcepath dst destpath paths'.split(' ')],
  ['command', 'command cmd script code program argv args arguments shell exec sql query_sql statement expression package packages dependency module dependencies image_name entrypoint cron crontab'.split(' ')],
  ['amount', 'amount sum price total value_usd usd eur gbp currency iban account accountnumber sortcode bic swift wallet card cardnumber quantity qty shares bitcoin'.split(' ')],
  ['scope', 'scope matter matterid matters tenant tenantid client clientid workspace workspaceid library libraryid libraries organisation organization org orgid project projectid namespace database db collection corpus case caseid team account_scope users allmatters crossmatter includeall'.split(' ')],
  ['visibility', 'visibility public ispublic audience access sharing privacy anyone linkaccess published private'.split(' ')],
  ['permission', 'permission permissions role roles accesslevel acl isadmin admin privileges grant scopes policy approvals approval approved sandbox autoapprove skipapproval bypass override consent allow allowlist safety guardrails redaction nonce sig signature'.split(' ')],
  ['reference', 'id ids document documentid documents docid doc file_id fileid attachment attachments attach messageid threadid emailid artifact artifactid event eventid item itemid record recordid ref refs resource resourceid key exhibit page pageid entry room venue'.split(' ')],
  ['when', 'date time start end when day startdate enddate starttime endtime due duedate deadline timezone duration at'.split(' ')],
  ['payload', 'body text content contents message subject title description summary note notes comment q query prompt task data html markdown caption value payload input answer question keywords term terms reason name label html_body lines new_string newtext newstring replacement patch diff json params fields headers variables instructions instruction goal objective search searchquery reply response memory fact entry_text'.split(' ')],
];
const ROLE_BY_NAME: ReadonlyMap<string, ArgumentRole> = new Map(ROLES.flatMap(([role, names]) => names.map((name): [string, ArgumentRole] => [name.replaceAll('_', ''), role])));
const SUFFIXES: readonly (readonly [string, ArgumentRole])[] = [
  ['url', 'address'], ['uri', 'address'], ['email', 'destination'], ['recipient', 'destination'], ['recipients', 'destination'], ['path', 'path'], ['file', 'path'], ['command', 'command'], ['amount', 'amount'],
  ['matter', 'scope'], ['tenant', 'scope'], ['scope', 'scope'], ['permission', 'permission'], ['role', 'permission'], ['id', 'reference'], ['date', 'when'], ['time', 'when'], ['host', 'address'], ['body', 'payload'], ['text', 'payload'], ['message', 'payload'],
];

export function roleOf(name: string): ArgumentRole {
  return ROLE_BY_NAME.get(name) ?? SUFFIXES.find(([suffix]) => name.endsWith(suffix))?.[1] ?? 'other';
}

/** Every string, number and switch in the arguments, with where it stands. `isCut` when there were more than are looked at. */
export function argumentLeaves(given: JsonObject): { readonly leaves: readonly ArgumentLeaf[]; readonly isCut: boolean } {
  const leaves: ArgumentLeaf[] = [];
  let chars = 0;
  let isCut = false;
  const visit = (value: unknown, pointer: string, name: string): void => {
    if (isCut) return;
    if (Array.isArray(value)) value.forEach((one, at) => visit(one, `${pointer}/${at}`, name));
    else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) visit(one, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, fold(key).replace(/[^\p{L}\p{N}]/gu, ''));
    else if (value !== null && value !== undefined) {
      const text = String(value);
      chars += text.length;
      if (leaves.length >= ARGUMENT_LEAVES_MAX || chars > ARGUMENT_CHARS_MAX) isCut = true;
      else leaves.push({ pointer, name, role: typeof value === 'boolean' && roleOf(name) === 'other' ? 'switch' : roleOf(name), value: text, isText: typeof value === 'string' });
    }
  };
  visit(given, '', '');
  return { leaves, isCut };
}

const ACTION_NAMES = new Set(['action', 'operation', 'op', 'verb', 'subcommand', 'function', 'intent']);

/** What a tool of many uses is told to do this time: its name says less than this. */
export function actionOf(leaves: readonly ArgumentLeaf[]): string {
  return leaves.filter(({ name, isText, value }) => isText && ACTION_NAMES.has(name) && value.length <= ACTION_CHARS_MAX).map(({ value }) => value).join(' ');
}

const ACTION_CHARS_MAX = 40;

/** Runs of what addresses are made of; searching for the sign itself would read a long run again from each of its letters. */
const ADDRESS_RUNS = /[\p{L}\p{N}._%+@-]+/gu;

export function addressesIn(text: string): string[] {
  return (text.match(ADDRESS_RUNS) ?? []).filter((run) => run.indexOf('@') > 0 && run.indexOf('@') < run.length - 1);
}

const SCHEME_SIGN = /[a-z0-9+.-]/i;
const URL_END = /[\s"'`<>()[\]{}|\\]/;
const URL_EDGE = '.,;:!?';

/** Every address with a scheme, without the punctuation of the sentence it stands in. */
export function urlsIn(text: string): string[] {
  const urls: string[] = [];
  let from = 0;
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', from)) {
    let start = at;
    while (start > from && SCHEME_SIGN.test(text.charAt(start - 1))) start -= 1;
    let end = at + 3;
    while (end < text.length && !URL_END.test(text.charAt(end))) end += 1;
    from = end;
    while (end > at + 3 && URL_EDGE.includes(text.charAt(end - 1))) end -= 1;
    if (start < at && end > at + 3) urls.push(text.slice(start, end));
  }
  return urls;
}
