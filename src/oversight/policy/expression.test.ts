import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { printPolicyExpression } from '../../../test/support/print-policy-expression.ts';
import { TaintClass } from '../../contracts/index.ts';
import { hasCode } from '../../kernel/index.ts';
import { parsePolicyExpression, type Literal, type Operand, type PolicyExpression } from './expression.ts';
import { holds, type PolicyFacts } from './expression-holds.ts';
import { FACT_NAMES, OPERATORS, type Operator } from './expression-names.ts';

const FACTS: PolicyFacts = {
  tool: 'shell',
  role: 'coder',
  category: 'compute',
  side_effects: 'destructive',
  rules: ['command.git_push', 'tool.approval_required'],
  touches: ['programs', 'network'],
  kinds: ['script'],
  subjects: ['git push origin main (in /w)'],
  arguments: { script: 'git push', tries: 3, deep: { inner: true }, list: ['a', 'b'], nothing: null },
  taint: 'external_authority_trusted',
  undoable: true,
  decision: 'ask',
};

function isTrue(expression: string, facts: Partial<PolicyFacts> = {}): boolean {
  return holds(parsePolicyExpression(expression), { ...FACTS, ...facts });
}

function faultOf(expression: string): unknown {
  try {
    return parsePolicyExpression(expression);
  } catch (error) {
    if (!hasCode(error, 'policy.expression_invalid')) throw error;
    return [error.data.offset, error.data.detail];
  }
}

describe('a condition', () => {
  it.each([
    'tool == "shell"',
    "tool != 'write_file'",
    'role in ["coder", "critic"]',
    'rules in ["command.git_push"]',
    'category == "compute" and side_effects == "destructive"',
    'rules contains "command.git_push"',
    'subjects starts_with "git push"',
    'subjects matches "\\borigin\\s+main\\b"',
    'tool contains "hel"',
    'tool starts_with "sh"',
    'kinds == ["script"]',
    'touches contains "network"',
    'arguments.tries < 4',
    'arguments.tries <= 3',
    '-1.5 < arguments.tries',
    'arguments.deep.inner',
    'arguments.list == ["a", "b"]',
    'undoable',
    'undoable == true',
    'not not undoable',
    'decision == "ask"',
    'taint < "external_untrusted"',
    'taint <= "external_authority_trusted"',
    'taint == "external_authority_trusted"',
    '"user_trusted_bounded" < taint',
    'taint in ["external_authority_trusted"]',
    'arguments.missing != "x"',
    'not (tool == "x" or role == "y") and true',
    'tool == "x" and false or undoable',
    'undoable or true and false',
  ])('%s holds', verifies('KEL-POLICY-07'), (expression) => {
    expect(isTrue(expression)).toBe(true);
  });

  it.each([
    'tool == "write_file"',
    'tool != "shell"',
    'tool in "shell"',
    'role in ["critic"]',
    'rules contains "command"',
    'rules == "command.git_push"',
    'tool < "z"',
    'tool <= "shell"',
    'arguments.tries < 3',
    'arguments.tries <= 2',
    'arguments.tries starts_with "3"',
    'arguments.tries contains 3',
    'arguments.missing',
    'arguments.missing == "x"',
    'arguments.nothing == false',
    'arguments.deep == arguments.deep',
    'arguments.list.length == 2',
    'arguments.list == ["a"]',
    'arguments.constructor',
    'arguments.toString.name == "toString"',
    'taint < "external_authority_trusted"',
    'taint <= "user_trusted_bounded"',
    'subjects matches "^push"',
    'false',
    'not undoable',
    '(undoable or true) and false',
  ])('%s does not hold', verifies('KEL-POLICY-07'), (expression) => {
    expect(isTrue(expression)).toBe(false);
  });

  it('says nothing about a tool of which nothing is known', verifies('KEL-POLICY-07'), () => {
    expect([isTrue('category == "compute"', { category: null }), isTrue('category == arguments.nothing', { category: null })]).toEqual([false, false]);
  });

  it('orders trust as the classes are ordered', verifies('KEL-POLICY-07'), () => {
    fc.assert(
      fc.property(fc.constantFrom(...TaintClass.options), fc.constantFrom(...TaintClass.options), (taint, other) => {
        const [rank, otherRank] = [TaintClass.options.indexOf(taint), TaintClass.options.indexOf(other)];
        expect([isTrue(`taint < "${other}"`, { taint }), isTrue(`taint <= "${other}"`, { taint })]).toEqual([rank < otherRank, rank <= otherRank]);
      }),
    );
  });
});

describe('a condition that cannot be read', () => {
  const operators = OPERATORS.join(', ');
  it.each([
    ['', [0, 'expected a name, a text in quotes, a number or a list, found the end']],
    ['tool', [4, `expected one of ${operators} after "tool", found the end`]],
    ['"x"', [3, `expected one of ${operators} after "x", found the end`]],
    ['tool = "x"', [5, '"=" means nothing here']],
    ['tool == ', [8, 'expected a name, a text in quotes, a number or a list, found the end']],
    ['tool == and', [8, 'expected a name, a text in quotes, a number or a list, found "and"']],
    ['tool == "x" undoable', [12, 'expected "and", "or" or the end, found "undoable"']],
    ['(undoable', [9, 'expected ")", found the end']],
    ['tool in ["a" "b"]', [13, 'expected "," or "]", found "b"']],
    ['tool == "x', [8, 'the text that begins here has no end']],
    ['arguments.n < 1.2.3', [14, '"1.2.3" is not a number']],
    ['arguments.n < -', [14, '"-" is not a number']],
    ['colour == "red"', [0, `"colour" is not known; known are ${FACT_NAMES.join(', ')} and arguments.<name>`]],
    ['arguments. == 1', [0, `"arguments." is not known; known are ${FACT_NAMES.join(', ')} and arguments.<name>`]],
    ['tool matches tool', [13, 'a pattern in quotes is expected after "matches"']],
    ['taint == "untrusted"', [9, `"untrusted" is no class of trust; these are ${TaintClass.options.join(', ')}`]],
    ['taint in ["owner_typed", "x"]', [9, `"x" is no class of trust; these are ${TaintClass.options.join(', ')}`]],
  ])('%s is refused with the place and what was expected', verifies('KEL-POLICY-08'), (expression, fault) => {
    expect(faultOf(expression)).toEqual(fault);
  });

  it('is refused when it is too long or too deep, or its pattern is not one', verifies('KEL-POLICY-08'), () => {
    expect(faultOf(`tool == "${'x'.repeat(2_000)}"`)).toEqual([2_000, 'it is longer than 2000 characters']);
    expect(faultOf(`tool == "${'x'.repeat(1_990)}"`)).toMatchObject({ kind: 'compare' });
    expect(faultOf(`${'('.repeat(33)}undoable${')'.repeat(33)}`)).toEqual([33, 'it is nested more than 32 deep']);
    expect(faultOf(`${'('.repeat(32)}undoable${')'.repeat(32)}`)).toMatchObject({ kind: 'is' });
    expect(faultOf(`tool == ${'['.repeat(40)}`)).toEqual([41, 'it is nested more than 32 deep']);
    expect(faultOf('tool matches "("')).toEqual([13, expect.stringMatching(/^the pattern cannot be used: /)]);
  });
});

const literal: fc.Arbitrary<Literal> = fc.letrec<{ literal: Literal }>((tie) => ({
  literal: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.string({ maxLength: 12, unit: 'binary' }), fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.boolean(), fc.array(tie('literal'), { maxLength: 3 })),
})).literal;
const argument = fc.array(fc.stringMatching(/^[a-zA-Z0-9_-]{1,6}$/), { minLength: 1, maxLength: 3 }).map((path): Operand => ({ kind: 'argument', path }));
const fact = fc.constantFrom(...FACT_NAMES.filter((name) => name !== 'taint')).map((name): Operand => ({ kind: 'fact', name }));
const operand = fc.oneof(argument, fact, literal.map((value): Operand => ({ kind: 'literal', value })));
const comparison = fc.oneof(
  fc.record({ kind: fc.constant('compare' as const), left: operand, operator: fc.constantFrom(...OPERATORS.filter((one): one is Exclude<Operator, 'matches'> => one !== 'matches')), right: operand }),
  fc.record({ kind: fc.constant('compare' as const), left: operand, operator: fc.constant('matches' as const), right: fc.constantFrom('^a\\b', '"\\\\', 'x|y').map((value): Operand => ({ kind: 'literal', value })) }),
  fc.record({ kind: fc.constant('is' as const), operand: argument }),
);
const expressions: fc.Arbitrary<PolicyExpression> = fc.letrec<{ one: PolicyExpression }>((tie) => ({
  one: fc.oneof({ maxDepth: 4 }, comparison, fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), left: tie('one'), right: tie('one') }), fc.record({ kind: fc.constant('not' as const), inner: tie('one') })),
})).one;

describe('every condition', () => {
  it('is read again as it was printed', verifies('KEL-POLICY-09'), () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        const printed = printPolicyExpression(expression);
        fc.pre(printed.length <= 2_000);
        expect(parsePolicyExpression(printed)).toEqual(expression);
      }),
    );
  });

  it('gives an answer for every call', verifies('KEL-POLICY-09'), () => {
    fc.assert(
      fc.property(expressions, fc.dictionary(fc.string(), fc.jsonValue()), (expression, given) => {
        expect(typeof holds(expression, { ...FACTS, arguments: given as PolicyFacts['arguments'] })).toBe('boolean');
      }),
    );
  });

  it('is read or refused by name, whatever the text', verifies('KEL-POLICY-09'), () => {
    const scraps = fc.array(fc.constantFrom('tool', '==', '(', ')', '[', ']', ',', '"x"', "'", 'and', 'not', 'or', 'in', '3', '-', 'arguments.a', 'undoable', '\\', '<', ' '), { maxLength: 20 }).map((parts) => parts.join(' '));
    fc.assert(fc.property(fc.oneof(fc.string(), scraps), (text) => void expect(faultOf(text)).toBeDefined()));
  });
});
