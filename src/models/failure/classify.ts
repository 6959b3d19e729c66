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
  // What one provider cannot do, such as fetching an image, another one can.
  bad_request: 'next_model',
  context_too_long: 'larger_model',
  // What is asked is refused. To look for somebody who lets it pass would be going round a rule.
  content_filtered: 'give_up',
};

/** Whom a fault speaks against: everything at an address, one model there, or neither. */
export type Blame = 'address' | 'model' | 'neither';

export const BLAME: Readonly<Record<ModelFault, Blame>> = {
  // Nobody was there, so whatever is served there cannot be reached.
  connect_timeout: 'address',
  connection_refused: 'address',
  address_unknown: 'address',
  tls: 'address',
  // Somebody was there, but this model did not work: behind one address others may.
  first_byte_timeout: 'model',
  idle_timeout: 'model',
  connection_reset: 'model',
  overloaded: 'model',
  server_error: 'model',
  provider_error: 'model',
  // Whatever is asked, what comes back should be an answer to its end; a server or proxy that breaks it breaks others too.
  garbage: 'model',
  truncated: 'model',
  // A limit belongs to a key, which rests meanwhile; with another key the model answers.
  rate_limited: 'neither',
  // A whole answer in which nothing is said comes of what was asked; other questions get words.
  empty: 'neither',
  // The request, the key or the settings are at fault, and whoever said so is well.
  total_timeout: 'neither',
  too_large: 'neither',
  authentication: 'neither',
  payment: 'neither',
  not_found: 'neither',
  redirect: 'neither',
  wrong_content_type: 'neither',
  context_too_long: 'neither',
  content_filtered: 'neither',
  bad_request: 'neither',
};
