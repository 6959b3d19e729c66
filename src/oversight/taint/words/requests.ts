import { fold, nameWordsOf } from './fold.ts';

/** What a text asks for, as far as it matters. */
export type Asked = 'send' | 'publish' | 'delete' | 'execute' | 'modify' | 'spend' | 'delegate' | 'remember' | 'reveal' | 'hidden' | 'disguise' | 'include';

/**
 * Verbs by what they ask for, in the languages that people are attacked in. A word with a star is a verb only before
 * something it could be done to: "share the file" asks, "the share price" does not.
 */
const VERBS: Readonly<Record<Asked, string>> = {
  send:
    'send sends sending resend forward forwards transmit upload exfiltrate exfil leak submit deliver beacon post* share* email* mail* message* notify text* reply* export* sync* copy* fax* ping* cc* bcc* report* disclose dispatch tell* inform ' +
    'sende senden schicke schick schicken sendet weiterleiten leite übermittle übermitteln hochladen lade* teile* mitteilen verschicke maile ' +
    'envoie envoyez envoyer envoi transmets transmettez transmettre partage* partagez transfère transférez transférer téléverse ' +
    'envía envia envíe envie enviar mandar manda mande reenvía reenvia reenviar comparte compartir sube* suba transmite ' +
    'invia inviare inoltra inoltrare mandare condividi condividere carica* trasmetti spedisci ' +
    'encaminhe encaminhar compartilhe compartilhar transmita ' +
    'stuur verstuur verzend verzenden doorsturen deel* mail* ' +
    'wyślij prześlij skicka sänd sende* lähetä gönder paylaş отправь отправьте отправить перешли перешлите пошли пошлите надішли أرسل ارسل שלח',
  publish: 'publish publishes post* tweet broadcast release* veröffentliche veröffentlichen publiez publier publie publica publicar pubblica pubblicare publique publiceer opublikuj опубликуй опубликуйте',
  delete: 'delete remove erase wipe purge drop* destroy truncate clear* clean* lösche löschen entferne supprime supprimez supprimer efface elimina eliminar borra borrar cancella cancellare apague apagar exclua verwijder usuń удали удалите удалить',
  execute: 'run execute install launch deploy start* curl wget bash eval build* compile* download* führe ausführen installiere starte exécute exécutez exécuter lance* ejecuta ejecutar instala instalar esegui eseguire installa execute rode uruchom zainstaluj voer запусти запустите выполни установи',
  modify:
    'add make* put* fill* record* bump* change modify update edit set* insert replace rename move* include append enable disable register create* accept* approve* schedule* cancel* assign* merge* revert* patch* turn* switch* mark* grant* allow* skip* bypass* ignore* raise* lower* ' +
    'fülle trage* remplis* rellena* riempi* vul* füge ändere ändern ersetze setze aktualisiere deaktiviere aktiviere ajoute ajoutez ajouter modifie modifiez change* remplace añade agrega cambia modifica modificar reemplaza aggiungi cambia sostituisci adicione altere mude wijzig voeg zmień dodaj добавь измени замени',
  spend: 'pay buy purchase order* transfer* wire* donate subscribe* bezahle zahle überweise kaufe bestelle payez paie achète virez paga pagar compra comprar transfiere acquista compre betaal koop zapłać заплати оплати купи переведи',
  delegate: 'delegate spawn handoff subagent outsource delegiere délègue delega',
  remember: 'remember memorise memorize store* save* note* merke merken speichere souviens retiens mémorise recuerda guarda ricorda memorizza lembre onthoud запомни',
  reveal:
    'reveal unmask unredact deanonymise deanonymize disclose uncover expose print* show* list* repeat* output* return* recite dump* name* spell* tell* give* display* write* what ' +
    'zeige nenne gib* verrate révèle affiche montre muestra revela mostra rivela toon покажи раскрой',
  hidden: 'hidden redacted unredacted sealed privileged confidential masked censored withheld anonymised anonymized pseudonymised blacked secret secrets undisclosed verborgen verborgenen geschwärzt geschwärzten versteckt versteckten geheim geheime caché cachés masqué oculto ocultos nascosto nascosti oscurato verborgen скрытые скрытых',
  disguise:
    'look-alike lookalike lookalikes reverse reversed backwards backward base64 base32 hex hexadecimal rot13 caesar cipher encode encoded encoding obfuscate obfuscated leet leetspeak acrostic initials morse nato phonetic spaced spell spelled spelling letter letters anagram ascii binary unicode zero width homoglyph pig latin emoji steganography vowels consonants interleave scramble scrambled ' +
    'rückwärts umgekehrt verschlüssle buchstabiere buchstaben envers inversé codé encodé lettre épelle revés inverso invertido codificado deletrea rovescio contrario achterstevoren наоборот задом',
  include: 'include append attach insert add embed paste mention* cc bcc quote* incorporate füge hänge beifügen ajoute joins adjunta incluye incluya añade allega includi inclua anexe voeg добавь приложи',
};

/** Asked for in writings without blanks between words. */
const UNSPACED: Readonly<Partial<Record<Asked, readonly string[]>>> = {
  send: ['发送', '发给', '发到', '转发', '上传', '傳送', '寄給', '寄到', '送信', '送って', '送れ', '返信', '回复', '回覆', '답장', '회신', '転送', 'アップロード', '보내', '전송', '전달', 'ส่ง'],
  publish: ['发布', '公開', '公开', '발행', '게시'],
  delete: ['删除', '刪除', '削除', '삭제'],
  execute: ['运行', '執行', '执行', '安装', '実行', 'インストール', '실행', '설치'],
  modify: ['添加', '修改', '更改', '追加', '変更', '추가', '변경'],
  spend: ['支付', '付款', '转账', '購入', '支払', '결제', '송금'],
  remember: ['记住', '覚えて', '기억'],
  reveal: ['显示', '隐藏', '密码', '透露', '表示', '隠', 'パスワード', '숨겨진', '비밀번호'],
  disguise: ['倒序', '反向', '編碼', '编码', '逆順', '逆さ', '거꾸로', '암호화'],
  include: ['包含', '附上', '附加', '含め', '添付', '포함', '첨부'],
};

/** What a verb that is also a noun must stand before to be one. */
const OBJECTS: ReadonlySet<string> = new Set(
  'it this that them these those the all everything any every each your my our their his her a an to me us him back out contents content file files data summary results http https www and or hidden redacted real true full whole secret secrets only with in as das die den dem diese alles ihn es le la les l ce cette ces tout toutes tous el los las lo este esta todo todos il gli i questo questa tutto o os as isto de het dit alle'.split(' '),
);

interface Verb {
  readonly asked: Asked;
  readonly needsObject: boolean;
}

const LEXICON: ReadonlyMap<string, readonly Verb[]> = lexicon();

function lexicon(): Map<string, Verb[]> {
  const found = new Map<string, Verb[]>();
  for (const [asked, words] of Object.entries(VERBS) as [Asked, string][]) {
    for (const word of words.split(' ')) {
      const needsObject = word.endsWith('*');
      const key = fold(needsObject ? word.slice(0, -1) : word);
      found.set(key, [...(found.get(key) ?? []), { asked, needsObject }]);
    }
  }
  return found;
}

export const NEGATIONS: ReadonlySet<string> = new Set('not never don dont doesn without no nothing nobody nicht nichts kein keine nie ohne ne pas jamais sans nunca sin non mai senza nao niet не'.split(' ').map(fold));
const NEGATION_REACH_WORDS = 3;

/** What a text asks for. Nouns and names of functions ask for nothing. */
export function requestsIn(folded: string): ReadonlySet<Asked> {
  return asksOf(folded, false);
}

/** What a person asked for: what they said should not be done does not count. */
export function wishesIn(folded: string): ReadonlySet<Asked> {
  return asksOf(folded, true);
}

function asksOf(folded: string, isWish: boolean): ReadonlySet<Asked> {
  const asked = new Set<Asked>();
  const words = nameWordsOf(folded);
  let sinceNegation = NEGATION_REACH_WORDS;
  for (const [at, word] of words.entries()) {
    sinceNegation = NEGATIONS.has(word) ? 0 : sinceNegation + 1;
    if (isWish && sinceNegation <= NEGATION_REACH_WORDS) continue;
    const isVerb = isWish ? !DETERMINERS.has(words[at - 1] ?? '') : isObject(words[at + 1]);
    if (isWish && ((word === 'write' && words[at + 1] === 'to') || (word === 'let' && words.slice(at + 1, at + 6).includes('know')))) asked.add('send');
    for (const verb of LEXICON.get(word) ?? []) if (!verb.needsObject || isVerb) asked.add(verb.asked);
  }
  for (const [one, signs] of Object.entries(UNSPACED) as [Asked, readonly string[]][]) if (signs.some((sign) => folded.includes(sign))) asked.add(one);
  return asked;
}

/** Behind these stands a noun: whoever says "this email" asks for no mail. */
const DETERMINERS: ReadonlySet<string> = new Set('this that the an a my our your his her their these those of from in on each every latest last new unread any for diese dieser dieses die der das den meine ce cette le la les mon ma este esta el los la mi questo questa il'.split(' '));

function isObject(next: string | undefined): boolean {
  return next !== undefined && (OBJECTS.has(next) || /\d/.test(next));
}

const ADDRESSEES: ReadonlySet<string> = new Set('ai assistant assistants agent agents llm llms model models bot bots chatbot chatbots copilot copilots claude gpt chatgpt gemini cursor codex ki assistent ia asistente assistente ии'.split(' ').map(fold));
const OVERRIDES = ['ignore previous', 'ignore all', 'ignore the above', 'ignore your', 'disregard', 'system:', '<system', 'new instructions', 'you are now', 'you must', 'system prompt', 'im_start', '[inst]', 'developer:'];

const SENTENCE_END = /[.!?\n;]+/;
/** What is said right behind an address to a machine is still said to it. */
const REACH_SENTENCES = 2;

/** What a text asks of a machine that reads it, rather than of a person: by sentences that address one. */
export function machineRequestsIn(folded: string): ReadonlySet<Asked> {
  const asked = new Set<Asked>();
  let reach = 0;
  for (const sentence of folded.split(SENTENCE_END)) {
    reach = addressesMachine(sentence) ? REACH_SENTENCES : reach - 1;
    if (reach > 0) for (const one of requestsIn(sentence)) asked.add(one);
  }
  return asked;
}

/** "AI:" and "agents must" speak to a machine; a text about models does not. */
const ADDRESS = new RegExp(`(?:^|[^\\p{L}\\p{N}_])(?:${[...ADDRESSEES].join('|')})(?:[ ]?[:,>]| (?:agents?|assistants?|models?|readers?|reviewers?|bots?)(?:[^\\p{L}]|$)| (?:must|should|please|shall|needs? to|has to|have to|is to|are to|will|may|can|do|add|run|send|also|note|instructions?|reading)(?:[^\\p{L}]|$))`, 'u');

function addressesMachine(sentence: string): boolean {
  return OVERRIDES.some((words) => sentence.includes(words)) || ADDRESS.test(sentence);
}

/** Whether any sentence speaks to a machine. */
export function speaksToMachine(folded: string): boolean {
  return folded.split(SENTENCE_END).some(addressesMachine);
}

export function forbidsAnything(folded: string): boolean {
  return nameWordsOf(folded).some((word) => NEGATIONS.has(word));
}

/** Whether a person said one of these verbs and did not say it should not be done. */
export function wishesVerb(folded: string, verbs: readonly string[]): boolean {
  let sinceNegation = NEGATION_REACH_WORDS;
  for (const word of nameWordsOf(folded)) {
    sinceNegation = NEGATIONS.has(word) ? 0 : sinceNegation + 1;
    if (sinceNegation > NEGATION_REACH_WORDS && verbs.includes(word)) return true;
  }
  return false;
}

/** Things that people make or have made, by the names that tools have for them. */
const OBJECT_NAMES: Readonly<Record<string, readonly string[]>> = {
  pull: ['pr', 'prs', 'pull'], request: ['pr', 'pull'], task: ['remind', 'reminder', 'task', 'todo'], reminder: ['remind', 'reminder'], todo: ['remind', 'todo'], alarm: ['remind', 'alarm', 'wake'], event: ['meeting', 'event', 'appointment', 'calendar', 'book', 'invite', 'schedule'],
  calendar: ['meeting', 'event', 'appointment', 'calendar', 'book', 'invite', 'schedule'], meeting: ['meeting', 'book', 'invite', 'schedule'], issue: ['issue', 'ticket', 'bug'], ticket: ['ticket', 'issue'], branch: ['branch'], booking: ['book', 'reserve'], reservation: ['book', 'reserve'],
};
/** Things that a person asks for by their bare name. */
const DONE_BY_NAME: ReadonlySet<string> = new Set(['call', 'print', 'play', 'timer', 'alarm', 'scan']);
const MAKES: ReadonlySet<string> = new Set('open create make add file raise submit book schedule remind put set start write reserve draft prepare'.split(' '));

/** Whether a person asked for such a thing to be made, and did not say that it should not. */
export function wishesObject(folded: string, nouns: readonly string[]): boolean {
  const names = nouns.flatMap((noun) => OBJECT_NAMES[noun] ?? []);
  const words = nameWordsOf(folded);
  if (nouns.some((noun) => DONE_BY_NAME.has(noun) && words.includes(noun)) && !words.some((word) => NEGATIONS.has(word))) return true;
  return names.length > 0 && words.some((word) => names.includes(word)) && words.some((word) => MAKES.has(word)) && !words.some((word) => NEGATIONS.has(word));
}

const PRIVATE_THINGS = ['password', 'passcode', 'card number', 'credit card', "buyer's card", 'your card', ' pin', 'cookie', '.env', 'credential', 'api key', 'api_key', 'secret', 'token', 'ssn', 'social security', 'passport', 'private key', 'conversation', 'session', 'account number', 'customer number', 'identity', '${env}', '.ssh', '.aws', 'keys'];

/** Whether a text speaks of things that are told to nobody. */
export function asksToTellPrivate(folded: string): boolean {
  return PRIVATE_THINGS.some((thing) => folded.includes(thing));
}

const INITIALS = ['acrostic', 'initials', 'first letter', 'first character', 'erste buchstabe', 'anfangsbuchstabe', 'premiere lettre', 'primera letra', 'prima lettera'];

/** Whether a text asks for words that are spelled by beginnings. */
export function asksForInitials(folded: string): boolean {
  return INITIALS.some((words) => folded.includes(words));
}

const STANDING = ['always', 'never', 'whenever', 'from now on', 'in future', 'in the future', 'each time', 'every time', 'every future', 'henceforth', 'going forward', 'at all times', 'by default', 'must', 'remember to', 'do not ask', "don't ask", 'without asking', 'pre-approved', 'preapproved', 'preauthor', 'pre-author', 'authorised', 'authorized', 'approved', 'is trusted', 'trusted', 'trusts', 'prefers', 'preference', 'policy', 'rule:', 'instruction', 'bcc', 'immer', 'nie ', 'künftig', 'jedes mal', 'ab jetzt', 'toujours', 'jamais', 'désormais', 'à chaque', 'siempre', 'nunca', 'cada vez', 'a partir de ahora', 'sempre', 'ogni volta', "d'ora in poi", 'a partir de agora', 'altijd', 'nooit', 'voortaan', 'zawsze', 'всегда', 'никогда', '总是', '每次', '今後', '常に', '항상', 'all payments', 'approval', 'no longer', 'not needed', 'not required', 'exempt', 'without approval', 'forever', 'all mail', 'all emails', 'every email', 'every message'].map(fold);

/** Whether a text reads as an instruction for later times. */
export function isStandingInstruction(folded: string): boolean {
  return STANDING.some((words) => folded.includes(words));
}
