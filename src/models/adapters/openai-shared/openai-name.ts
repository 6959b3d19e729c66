import type { ReasoningEffort } from '../../../contracts/index.ts';

type OpenAiEffort = ReasoningEffort | 'minimal';

/** What differs from one of OpenAI's models to the next, as far as a request depends on it. */
export interface OpenAiTraits {
  /** The efforts that it takes, as far as we ask for them; none where it does not reason, or nothing is known. */
  readonly efforts: readonly OpenAiEffort[];
  /** Whether it reasons when it is not told how much. While it reasons it refuses to be told how to sample or stop. */
  readonly reasonsByDefault: boolean;
}

const OTHER_MODEL: OpenAiTraits = { efforts: [], reasonsByDefault: false };
const USUAL_EFFORTS = ['low', 'medium', 'high'] as const;
const O_SERIES: ReadonlySet<string> = new Set(['o1', 'o3', 'o4']);
/** The first of the o-series reason as much as they like. */
const WITHOUT_EFFORT: ReadonlySet<string> = new Set(['preview', 'mini']);
const REASONING_SINCE = 5;
const MAY_NOT_REASON_SINCE = 5.01;
/** From here on models reason again unless they are told not to. */
const REASONING_BY_DEFAULT_SINCE = 5.05;

/** Reads the generation from a name such as `gpt-5.1-mini`, `openai/o3` or `ft:gpt-6-sol`. */
export function openAiTraitsOf(name: string): OpenAiTraits {
  const [family = '', version = '', ...kinds] = wordsOf(name);
  if (O_SERIES.has(family)) return { efforts: family === 'o1' && WITHOUT_EFFORT.has(version) ? [] : USUAL_EFFORTS, reasonsByDefault: true };
  const generation = family === 'gpt' ? generationOf(version) : 0;
  if (generation < REASONING_SINCE || kinds.includes('chat')) return OTHER_MODEL;
  const efforts = effortsOf(generation, kinds);
  return { efforts, reasonsByDefault: generation >= REASONING_BY_DEFAULT_SINCE || !efforts.includes('none') };
}

/** The effort to ask OpenAI for. Left to the model where it does not know the one that is wanted. */
export function openAiEffort(name: string, effort: ReasoningEffort | null): OpenAiEffort | undefined {
  return openAiTraitsOf(name).efforts.find((known) => known === effort || (known === 'minimal' && effort === 'none'));
}

/** Whether the model reasons before it answers, so that it refuses a temperature, top_p and stop sequences. */
export function refusesSampling(name: string, effort: ReasoningEffort | null): boolean {
  const { efforts, reasonsByDefault } = openAiTraitsOf(name);
  const asked = efforts.find((known) => known === effort);
  return asked === undefined ? reasonsByDefault : asked !== 'none';
}

function effortsOf(generation: number, kinds: readonly string[]): readonly OpenAiEffort[] {
  const hasNone = generation >= MAY_NOT_REASON_SINCE;
  if (kinds.includes('pro')) return hasNone ? ['medium', 'high'] : ['high'];
  if (kinds.includes('codex')) return USUAL_EFFORTS;
  return [hasNone ? 'none' : 'minimal', ...USUAL_EFFORTS];
}

/** Generation 5.1 is 5.01, so that 5.10 would come after 5.9. Zero where there is none. */
function generationOf(version: string): number {
  const [major, minor] = version.split('.');
  const generation = Number(major) + Number(minor ?? 0) / 100;
  return Number.isNaN(generation) ? 0 : generation;
}

function wordsOf(name: string): string[] {
  const [plain = ''] = name.toLowerCase().split('/').slice(-1);
  return (plain.startsWith('ft:') ? plain.slice('ft:'.length) : plain).split(/[-:]/);
}
