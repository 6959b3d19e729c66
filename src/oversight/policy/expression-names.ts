/** Longer conditions are programs; nobody can tell any more what they ask for. */
export const EXPRESSION_CHARS_MAX = 2_000;

/** Brackets, lists and `not` within each other; the reader goes one call deeper for each. */
export const EXPRESSION_DEPTH_MAX = 32;

/** What a condition can speak about. Lists hold texts; `arguments.<name>` reaches into what the call was given. */
export const FACT_NAMES = ['tool', 'role', 'category', 'side_effects', 'rules', 'touches', 'kinds', 'subjects', 'taint', 'undoable', 'decision'] as const;
export type FactName = (typeof FACT_NAMES)[number];

export const ARGUMENTS_PREFIX = 'arguments.';

export const OPERATORS = ['==', '!=', '<', '<=', 'in', 'contains', 'starts_with', 'matches'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Words with a meaning of their own, which no fact may be called. */
export const WORDS = ['and', 'or', 'not', 'true', 'false'] as const;
