import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InjectionCase, TaintClass, type JsonObject } from '../../src/contracts/index.ts';
import type { WordsDecision } from '../../src/oversight/taint/decide-words.ts';
import { judgeCallWords } from '../../src/oversight/taint/judge-call.ts';
import { privateValues } from '../../src/oversight/taint/private-words.ts';
import { createRunWords } from '../../src/oversight/taint/run-words.ts';
import { indexText, standsIn } from '../../src/oversight/taint/words/text-index.ts';
import { SOURCE_CHARS_INDEXED_MAX } from '../../src/oversight/taint/limits.ts';
import { verifies } from '../requirements/verifies.ts';

const ROWS = readFileSync(new URL('../fixtures/injections.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => InjectionCase.parse((JSON.parse(line) as { input: unknown }).input));
const CALLS = ROWS.flatMap(({ obey }) => (obey === undefined ? [] : [{ name: obey.tool, arguments: obey.args as JsonObject, intentions: [], touches: ['other_apps'], workspace: '/workspace' }]));
const SECRET = 'Vq0123456789abcdef0123Zr';
const secrets = privateValues([SECRET]);
const filled = (text: string): string => text.replaceAll(/\{\{[^{}]*\}\}/g, SECRET);

/** The sender of a mail may be answered and what it says passed on: those have tests of their own. */
function vouches(text: string): boolean {
  return /^from:/im.test(text) || text.includes(SECRET);
}

const anyCall = fc.constantFrom(...CALLS).map((call) => ({ ...call, arguments: JSON.parse(filled(JSON.stringify(call.arguments))) as JsonObject }));
const anySource = fc.record({ taintClass: fc.constantFrom(...TaintClass.options.slice(1)), text: fc.constantFrom(...ROWS.map(({ content }) => filled(content)).filter((text) => !vouches(text))) });
const anyTask = fc.constantFrom(...new Set(ROWS.map(({ user_task }) => user_task)));

const SEVERITY = { allow: 0, gate: 1, deny: 2 } as const;
/** A link that was read may be followed and a code or name that was read repeated, so reading them makes these more acceptable. */
const BY_LINK = new Set(['taint.data_in_address', 'taint.data_in_link', 'taint.disguised_words', 'taint.hidden_names', 'taint.hidden_words']);

/** What a person changes by a command or says yes to themselves, whatever they typed before. */
const BY_COMMAND = new Set(['taint.policy_by_tool', 'taint.scope_by_tool', 'taint.models_never_approve']);
const textsOf = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [String(value)]);

function verdictAfter(call: (typeof CALLS)[number], task: string, sources: readonly { taintClass: TaintClass; text: string }[]): WordsDecision {
  const words = createRunWords();
  words.ownerSaid(task);
  for (const { taintClass, text } of sources) words.read('a source', taintClass, text);
  return judgeCallWords(call, words, secrets).verdict;
}

describe('judging by where words came from', () => {
  it('never becomes milder because more was read', verifies('KEL-TAINT-06'), () => {
    fc.assert(
      fc.property(anyCall, anyTask, fc.array(anySource, { minLength: 1, maxLength: 3 }), anySource, (call, task, sources, more) => {
        const before = verdictAfter(call, task, sources);
        const after = verdictAfter(call, task, [...sources, more]);
        expect(BY_LINK.has(before.rule) || SEVERITY[after.decision] >= SEVERITY[before.decision]).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('asks nothing about what the person typed in a run that heard only them', verifies('KEL-TAINT-01', 'KEL-TAINT-07'), () => {
    fc.assert(
      fc.property(anyCall, anyTask, (call, task) => {
        const { rule } = verdictAfter(call, [task, ...textsOf(call.arguments)].join('\n'), []);
        expect(BY_COMMAND.has(rule) ? 'taint.owner_only' : rule).toBe('taint.owner_only');
      }),
      { numRuns: 400 },
    );
  });

  it('lets nothing private go where nobody said, also when nothing was read', verifies('KEL-TAINT-16'), () => {
    fc.assert(
      fc.property(anyTask, fc.array(anySource, { maxLength: 2 }), (task, sources) => {
        const call = { name: 'send_email', arguments: { to: 'nobody@said.test', body: SECRET }, intentions: [], touches: ['other_apps'], workspace: '/workspace' };
        expect(verdictAfter(call, task, sources).decision).toBe('deny');
      }),
    );
  });
});

describe('the index of a source', () => {
  const sample = (words: number): string => Array.from({ length: words }, (_none, at) => `word${at}@h${at % 97}.test`).join(' ');
  const entries = (text: string): number => {
    const { chunks, words, shingles, compact } = indexText(text);
    return chunks.size + words.size + shingles.size + compact.length;
  };

  it('grows no faster than the source', verifies('KEL-TAINT-08'), () => {
    expect(entries(sample(40_000)) / entries(sample(20_000))).toBeLessThan(2.2);
  });

  it('takes for present what it had no room for', verifies('KEL-TAINT-08'), () => {
    const cut = indexText('a '.repeat(SOURCE_CHARS_INDEXED_MAX));
    expect([cut.isCut, standsIn(cut, 'never@written.test'), standsIn(indexText('a b'), 'never@written.test')]).toEqual([true, true, false]);
  });
});
