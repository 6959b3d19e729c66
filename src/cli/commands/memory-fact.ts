import { memoryFact, type ErrorBody, type GraphFact, type MemoryFactReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { oneLine } from './printable.ts';

export interface FactOptions {
  readonly of?: string;
  readonly ends?: boolean;
  readonly is?: string;
  readonly forget?: boolean;
  readonly reason: string;
  readonly json?: boolean;
}

/** Takes a fact back, puts another in its place, or has its words erased. */
export async function changeFact(surface: Surface, fact: string, { of, ends, is, forget, reason, json }: FactOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const changes = [...(ends === true ? ['ended' as const] : []), ...(is === undefined ? [] : ['replaced' as const]), ...(forget === true ? ['forgotten' as const] : [])];
  const [change, ...others] = changes;
  if (change === undefined || others.length > 0) return showFailure(surface, oneChange(), json === true);
  const done = await client.call(memoryFact, { fact, change, reason, ...(of !== undefined && { of }), ...(is !== undefined && { becomes: is }) }, { signal, idempotencyKey: newKey() });
  if (!done.ok) return showFailure(surface, done.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(done.value)}\n` : `${told(done.value)}\n`);
  return EXIT.ok;
}

function oneChange(): ErrorBody {
  return { code: 'input.invalid', message: 'Say what is to become of the fact.', next_step: 'Give one of --ends, --is WHAT and --forget.', data: {} };
}

const NAME_CHARS_MAX = 80;

function wordsOf({ subject, relation, object, object_version: version }: GraphFact): string {
  return [subject, relation.replaceAll('_', ' '), object, ...(version === null ? [] : [version])].map((word) => oneLine(word, NAME_CHARS_MAX)).join(' ');
}

function told({ fact, change, becomes, receipts }: MemoryFactReport): string {
  const [first] = receipts;
  const receipt = `Receipt ${first?.stream_id ?? ''}/${first?.sequence ?? 0}.`;
  if (change === 'forgotten') return `Forgotten: ${wordsOf(fact)}. Its words are gone for good; a file that still says it brings it back when it is read again. ${receipt}`;
  if (becomes !== null) return `${wordsOf(fact)} holds no more; on your word ${wordsOf(becomes)} does. ${receipt}`;
  return `${wordsOf(fact)} holds no more; what was read until now does not bring it back. ${receipt}`;
}
