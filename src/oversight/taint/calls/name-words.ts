import { CLIENT_TOOL_PREFIX, type Consequence } from '../../../contracts/index.ts';
import { fold, wordsOf } from '../words/fold.ts';

/** The words of a tool's own name; of one of a server or a client the part behind it. */
export function toolNameWords(name: string): string[] {
  const own = name.startsWith('mcp__') ? name.split('__').slice(2).join('_') : name.startsWith(CLIENT_TOOL_PREFIX) ? name.slice(CLIENT_TOOL_PREFIX.length) : name;
  return wordsOf(fold(own.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2').replaceAll('_', ' ')));
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Verbs and nouns that only look. */
export const LOOKS = list('read get list search find show query lookup look view describe inspect count check stat status fetchall browse peek grep glob cat head tail diff compare analyse analyze parse extract ocr translate classify detect validate verify preview outline explain history recall retrieve load select scan calculate compute convert format lint summarise summarize tokenize embed rank calculator calc weather screenshot redact measure hash sum clarify');
/** Nouns among them: what stands beside them says what is done. */
export const LOOKED_AT = list('status history screenshot weather calculator calc format sum hash outline count check stat head tail embed select load');
/** Verbs by what they do whatever they are done to. */
export const ACTS: ReadonlyMap<string, Consequence> = new Map(
  (
    [
      ['send', 'send forward sendmail upload exfiltrate paste transmit deliver notify share export dispatch submit emit beacon fax backup replicate'],
      ['publish', 'publish tweet broadcast blog toot release'],
      ['delete', 'delete forget remove drop purge wipe truncate destroy erase rm del unlink clear trash discard clean uninstall terminate kill'],
      ['execute', 'execute exec eval evaluate install deploy run shell bash spawnprocess powershell sh zsh terminal console subprocess invoke trigger launch compile'],
      ['spend', 'pay buy purchase donate trade checkout charge invest tip bid wire remit withdraw'],
      ['delegate', 'delegate handoff subagent spawn outsource'],
      ['approve', 'approve authorise authorize resolveapproval signoff countersign'],
      ['remember', 'remember memorise memorize'],
      ['note', 'bookmark highlight favourite favorite'],
      ['modify', 'update set edit rename add attach invite create move label star accept change modify assign merge close reopen archive mark insert replace enable disable toggle reset configure register subscribe unsubscribe book reserve schedule reschedule cancel decline pin link unlink restore import tag follow join leave sign put patch write save append store open connect mount switch select grant revoke override elevate escalate impersonate transfer post reply comment copy sync mirror rotate click type press fill draft compose generate compress decline react upvote like react fork push commit rebase tick complete upsert alter rsvp raise widen extend ack acknowledge snooze silence mute restart start stop reboot'],
    ] as const
  ).flatMap(([consequence, words]) => words.split(' ').map((word): [string, Consequence] => [word, consequence])),
);

/** Nouns that tell what a verb beside them is about, or that stand for the verb. */
export const NOUNS = {
  mail: list('email emails mail mails gmail outlook sms message messages slack whatsapp telegram teams discord chat dm webhook notification fax phone'),
  policy: list('policy policies permission permissions approval approvals gate gates guard guards guardrail guardrails sandbox allowlist allowlists whitelist blocklist denylist acl consent safety security firewall redaction confidentiality privilege privileges role roles admin prompt instructions instruction persona rules rule logging mode mfa 2fa budget limits quota trust trusted confirmation confirmations monitoring protection protections scopes entitlement entitlements policyfile taint model provider rights access ownership'),
  audit: list('audit auditlog auditor'),
  auditLogs: list('log logs trail event events record records ledger'),
  memory: list('memory memories mem kb rag knowledge'),
  money: list('payment payments transaction transactions money funds fund invoice order orders purchase subscription wire bank crypto wallet stock stocks shares refund payout'),
  files: list('file files document documents doc note notes text page memo report folder directory dir markdown code source cell sheet spreadsheet paragraph section draft'),
  agents: list('agent agents subagent subagents child task worker'),
  notes: list('note notes todo todos draft drafts compose generate log plan scratchpad scratch think thought checklist reminder chart diagram graph figure'),
  web: list('http https url web webpage whois page website browser link site api endpoint dns host domain ip image'),
  shell: list('shell bash command commands cmd script scripts code python node javascript sql process program terminal repl notebook package packages dependency npm pip pytest cargo jest vitest tsc eslint gradle mvn docker kubectl terraform'),
  answer: list('answer respond response reply say tell output finish done present display respondtouser chat speak render print'),
  secrets: list('secret secrets credential credentials password passwords passwd token tokens key keys keychain vault env environment cookie cookies'),
  tools: list('tool tools server servers plugin plugins extension extensions mcp connector hook hooks skill skills addon addons'),
  matters: list('matter matters tenant tenants firm organisation organization workspaces libraries accounts users'),
  calendar: list('calendar event events meeting meetings appointment contact contacts'),
  public: list('public publicly blog tweet twitter website facebook linkedin instagram reddit gist pastebin'),
} as const;

/** What people say for a deed that tools call otherwise. */
const SPOKEN: Readonly<Record<string, readonly string[]>> = {
  reply: ['answer', 'respond', 'antworte', 'beantworte', 'reponds', 'repondez', 'responde', 'rispondi', 'antwoord', 'odpowiedz', 'ответь'].map(fold), send: ['thank', 'congratulate'], move: ['file', 'sort', 'put', 'organise', 'organize', 'tidy', 'archive', 'rename'], ack: ['acknowledge'], acknowledge: ['ack'], post: ['fill', 'submit', 'enter'], submit: ['fill', 'enter'], fill: ['enter', 'complete', 'submit'],
};

export function spokenVerbs(verb: string): readonly string[] {
  return [verb, ...(SPOKEN[verb] ?? [])];
}
