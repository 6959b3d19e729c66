import { hasContextBefore, isLabelled, labelSet } from '../../scan/context.ts';

const PHONE_WORDS = [
  'tel', 'telephone', 'phone', 'phones', 'mobile', 'mobil', 'mob', 'cell', 'cellphone', 'landline', 'fax', 'hotline', 'helpline',
  'call', 'dial', 'ring', 'text', 'sms', 'whatsapp', 'ph', 'contact', 'handy', 'telefon', 'telefono', 'teléfono', 'telefone',
  'tél', 'téléphone', 'portable', 'móvil', 'celular', 'cellulare', 'tlf', 'puh', 'puhelin', 'telefoon', 'gsm', 'msisdn',
];

/** What may stand between such a word and the number. */
const FILLERS = ['number', 'no', 'nr', 'me', 'me at', 'me on', 'us', 'us at', 'us on', 'at', 'on', 'is', 'to', 'number is'];

const PHONE_LABELS = labelSet(PHONE_WORDS, FILLERS);
const CONTEXT_CHARS_MAX = 28;

/** True when a telephone word stands shortly before the number. */
export function hasPhoneContext(text: string, start: number): boolean {
  return hasContextBefore(text, start, PHONE_WORDS, CONTEXT_CHARS_MAX);
}

/** True when the words right before the number announce it. */
export function isPhoneLabelled(text: string, start: number): boolean {
  return isLabelled(text, start, PHONE_LABELS);
}
