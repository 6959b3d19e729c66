import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ModelFault } from '../../contracts/index.ts';
import { BLAME, REMEDY, type Blame, type Remedy } from './classify.ts';

describe('what to do about a fault', () => {
  it('is settled for every fault there is', verifies('KEL-MFAULT-03'), () => {
    const faultsBy = (remedy: Remedy): ModelFault[] => ModelFault.options.filter((fault) => REMEDY[fault] === remedy);
    expect({ retry: faultsBy('retry'), nextModel: faultsBy('next_model'), largerModel: faultsBy('larger_model'), giveUp: faultsBy('give_up') }).toEqual({
      retry: ['connect_timeout', 'first_byte_timeout', 'idle_timeout', 'connection_refused', 'connection_reset', 'rate_limited', 'overloaded', 'server_error', 'garbage', 'truncated', 'empty', 'provider_error'],
      nextModel: ['total_timeout', 'address_unknown', 'tls', 'authentication', 'payment', 'not_found', 'bad_request', 'redirect', 'wrong_content_type', 'too_large'],
      largerModel: ['context_too_long'],
      giveUp: ['content_filtered'],
    });
  });

  it('is held against the address when nobody was there, and against one model when it did not work', verifies('KEL-MFAULT-03'), () => {
    const faultsOf = (blame: Blame): ModelFault[] => ModelFault.options.filter((fault) => BLAME[fault] === blame);
    expect({ address: faultsOf('address'), model: faultsOf('model') }).toEqual({
      address: ['connect_timeout', 'connection_refused', 'address_unknown', 'tls'],
      model: ['first_byte_timeout', 'idle_timeout', 'connection_reset', 'overloaded', 'server_error', 'garbage', 'truncated', 'provider_error'],
    });
  });

  it('is held against nobody when the limit of a key or an answer without words is all there is', verifies('KEL-MFAULT-03'), () => {
    expect([BLAME.rate_limited, BLAME.empty, BLAME.bad_request]).toEqual(['neither', 'neither', 'neither']);
  });
});
