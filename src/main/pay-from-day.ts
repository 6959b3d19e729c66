import type { AskedBeside, OpenTools, PayFor } from '../commands/index.ts';
import { memoryModelAsked, type MemoryModelAsked } from '../contracts/index.ts';
import type { KeelsonError } from '../kernel/index.ts';
import { readMeasures } from '../models/index.ts';

/** Who asks on its own account. */
export type AskingActor = Extract<MemoryModelAsked['by'], string>;

const MEMORY = 'memory';
/** The stream of what memory asked models on its own account. */
const STREAM = 'asked-models';

/**
 * Lets memory ask a model beside all tasks, paid from the day of the person: what a call may cost at worst is set aside before it,
 * what it did cost is charged and recorded after it, and where the day has not so much left nobody is asked.
 */
export async function payingFromDay<Result>(by: AskingActor, openTools: OpenTools, work: (pay: PayFor) => Promise<Result>): Promise<Result> {
  const [ports, { createDayPurse }] = await Promise.all([openTools(), import('../mother/index.ts')]);
  const { ledger, mother } = await ports.ledger();
  const writer = ledger.log.writerFor({ actor: MEMORY, governance: mother.author.governance });
  const purse = createDayPurse({ userId: ports.userId, limits: (await ports.runSettings()).budget.per_user_daily, ledger, writer: mother, clock: ports.clock, ids: ports.ids });
  const id = ports.ids.mint('cmd');
  const record = async ({ response, tries, cost }: AskedBeside): Promise<void> => {
    const payload: MemoryModelAsked = { by, model_id: response.model_id, tries, usage: response.usage, cost };
    await writer.append({ key: `memory.asked:${id}`, events: [{ type: memoryModelAsked.type, streamId: STREAM, payload }] });
  };
  try {
    return await work({ name: `memory:${by}:${id}`, purse, clock: ports.clock, calibrationOf: async (modelId) => (await readMeasures(ledger.documents, modelId)).calibration, record });
  } finally {
    await purse.close();
  }
}

/** In words for the person: the code alone does not say whose budget it is. */
export function dayUsedUp({ data: { unit } }: KeelsonError<'counter.exhausted'>): string {
  return `the budget of the day is used up (${unit.replaceAll('_', ' ')}), so no model was asked; more can be allowed in the settings: runs.budget.per_user_daily`;
}
