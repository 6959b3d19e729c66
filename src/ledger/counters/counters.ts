import { CounterClosed, CounterRaised, CounterReserved, CounterSettled, type AppendKey } from '../../contracts/index.ts';
import type { LogWriter } from '../log/log.ts';
import { createCounterOperations, type CounterOperations } from './counter-operations.ts';
import type { CounterOperation } from './operations.ts';

type Alone<Name extends keyof CounterOperations, Answer> = (key: AppendKey, ...asked: Parameters<CounterOperations[Name]>) => Promise<Answer>;

/**
 * What may still be spent. Each call is one append of its own under the key given, so it can be repeated without
 * counting twice. Work whose cost is known only together with its result takes the operation instead and appends both.
 */
export interface Counters {
  readonly operations: CounterOperations;
  readonly open: Alone<'open', void>;
  readonly raise: Alone<'raise', CounterRaised>;
  readonly reserve: Alone<'reserve', CounterReserved>;
  readonly commit: Alone<'commit', CounterSettled>;
  readonly release: Alone<'release', CounterSettled>;
  readonly close: Alone<'close', CounterClosed>;
}

export function createCounters(writer: Pick<LogWriter, 'append' | 'stamps'>): Counters {
  const operations = createCounterOperations(writer);
  const alone = async (key: AppendKey, operation: CounterOperation): Promise<unknown> => (await writer.append({ key, events: [], operations: [operation] })).results[0];
  return {
    operations,
    open: async (key, ...asked) => void (await alone(key, operations.open(...asked))),
    raise: async (key, ...asked) => CounterRaised.parse(await alone(key, operations.raise(...asked))),
    reserve: async (key, ...asked) => CounterReserved.parse(await alone(key, operations.reserve(...asked))),
    commit: async (key, ...asked) => CounterSettled.parse(await alone(key, operations.commit(...asked))),
    release: async (key, ...asked) => CounterSettled.parse(await alone(key, operations.release(...asked))),
    close: async (key, ...asked) => CounterClosed.parse(await alone(key, operations.close(...asked))),
  };
}
