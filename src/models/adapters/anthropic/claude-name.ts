/** What the makers changed from one generation of their models to the next, as far as a request depends on it. */
export interface ClaudeTraits {
  /** Takes an effort and decides itself how long to think; later ones refuse a budget. */
  readonly isAdaptive: boolean;
  /** Refuses temperature and top_p. */
  readonly refusesSampling: boolean;
  /** Always thinks; refuses to be told not to. */
  readonly alwaysThinks: boolean;
}

const OTHER_MODEL: ClaudeTraits = { isAdaptive: false, refusesSampling: false, alwaysThinks: false };
const ALWAYS_THINKING_FAMILIES = ['fable', 'mythos'];
const ADAPTIVE_SINCE = 4.06;
const NO_SAMPLING_SINCE = 4.07;
const ALWAYS_THINKING_SINCE = 5.05;

/**
 * Reads the generation from a name such as `claude-opus-4-6`, `us.anthropic.claude-3-7-sonnet-20250219-v1:0` or
 * `anthropic/claude-sonnet-4.6`. A Claude of no readable generation counts as the newest; other models that speak this
 * format take what the first generations took.
 */
export function claudeTraitsOf(name: string): ClaudeTraits {
  const at = name.toLowerCase().indexOf('claude');
  if (at === -1) return OTHER_MODEL;
  const words = wordsOf(name.toLowerCase().slice(at));
  const generation = generationOf(words);
  return {
    isAdaptive: generation >= ADAPTIVE_SINCE,
    refusesSampling: generation >= NO_SAMPLING_SINCE,
    alwaysThinks: generation >= ALWAYS_THINKING_SINCE || ALWAYS_THINKING_FAMILIES.some((family) => words.includes(family)),
  };
}

/** Generation 4.6 is 4.06, so that 4.10 would come after it. Dates are longer than two digits. */
function generationOf(words: readonly string[]): number {
  const first = words.findIndex(isShortNumber);
  if (first === -1) return Number.POSITIVE_INFINITY;
  const minor = words[first + 1] ?? '';
  return Number(words[first]) + (isShortNumber(minor) ? Number(minor) / 100 : 0);
}

function isShortNumber(word: string): boolean {
  return (word.length === 1 || word.length === 2) && [...word].every((digit) => digit >= '0' && digit <= '9');
}

function wordsOf(name: string): string[] {
  return name.split(/[-.@:/]/);
}
