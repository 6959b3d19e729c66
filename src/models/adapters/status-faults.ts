import type { ModelFault } from '../../contracts/index.ts';

/** More of a provider's words than this helps nobody and may be a whole page. */
const DETAIL_CHARS_MAX = 500;

const FAULTS: Readonly<Record<number, ModelFault>> = {
  401: 'authentication',
  402: 'payment',
  403: 'authentication',
  404: 'not_found',
  408: 'server_error',
  413: 'context_too_long',
  429: 'rate_limited',
  503: 'overloaded',
  529: 'overloaded',
};

/** What a status means where the body says nothing better. */
export function faultOfStatus(status: number): ModelFault {
  const known = FAULTS[status];
  if (known !== undefined) return known;
  if (status >= 500) return 'server_error';
  if (status >= 400) return 'bad_request';
  return status >= 300 ? 'redirect' : 'provider_error';
}

/** A provider's words on one line, cut to a bearable length. */
export function shortDetail(text: string): string {
  const line = text.split('\n', 1)[0]?.trim() ?? '';
  return line.length > DETAIL_CHARS_MAX ? `${line.slice(0, DETAIL_CHARS_MAX)}…` : line;
}

/** How providers without a code for it say that a conversation does not fit. */
const TOO_LONG = [
  'prompt is too long',
  'prompt too long',
  'input is too long',
  'exceed context limit',
  // Ollama refuses what it may not truncate by these words, and so do vLLM and OpenAI.
  'context length',
  'context size',
  'context window',
  // Gemini.
  'exceeds the maximum number of tokens',
  // xAI.
  'maximum prompt length',
];

export function saysTooLong(text: string): boolean {
  const words = text.toLowerCase();
  return TOO_LONG.some((phrase) => words.includes(phrase));
}
