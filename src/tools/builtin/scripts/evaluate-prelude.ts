/**
 * Runs inside the engine before the code. The same code gives the same result on every day and machine: there is no
 * clock, and chance exists only when a seed was given (mulberry32, which is small and good enough for samples).
 */
export function prelude(seed: number | null): string {
  return `(() => {
    const unavailable = (name, advice) => () => { throw Error(name + ' is not available here: results must be repeatable. ' + advice); };
    ${seed === null ? NO_CHANCE : seededChance(seed)}
    const RealDate = Date;
    const noClock = unavailable('The clock', 'Pass the time as a value.');
    globalThis.Date = new Proxy(RealDate, {
      apply: noClock,
      construct: (target, given) => given.length === 0 ? noClock() : Reflect.construct(target, given),
      get: (target, key) => key === 'now' ? noClock : Reflect.get(target, key),
    });
    RealDate.prototype.constructor = globalThis.Date;
  })();`;
}

const NO_CHANCE = `Math['random'] = unavailable('Chance', 'Give a seed to draw numbers.');`;

function seededChance(seed: number): string {
  return `let state = ${seed >>> 0};
    Math['random'] = () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };`;
}
