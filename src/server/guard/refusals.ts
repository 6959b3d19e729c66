import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorData } from '../../contracts/index.ts';
import { KeelsonError } from '../../kernel/index.ts';

/** Why somebody is not let in. */
export type Reason = ErrorData['server.not_admitted']['reason'];

const REFUSALS: Readonly<Record<Reason, readonly [status: ContentfulStatusCode, message: string, nextStep: string]>> = {
  wrong_host: [421, 'This request was meant for another server.', 'Use the address that `keelson serve` printed.'],
  wrong_origin: [403, 'A page of another place may not ask this server.', 'Open the address that `keelson serve` printed, and ask from there.'],
  no_token: [401, 'Who asks has to show the token of this installation.', 'Open the whole address that `keelson serve` printed, or send `Authorization: Bearer TOKEN`.'],
  scope_missing: [403, 'This key does not allow that.', 'Ask the owner of this installation for a key with that scope; `keelson keys` shows what each allows.'],
  other_tenant: [403, 'This key is of another tenant.', 'Name the tenant that the key was made for.'],
  not_json: [415, 'Only JSON is taken, and not compressed.', 'Send a JSON object with content-type application/json, and without a content-encoding.'],
  too_often: [429, 'That is more than may be asked in so short a time.', 'Wait a second and ask again.'],
};

export function notAdmitted(reason: Reason): KeelsonError<'server.not_admitted'> {
  const [, message, nextStep] = REFUSALS[reason];
  return new KeelsonError('server.not_admitted', { message, nextStep, data: { reason } });
}

export function statusOf(reason: Reason): ContentfulStatusCode {
  return REFUSALS[reason][0];
}
