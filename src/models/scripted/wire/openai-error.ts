const CODES: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  402: 'insufficient_quota',
  404: 'model_not_found',
  413: 'request_too_large',
  429: 'rate_limit_exceeded',
};

/** The body of an error as OpenAI's interfaces write it. */
export function openAiError(status: number, type: string, message: string): unknown {
  return { error: { message, type, param: null, code: CODES[status] ?? null } };
}
