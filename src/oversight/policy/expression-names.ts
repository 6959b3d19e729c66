/** What a condition can speak about. Lists hold texts; `arguments.<name>` reaches into what the call was given. */
export const FACT_NAMES = ['tool', 'role', 'category', 'side_effects', 'rules', 'touches', 'kinds', 'subjects', 'taint', 'undoable', 'decision'] as const;
export type FactName = (typeof FACT_NAMES)[number];

export const ARGUMENTS_PREFIX = 'arguments.';

export const OPERATORS = ['==', '!=', '<', '<=', 'in', 'contains', 'starts_with', 'matches'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Words with a meaning of their own, which no fact may be called. */
export const WORDS = ['and', 'or', 'not', 'true', 'false'] as const;
