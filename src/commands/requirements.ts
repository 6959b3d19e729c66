import { requirementsList, RequirementSource, type Requirement, type RequirementCount } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';

/** Where the list of promises comes from. */
export interface RequirementReader {
  read(): Promise<readonly Requirement[]>;
}

/** Serves `requirements.list`. Counts are over everything, so that a filter never flatters them. */
export function requirementsBinding(reader: RequirementReader): Binding {
  return bind(requirementsList, async ({ seed, status }) => {
    const all = await reader.read();
    return {
      counts: countBySeed(all),
      requirements: all.filter(
        (one) => (seed === undefined || one.seed === seed) && (status === undefined || one.status === status),
      ),
    };
  });
}

export function countBySeed(requirements: readonly Requirement[]): RequirementCount[] {
  return RequirementSource.options.map((seed) => {
    const own = requirements.filter((one) => one.seed === seed);
    const done = own.filter((one) => one.status === 'done').length;
    return { seed, done, planned: own.length - done };
  });
}
