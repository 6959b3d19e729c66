import type { HostProbe, ProbeFinding } from '../../commands/index.ts';
import type { ListedModel, ListedProvider, ModelsReport } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';

/** Says what `keelson models` would list: it looks with the same eyes. */
export function modelsProbe(look: (signal: AbortSignal) => Promise<ModelsReport>): HostProbe {
  return {
    id: 'models',
    run: async (signal) => {
      try {
        return findingOf(await look(signal));
      } catch (error) {
        if (hasCode(error, 'model.settings_invalid')) return { status: 'limited', found: error.message };
        throw error;
      }
    },
  };
}

function findingOf({ models, providers, default_model, problems, looked_for }: ModelsReport): ProbeFinding {
  const usable = models.filter((one) => one.reachable.state !== 'no');
  const facts = [...providers.flatMap((one) => factsOf(one, usable)), ...problems.map(withoutEnd)];
  const isFirstUsable = usable.some((one) => one.model_id === default_model);
  if (usable.length > 0) return { status: isFirstUsable ? 'ok' : 'limited', found: [firstWords(default_model, isFirstUsable), ...facts].join('; ') };
  return facts.length > 0 ? { status: 'limited', found: facts.join('; ') } : { status: 'absent', found: `looked for ${looked_for.join('; ')}` };
}

/** Facts are joined to one sentence. */
function withoutEnd(problem: string): string {
  return problem.endsWith('.') ? problem.slice(0, -1) : problem;
}

function firstWords(model: string | null, isUsable: boolean): string {
  if (model === null) return 'no model is chosen';
  return isUsable ? `${model} is asked first` : `${model} would be asked first and cannot be used`;
}

function factsOf({ provider, address, reachable, key_sources }: ListedProvider, usable: readonly ListedModel[]): string[] {
  const count = usable.filter((one) => one.provider === provider).length;
  const counted = `${count} ${count === 1 ? 'model' : 'models'}`;
  switch (reachable.state) {
    case 'yes':
      return [`${provider} answers at ${address} with ${counted}`];
    case 'no':
      return [`${provider} at ${address}: ${reachable.why}`];
    case 'not_tried':
      return [key_sources.length > 0 && count > 0 ? `${provider} has a key for ${counted} (not tried)` : `${provider} at ${address} with ${counted} (not tried: ${reachable.why})`];
  }
}
