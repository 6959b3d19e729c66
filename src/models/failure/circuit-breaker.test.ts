import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ModelFault } from '../../contracts/index.ts';
import { fixedClock, type FixedClock } from '../../kernel/index.ts';
import { createCircuitBreaker, createCircuitBreakers, type BreakerPass, type CircuitBreaker } from './circuit-breaker.ts';

function setUp(): { clock: FixedClock; breaker: CircuitBreaker } {
  const clock = fixedClock(0);
  return { clock, breaker: createCircuitBreaker(clock) };
}

function pass(breaker: CircuitBreaker): BreakerPass {
  const given = breaker.pass();
  expect(given).toBeDefined();
  return given as BreakerPass;
}

const fail = (breaker: CircuitBreaker, times: number): void => {
  for (let at = 0; at < times; at += 1) pass(breaker).failed('server_error');
};
const look = (breaker: CircuitBreaker): unknown => [breaker.phase, breaker.reason, breaker.waitMs];

describe('a circuit breaker', () => {
  it('opens after five failures in a row, and not before', verifies('KEL-MFAULT-06'), () => {
    const { breaker } = setUp();
    fail(breaker, 4);
    expect(look(breaker)).toEqual(['closed', undefined, 0]);
    fail(breaker, 1);
    expect([look(breaker), breaker.pass()]).toEqual([['open', '5 calls in a row failed', 30_000], undefined]);
  });

  it('begins to count anew after an answer, also one that refuses the request', verifies('KEL-MFAULT-06'), () => {
    const { breaker } = setUp();
    for (let at = 0; at < 2; at += 1) {
      fail(breaker, 4);
      pass(breaker).failed('bad_request');
    }
    fail(breaker, 4);
    expect(breaker.phase).toBe('closed');
  });

  it.each([
    ['SF', 20, '10 of the last 20 calls failed'],
    ['FFFFS', 21, '16 of the last 20 calls failed'],
    ['SSFSFSFSFSFSFSFSFSFS', undefined, undefined],
  ])('with calls like %s opens after %s', verifies('KEL-MFAULT-06'), (pattern, expected, reason) => {
    const { breaker, clock } = setUp();
    clock.advance(100_000);
    const opensAfter = Array.from({ length: 60 }, (_, at) => at + 1).find((count) => {
      if (pattern.charAt((count - 1) % pattern.length) === 'S') pass(breaker).succeeded();
      else pass(breaker).failed('overloaded');
      return breaker.phase === 'open';
    });
    expect([opensAfter, breaker.reason]).toEqual([expected, reason]);
  });

  it('forgets what is older than a minute', verifies('KEL-MFAULT-06'), () => {
    const { breaker, clock } = setUp();
    for (let at = 0; at < 100; at += 1) {
      if (at % 2 === 1) pass(breaker).succeeded();
      else pass(breaker).failed('overloaded');
      clock.advance(3_200);
    }
    expect(breaker.phase).toBe('closed');
  });

  it('lets one call through after half a minute, and closes when that is answered', verifies('KEL-MFAULT-07'), () => {
    const { breaker, clock } = setUp();
    fail(breaker, 5);
    clock.advance(29_999);
    expect(breaker.pass()).toBeUndefined();
    clock.advance(1);
    const probe = pass(breaker);
    expect([breaker.phase, breaker.pass()]).toEqual(['half_open', undefined]);
    probe.succeeded();
    expect(look(breaker)).toEqual(['closed', undefined, 0]);
    fail(breaker, 4);
    expect(breaker.phase).toBe('closed');
  });

  it('opens again for as long when the one call fails', verifies('KEL-MFAULT-07'), () => {
    const { breaker, clock } = setUp();
    fail(breaker, 5);
    clock.advance(30_000);
    pass(breaker).failed('connection_refused');
    expect([look(breaker), breaker.pass()]).toEqual([['open', '5 calls in a row failed', 30_000], undefined]);
  });

  it('lets another call try at once when the first was stopped, and later when nothing was heard of it', verifies('KEL-MFAULT-07'), () => {
    const { breaker, clock } = setUp();
    fail(breaker, 5);
    clock.advance(30_000);
    pass(breaker).abandoned();
    const lost = pass(breaker);
    expect(breaker.pass()).toBeUndefined();
    clock.advance(30_000);
    const next = pass(breaker);
    lost.failed('server_error');
    expect(breaker.phase).toBe('half_open');
    next.succeeded();
    expect(breaker.phase).toBe('closed');
  });

  it('does not let calls from before it opened decide anything', verifies('KEL-MFAULT-07'), () => {
    const { breaker, clock } = setUp();
    const [early, late] = [pass(breaker), pass(breaker)];
    fail(breaker, 5);
    early.succeeded();
    expect(breaker.phase).toBe('open');
    clock.advance(30_000);
    pass(breaker);
    late.succeeded();
    expect(breaker.phase).toBe('half_open');
  });

  it('hears of each call once', verifies('KEL-MFAULT-07'), () => {
    const { breaker } = setUp();
    const call = pass(breaker);
    for (let at = 0; at < 5; at += 1) call.failed('server_error');
    expect(breaker.phase).toBe('closed');
    const stopped = pass(breaker);
    stopped.abandoned();
    stopped.failed('server_error');
    fail(breaker, 3);
    expect(breaker.phase).toBe('closed');
  });

  it('opens at once and for ten minutes when it is tripped', verifies('KEL-MFAULT-08'), () => {
    const { breaker, clock } = setUp();
    breaker.trip('the bill is absurd');
    expect([look(breaker), breaker.pass()]).toEqual([['open', 'the bill is absurd', 600_000], undefined]);
    clock.advance(599_999);
    expect(breaker.pass()).toBeUndefined();
    clock.advance(1);
    pass(breaker).succeeded();
    expect(breaker.phase).toBe('closed');
  });

  it('belongs to one address', verifies('KEL-MFAULT-08'), () => {
    const breakers = createCircuitBreakers(fixedClock(0));
    breakers.of('http://a').trip('down');
    expect([breakers.of('http://a').phase, breakers.of('http://b').phase]).toEqual(['open', 'closed']);
  });

  it('does not open because a key was used up', verifies('KEL-MFAULT-06'), () => {
    const { breaker } = setUp();
    for (let at = 0; at < 50; at += 1) pass(breaker).failed('rate_limited');
    expect(breaker.phase).toBe('closed');
  });
});

describe('the circuit breaker of a model at an address', () => {
  const setUpModels = () => {
    const clock = fixedClock(0);
    const breakers = createCircuitBreakers(clock);
    return { clock, breakers, one: breakers.of('http://a', 'one'), other: breakers.of('http://a', 'other') };
  };
  const failWith = (breaker: CircuitBreaker, ...faults: readonly ModelFault[]): void => faults.forEach((fault) => pass(breaker).failed(fault));

  it('keeps calls from that model alone when the model does not work', verifies('KEL-MFAULT-06'), () => {
    const { breakers, one, other } = setUpModels();
    failWith(one, 'server_error', 'garbage', 'idle_timeout', 'overloaded', 'connection_reset');
    expect([look(one), one.pass()]).toEqual([['open', '5 calls in a row failed', 30_000], undefined]);
    expect([look(other), look(breakers.of('http://a')), look(breakers.of('http://b', 'one'))]).toEqual(Array.from({ length: 3 }, () => ['closed', undefined, 0]));
    expect(look(breakers.of('http://a', 'one'))).toEqual(look(one));
  });

  it('keeps calls from all models of an address that cannot be reached', verifies('KEL-MFAULT-06'), () => {
    const { breakers, one, other } = setUpModels();
    failWith(one, 'connection_refused', 'tls', 'address_unknown');
    failWith(other, 'connect_timeout', 'connection_refused');
    expect([look(one), look(other), other.pass()]).toEqual([['open', '5 calls in a row failed', 30_000], ['open', '5 calls in a row failed', 30_000], undefined]);
    expect(breakers.of('http://b', 'one').phase).toBe('closed');
  });

  it('counts a model that fails as an address that is there, and an address that is not as nothing about the model', verifies('KEL-MFAULT-06'), () => {
    const { one, other } = setUpModels();
    failWith(one, 'tls', 'tls', 'tls', 'tls', 'server_error', 'tls', 'tls', 'tls', 'tls');
    expect(one.phase).toBe('closed');
    failWith(one, 'server_error', 'server_error', 'server_error');
    pass(other).succeeded();
    expect([one.phase, other.phase]).toEqual(['closed', 'closed']);
    failWith(one, 'server_error');
    expect([one.phase, other.phase]).toEqual(['open', 'closed']);
  });

  it('lets one call try both, and opens again only what that speaks against', verifies('KEL-MFAULT-07'), () => {
    const { clock, one, other } = setUpModels();
    failWith(one, 'server_error', 'server_error', 'server_error', 'server_error', 'server_error');
    clock.advance(10_000);
    failWith(other, 'tls', 'tls', 'tls', 'tls', 'tls');
    expect([one.waitMs, other.waitMs]).toEqual([30_000, 30_000]);
    clock.advance(30_000);
    const probe = pass(one);
    expect([one.phase, one.pass(), other.phase, other.pass()]).toEqual(['half_open', undefined, 'half_open', undefined]);
    probe.failed('server_error');
    expect([one.phase, one.waitMs, look(other)]).toEqual(['open', 30_000, ['closed', undefined, 0]]);
    clock.advance(30_000);
    pass(one).abandoned();
    expect(one.phase).toBe('open');
    pass(one).succeeded();
    expect(look(one)).toEqual(['closed', undefined, 0]);
  });

  it('leaves an address untried while the model holds the call back', verifies('KEL-MFAULT-07'), () => {
    const { clock, breakers, one, other } = setUpModels();
    const late = Array.from({ length: 5 }, () => pass(one));
    failWith(other, 'tls', 'tls', 'tls', 'tls', 'tls');
    clock.advance(10_000);
    for (const call of late) call.failed('server_error');
    clock.advance(20_000);
    expect([one.waitMs, one.pass(), look(breakers.of('http://a'))]).toEqual([10_000, undefined, ['open', '5 calls in a row failed', 0]]);
    pass(other).succeeded();
    expect([one.phase, other.phase]).toEqual(['open', 'closed']);
  });

  it('when tripped puts the whole address out of use', verifies('KEL-MFAULT-08'), () => {
    const { one, other } = setUpModels();
    one.trip('the bill is absurd');
    expect([look(one), look(other)]).toEqual([['open', 'the bill is absurd', 600_000], ['open', 'the bill is absurd', 600_000]]);
  });
});
