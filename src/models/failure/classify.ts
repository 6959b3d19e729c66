import type { ModelFault } from '../../contracts/index.ts';

/** What to do about a failed attempt: ask the same model again, another one, one with a larger context, or nobody. */
export type Remedy = 'retry' | 'next_model' | 'larger_model' | 'give_up';

/** Closed over all faults: a new one does not compile until somebody has said what to do about it. */
export const REMEDY: Readonly<Record<ModelFault, Remedy>> = {
  // A moment later the network or the server may do better, and the same request is as good then.
  connect_timeout: 'retry',
  first_byte_timeout: 'retry',
  idle_timeout: 'retry',
  connection_refused: 'retry',
  connection_reset: 'retry',
  rate_limited: 'retry',
  overloaded: 'retry',
  server_error: 'retry',
  provider_error: 'retry',
  // What came could not be an answer; models and proxies rarely do that twice in a row.
  garbage: 'retry',
  truncated: 'retry',
  empty: 'retry',
  // The model had all the time there is for one attempt; another one may be faster.
  total_timeout: 'next_model',
  // An answer beyond all bounds is likely to be so again, and has to be paid each time.
  too_large: 'next_model',
  // Something about this address, key, account or name is wrong, and stays wrong until a person mends it.
  address_unknown: 'next_model',
  tls: 'next_model',
  authentication: 'next_model',
  payment: 'next_model',
  not_found: 'next_model',
  redirect: 'next_model',
  wrong_content_type: 'next_model',
  context_too_long: 'larger_model',
  // The request itself is refused. To look for somebody who lets it pass would be going round a rule.
  content_filtered: 'give_up',
  bad_request: 'give_up',
};

/** Whether a fault speaks against the endpoint, so that many in a row should keep us from asking it. */
export function speaksAgainstEndpoint(fault: ModelFault): boolean {
  return REMEDY[fault] === 'retry';
}
