/** A parsed pattern. Everything that flags decide (case, lines, dot) is already decided in the nodes. */
export type PatternNode =
  | CharacterSet
  | Assertion
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'alternation'; readonly branches: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number; readonly lazy: boolean }
  | Capture
  | { readonly kind: 'reference'; readonly to: string }
  | { readonly kind: 'look'; readonly ahead: boolean; readonly wanted: boolean; readonly body: PatternNode };

/** Matches exactly one code point. Both spellings mean the same set; one is for each engine. */
export interface CharacterSet {
  readonly kind: 'set';
  /** A class as the platform's engine reads it with the flag `u`. */
  readonly platformClass: string;
  /** A class as RE2 reads it. */
  readonly re2Class: string;
  readonly ignoreCase: boolean;
  /** The characters of a small set that is given by them; undefined for every other set. */
  readonly members: readonly string[] | undefined;
}

/** A capturing group. Only names and references make it differ from any other group. */
export interface Capture {
  readonly kind: 'capture';
  readonly number: number;
  readonly name: string | undefined;
  readonly body: PatternNode;
}

export const PLACES = ['text_start', 'text_end', 'line_start', 'line_end', 'word_boundary'] as const;
export type Place = (typeof PLACES)[number];

/** True or false of a place between two characters; `wanted` is false for `\B`. */
export interface Assertion {
  readonly kind: 'assertion';
  readonly place: Place;
  readonly wanted: boolean;
}

/** The same pattern read from right to left. Assertions speak of places, so they stay as they are. */
export function reversed(node: PatternNode): PatternNode {
  switch (node.kind) {
    case 'set':
    case 'assertion':
    case 'look':
    case 'reference':
      return node;
    case 'sequence':
      return { ...node, items: node.items.map(reversed).reverse() };
    case 'alternation':
      return { ...node, branches: node.branches.map(reversed) };
    case 'repeat':
    case 'capture':
      return { ...node, body: reversed(node.body) };
  }
}

/** Whether `holds` is true of this node or of one inside it. */
export function someNode(node: PatternNode, holds: (node: PatternNode) => boolean): boolean {
  if (holds(node)) return true;
  switch (node.kind) {
    case 'set':
    case 'assertion':
    case 'reference':
      return false;
    case 'sequence':
      return node.items.some((item) => someNode(item, holds));
    case 'alternation':
      return node.branches.some((branch) => someNode(branch, holds));
    case 'repeat':
    case 'capture':
    case 'look':
      return someNode(node.body, holds);
  }
}
