const ERRORS: Readonly<Record<number, readonly [type: string, message: string]>> = {
  400: ['invalid_request_error', 'The request is not understood.'],
  401: ['authentication_error', 'The key is not valid.'],
  402: ['billing_error', 'The credit is used up.'],
  403: ['permission_error', 'The key may not use this model.'],
  404: ['not_found_error', 'There is no such model.'],
  408: ['timeout_error', 'The request took too long to arrive.'],
  413: ['request_too_large', 'The request is too large.'],
  429: ['rate_limit_error', 'Too many requests.'],
  500: ['api_error', 'Something went wrong inside.'],
  502: ['api_error', 'The server behind this one answered badly.'],
  503: ['overloaded_error', 'The server is not available now.'],
  504: ['timeout_error', 'The server behind this one did not answer in time.'],
  529: ['overloaded_error', 'Overloaded'],
};

/** What a provider says with a status, where a scenario does not say it. */
export function errorOf(status: number, model: string): { readonly type: string; readonly message: string } {
  const [type, message] = ERRORS[status] ?? ['api_error', `Status ${status}.`];
  return { type, message: `${message} (scripted, model "${model}")` };
}
