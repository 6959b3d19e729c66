import { TaintClass, type JsonObject, type PolicyDecision, type SideEffect, type ToolCategory } from '../../contracts/index.ts';
import { compilePattern } from '../../kernel/index.ts';
import type { Operand, PolicyExpression } from './expression.ts';
import type { FactName, Operator } from './expression-names.ts';

/** All that a condition can know about a call. */
export interface PolicyFacts {
  readonly tool: string;
  readonly role: string;
  /** Null when the tool is not known; no comparison with it holds. */
  readonly category: ToolCategory | null;
  readonly side_effects: SideEffect | null;
  readonly rules: readonly string[];
  readonly touches: readonly string[];
  readonly kinds: readonly string[];
  readonly subjects: readonly string[];
  readonly arguments: JsonObject;
  /** The least trusted class of what its words came from. */
  readonly taint: TaintClass;
  readonly undoable: boolean;
  /** The strictest verdict on any of its parts. */
  readonly decision: PolicyDecision;
}

type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value };

/** Whether a condition is true of a call. Never throws: what cannot be compared is not true. */
export function holds(expression: PolicyExpression, facts: PolicyFacts): boolean {
  switch (expression.kind) {
    case 'and':
      return holds(expression.left, facts) && holds(expression.right, facts);
    case 'or':
      return holds(expression.left, facts) || holds(expression.right, facts);
    case 'not':
      return !holds(expression.inner, facts);
    case 'is':
      return valueOf(expression.operand, facts) === true;
    case 'compare':
      return compares(expression.operator, expression.left, expression.right, facts);
  }
}

function compares(operator: Operator, left: Operand, right: Operand, facts: PolicyFacts): boolean {
  const one = valueOf(left, facts);
  const other = valueOf(right, facts);
  switch (operator) {
    case '==':
      return isEqual(one, other);
    case '!=':
      return !isEqual(one, other);
    case '<':
      return isBefore(one, other, isTaint(left) || isTaint(right));
    case '<=':
      return isBefore(one, other, isTaint(left) || isTaint(right)) || (isOrdered(one, other) && isEqual(one, other));
    case 'in':
      return isList(other) && each(one).some((value) => other.some((entry) => isEqual(value, entry)));
    case 'contains':
      return isList(one) ? one.some((entry) => isEqual(entry, other)) : typeof one === 'string' && typeof other === 'string' && one.includes(other);
    case 'starts_with':
      return typeof other === 'string' && each(one).some((value) => typeof value === 'string' && value.startsWith(other));
    case 'matches':
      return typeof other === 'string' && matchesAny(one, other);
  }
}

function matchesAny(value: Value, source: string): boolean {
  const pattern = compilePattern(source);
  return each(value).some((one) => typeof one === 'string' && pattern.test(one));
}

function valueOf(operand: Operand, facts: PolicyFacts): Value {
  switch (operand.kind) {
    case 'literal':
      return operand.value;
    case 'fact':
      return factOf(operand.name, facts);
    case 'argument':
      return argumentAt(operand.path, facts.arguments);
  }
}

function factOf(name: FactName, facts: PolicyFacts): Value {
  return facts[name] ?? undefined;
}

/** Only what the call was really given: names that every object has by itself are not arguments. */
function argumentAt(path: readonly string[], given: JsonObject): Value {
  let value: Value = given;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || isList(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** A list speaks for each of its entries, any other value for itself. */
function each(value: Value): readonly Value[] {
  return isList(value) ? value : [value];
}

function isEqual(one: Value, other: Value): boolean {
  if (isList(one) && isList(other)) return one.length === other.length && one.every((entry, index) => isEqual(entry, other[index]));
  return one !== undefined && typeof one !== 'object' && one === other;
}

function isTaint(operand: Operand): boolean {
  return operand.kind === 'fact' && operand.name === 'taint';
}

function isOrdered(one: Value, other: Value): boolean {
  return (typeof one === 'number' && typeof other === 'number') || rankOf(one) >= 0 && rankOf(other) >= 0;
}

function isBefore(one: Value, other: Value, byTaint: boolean): boolean {
  if (byTaint) return rankOf(one) >= 0 && rankOf(one) < rankOf(other);
  return typeof one === 'number' && typeof other === 'number' && one < other;
}

/** The order of the list is the order of taint. */
function rankOf(value: Value): number {
  return TaintClass.options.findIndex((taintClass) => taintClass === value);
}
