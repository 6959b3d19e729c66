import type { Slot } from '../grammar/part.ts';

/** Names of languages in the code that text recognition wants (ISO 639-2, as Tesseract writes it). */
const LANGUAGE_CODES: Readonly<Record<string, string>> = {
  english: 'eng', german: 'deu', french: 'fra', spanish: 'spa', italian: 'ita', portuguese: 'por', dutch: 'nld', polish: 'pol', russian: 'rus', ukrainian: 'ukr', swedish: 'swe', danish: 'dan', norwegian: 'nor', finnish: 'fin', czech: 'ces',
  turkish: 'tur', greek: 'ell', hungarian: 'hun', romanian: 'ron', japanese: 'jpn', korean: 'kor', chinese: 'chi_sim', arabic: 'ara', hebrew: 'heb', hindi: 'hin', vietnamese: 'vie', latin: 'lat',
};
const CODES = new Set(Object.values(LANGUAGE_CODES));

export const languageSlot: Slot = ({ tokens }, at) => {
  const word = (tokens[at]?.text ?? '').toLowerCase();
  const code = CODES.has(word) ? word : LANGUAGE_CODES[word];
  return code === undefined ? [] : [{ end: at + 1, value: code }];
};
