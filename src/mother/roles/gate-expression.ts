import { ARTIFACT_TYPES, artifactTypeOfGate, GATES } from '../../contracts/index.ts';
import { expressionInvalid, parseBooleanExpression, peekToken, unexpectedToken, type BooleanExpression, type ExpressionReader } from '../../kernel/index.ts';

export interface NamedGate {
  readonly kind: 'gate';
  readonly gateId: string;
}

/** When a phase may be left: gates joined by `and`, `or`, `not` and brackets. */
export type GateExpression = BooleanExpression<NamedGate>;

const JOINING_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** Reads an expression; throws `policy.expression_invalid`, also for a gate that nobody knows. */
export function parseGateExpression(expression: string): GateExpression {
  return parseBooleanExpression(expression, readGate);
}

function readGate(reader: ExpressionReader): NamedGate {
  const token = peekToken(reader);
  if (token.kind !== 'word' || JOINING_WORDS.has(token.value)) throw unexpectedToken(reader, token, 'a gate');
  if (!isKnownGate(token.value)) throw expressionInvalid(reader.expression, token.offset, `"${token.value}" is no gate`);
  reader.at += 1;
  return { kind: 'gate', gateId: token.value };
}

function isKnownGate(gateId: string): boolean {
  const artifactType = artifactTypeOfGate(gateId);
  return artifactType === undefined ? Object.hasOwn(GATES, gateId) : Object.hasOwn(ARTIFACT_TYPES, artifactType);
}

/** Whether it is true; undefined when that hangs on a gate at which nobody has looked. */
export function gateHolds(expression: GateExpression, isOpen: (gateId: string) => boolean | undefined): boolean | undefined {
  if (expression.kind === 'gate') return isOpen(expression.gateId);
  if (expression.kind === 'not') {
    const inner = gateHolds(expression.inner, isOpen);
    return inner === undefined ? undefined : !inner;
  }
  const decides = expression.kind === 'or';
  const parts = new Set([gateHolds(expression.left, isOpen), gateHolds(expression.right, isOpen)]);
  if (parts.has(decides)) return decides;
  return parts.has(undefined) ? undefined : !decides;
}

/** The gates that it names, in their order. */
export function gatesIn(expression: GateExpression): readonly string[] {
  if (expression.kind === 'gate') return [expression.gateId];
  return expression.kind === 'not' ? gatesIn(expression.inner) : [...gatesIn(expression.left), ...gatesIn(expression.right)];
}
