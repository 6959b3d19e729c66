/**
 * Backreferences. In general they cannot be matched in linear time, but a group that has only a few possible texts,
 * such as a quotation mark, can be written out: `(["'])x\1` means `"x"|'x'`. The order of the branches is the order in
 * which JavaScript would try them, so the meaning is exactly the same.
 */
import { PATTERN_REFERENCE_TEXTS_MAX } from '../limits.ts';
import { literalSet } from './character-sets.ts';
import { rejection } from './rejection.ts';
import { type Capture, type PatternNode, someNode } from './syntax.ts';

/** A text that a group may have captured, as the characters that match it again. */
type Text = readonly PatternNode[];

/** The same pattern without references, or a refusal. */
export function resolveReferences(pattern: string, root: PatternNode): PatternNode {
  const resolved = expand(root);
  if (someNode(resolved, (node) => node.kind === 'reference')) {
    throw rejection(
      pattern,
      'a backreference can be matched in linear time only if it follows its group and the group has few possible texts',
      'Name the group, match it without the reference, and compare the found texts in code.',
    );
  }
  return resolved;
}

function expand(node: PatternNode): PatternNode {
  switch (node.kind) {
    case 'set':
    case 'assertion':
    case 'reference':
      return node;
    case 'sequence':
      return { ...node, items: expandItems(node.items) };
    case 'alternation':
      return { ...node, branches: node.branches.map(expand) };
    case 'look':
      // Behind a place JavaScript reads backwards, so a reference comes before its group there.
      return node.ahead ? { ...node, body: expand(node.body) } : node;
    case 'repeat':
    case 'capture':
      return { ...node, body: expand(node.body) };
  }
}

/** A group that is referred to by what follows it in the same sequence becomes one branch for each of its texts. */
function expandItems(items: readonly PatternNode[]): PatternNode[] {
  const [first, ...rest] = items;
  if (first === undefined) return [];
  if (first.kind !== 'capture' || !rest.some((item) => someNode(item, (node) => refersTo(node, first)))) {
    return [expand(first), ...expandItems(rest)];
  }
  const texts = textsOf(first.body);
  if (texts === undefined) return [...items];
  const branches = texts.map((text): PatternNode => {
    const captured: PatternNode = { ...first, body: { kind: 'sequence', items: text } };
    const following = rest.map((item) => substitute(item, first, text));
    return { kind: 'sequence', items: [captured, ...expandItems(following)] };
  });
  return [{ kind: 'alternation', branches }];
}

function refersTo(node: PatternNode, { number, name }: Capture): boolean {
  return node.kind === 'reference' && (node.to === name || node.to === String(number));
}

function substitute(node: PatternNode, capture: Capture, text: Text): PatternNode {
  const inside = (inner: PatternNode): PatternNode => substitute(inner, capture, text);
  switch (node.kind) {
    case 'set':
    case 'assertion':
      return node;
    case 'reference':
      return refersTo(node, capture) ? { kind: 'sequence', items: text } : node;
    case 'sequence':
      return { ...node, items: node.items.map(inside) };
    case 'alternation':
      return { ...node, branches: node.branches.map(inside) };
    case 'repeat':
    case 'capture':
    case 'look':
      return { ...node, body: inside(node.body) };
  }
}

/** Every text that `node` can match, in the order of preference; undefined when there are too many or it depends. */
function textsOf(node: PatternNode): Text[] | undefined {
  const texts = collectTexts(node);
  return texts === undefined || texts.length > PATTERN_REFERENCE_TEXTS_MAX ? undefined : texts;
}

function collectTexts(node: PatternNode): Text[] | undefined {
  switch (node.kind) {
    case 'set':
      return node.members?.map((member) => [literalSet(member, node.ignoreCase)]);
    case 'sequence':
      return node.items.reduce<Text[] | undefined>((heads, item) => followed(heads, textsOf(item)), [[]]);
    case 'alternation': {
      const lists = node.branches.map(textsOf);
      return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
    }
    case 'capture':
      return textsOf(node.body);
    default:
      return undefined;
  }
}

function followed(heads: Text[] | undefined, tails: Text[] | undefined): Text[] | undefined {
  if (heads === undefined || tails === undefined || heads.length * tails.length > PATTERN_REFERENCE_TEXTS_MAX) return undefined;
  return heads.flatMap((head) => tails.map((tail) => [...head, ...tail]));
}
