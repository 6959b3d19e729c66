import type { Literal, Operand, PolicyExpression } from '../../src/oversight/policy/expression.ts';
import { ARGUMENTS_PREFIX } from '../../src/oversight/policy/expression-names.ts';

/** A condition as it would be written; reading it again gives the same condition. */
export function printPolicyExpression(expression: PolicyExpression): string {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return `${printPart(expression.left)} ${expression.kind} ${printPart(expression.right)}`;
    case 'not':
      return `not ${printPart(expression.inner)}`;
    case 'is':
      return printOperand(expression.operand);
    case 'compare':
      return `${printOperand(expression.left)} ${expression.operator} ${printOperand(expression.right)}`;
  }
}

function printPart(part: PolicyExpression): string {
  return part.kind === 'and' || part.kind === 'or' ? `(${printPolicyExpression(part)})` : printPolicyExpression(part);
}

function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'literal':
      return printLiteral(operand.value);
    case 'fact':
      return operand.name;
    case 'argument':
      return `${ARGUMENTS_PREFIX}${operand.path.join('.')}`;
  }
}

function printLiteral(value: Literal): string {
  if (typeof value === 'string') return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return typeof value === 'object' ? `[${value.map(printLiteral).join(', ')}]` : String(value);
}
