import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ModelFault } from '../../contracts/index.ts';
import { REMEDY, speaksAgainstEndpoint, type Remedy } from './classify.ts';

describe('what to do about a fault', () => {
  it('is settled for every fault there is', verifies('KEL-MFAULT-03'), () => {
    const faultsBy = (remedy: Remedy): ModelFault[] => ModelFault.options.filter((fault) => REMEDY[fault] === remedy);
    expect({ retry: faultsBy('retry'), nextModel: faultsBy('next_model'), largerModel: faultsBy('larger_model'), giveUp: faultsBy('give_up') }).toEqual({
      retry: ['connect_timeout', 'first_byte_timeout', 'idle_timeout', 'connection_refused', 'connection_reset', 'rate_limited', 'overloaded', 'server_error', 'garbage', 'truncated', 'empty', 'provider_error'],
      nextModel: ['total_timeout', 'address_unknown', 'tls', 'authentication', 'payment', 'not_found', 'redirect', 'wrong_content_type', 'too_large'],
      largerModel: ['context_too_long'],
      giveUp: ['bad_request', 'content_filtered'],
    });
  });

  it('holds against the endpoint only what another try could mend', verifies('KEL-MFAULT-03'), () => {
    expect(ModelFault.options.filter(speaksAgainstEndpoint)).toEqual(ModelFault.options.filter((fault) => REMEDY[fault] === 'retry'));
  });
});
