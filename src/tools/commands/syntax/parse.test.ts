import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { COMMAND_CHARS_MAX, NESTING_MAX } from '../limits.ts';
import { parseShell } from './parse.ts';
import { ACCEPTED, REJECTED } from '../../../../test/support/shell-samples.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;
if (!hasBash) console.log('Skipped: there is no bash here to compare the parser with.');

/** Whether bash reads each text; one process for all of them, because starting one takes longer than parsing. */
function bashAccepts(texts: readonly string[]): boolean[] {
  const script = 'while IFS= read -r -d "" text; do if bash -n -c -- "$text" 2>/dev/null; then echo 1; else echo 0; fi; done';
  const result = spawnSync('bash', ['-c', script], { input: texts.map((text) => `${text}\u0000`).join(''), encoding: 'utf8' });
  return result.stdout.trim().split('\n').map((line) => line === '1');
}

const parses = (text: string): boolean => parseShell(text, { extendedGlobs: false }).ok;
const disagreements = (texts: readonly string[]): string[] => {
  const bash = bashAccepts(texts);
  return texts.filter((text, index) => parses(text) !== bash[index]);
};

/** Scripts made of the pieces of the grammar, most of them right and some of them broken on purpose. */
const word = fc.constantFrom('a', '"b c"', "'d e'", '$x', '${y:-z}', '$(pwd)', '`id`', '\\ f', '{g,h}', '~/i', '*.j', '$((1+2))', "$'k\\n'", '"$(echo "l")"', '<(m)', '${n[@]}', '"${o%%.*}"', '--p=q');
const redirection = fc.constantFrom('', ' >f', ' 2>&1', ' <in', ' >>log', ' &>all', ' <<<"s"', ' 3<>rw', ' >|force');
const simple = fc.tuple(fc.constantFrom('', 'A=1 ', 'B="$x" C=d '), fc.array(word, { minLength: 1, maxLength: 4 }), redirection).map(([before, words, after]) => `${before}${words.join(' ')}${after}`);
const script: fc.Arbitrary<string> = fc.letrec<{ list: string; command: string }>((tie) => ({
  list: fc.tuple(tie('command'), fc.array(fc.tuple(fc.constantFrom(' && ', ' || ', '; ', ' | ', '\n', ' |& ', ' & '), tie('command')), { maxLength: 2 })).map(([first, rest]) => first + rest.map(([operator, next]) => operator + next).join('')),
  command: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    simple,
    tie('list').map((body) => `{ ${body}\n}`),
    tie('list').map((body) => `( ${body} )`),
    fc.tuple(tie('list'), tie('list')).map(([condition, body]) => `if ${condition}; then ${body}\nfi`),
    fc.tuple(tie('list'), tie('list')).map(([condition, body]) => `while ${condition}\ndo ${body}\ndone`),
    tie('list').map((body) => `for v in 1 "2 3"; do ${body}\ndone`),
    tie('list').map((body) => `case $x in a|b) ${body} ;; (*) ;; esac`),
    tie('list').map((body) => `fn() { ${body}\n}`),
    fc.constantFrom('[[ -f a && ! $b == c* ]]', '(( x > 1 ))', '! true', 'time ls', 'coproc cat', 'for ((i=0;i<3;i++)); do ls; done', 'cat <<E\n$x\nE'),
  ),
})).list;
const broken = fc.tuple(script, fc.nat(), fc.constantFrom('', ')', '"', ';;', '(', "'", ' fi', ' done', '&&', '|', '}')).map(([text, at, inserted]) => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + inserted + text.slice(place + (inserted === '' ? 1 : 0));
});

describe('the shell parser', () => {
  it('accepts what a shell accepts', () => {
    expect(ACCEPTED.filter((text) => !parses(text))).toEqual([]);
  });

  it('refuses what a shell refuses', () => {
    expect(REJECTED.filter(parses)).toEqual([]);
  });

  it.runIf(hasBash)('agrees with bash on every sample', verifies('KEL-CMD-05'), () => {
    const rows = readFileSync(join(import.meta.dirname, '../../../../test/fixtures/commands.jsonl'), 'utf8').trim().split('\n');
    const inputs = rows.map((line) => (JSON.parse(line) as { input: string }).input);
    expect(disagreements([...ACCEPTED, ...REJECTED, ...inputs])).toEqual([]);
  });

  it.runIf(hasBash)('agrees with bash on scripts made of the grammar', verifies('KEL-CMD-05'), () => {
    expect(disagreements(fc.sample(script, { numRuns: 150, seed: 7 }))).toEqual([]);
  });

  it.runIf(hasBash)('accepts nothing broken that bash refuses', verifies('KEL-CMD-05'), () => {
    const texts = fc.sample(broken, { numRuns: 250, seed: 11 });
    const bash = bashAccepts(texts);
    expect(texts.filter((text, index) => parses(text) && bash[index] !== true)).toEqual([]);
  });

  it('never throws, whatever it is given', verifies('KEL-CMD-03'), () => {
    const pieces = fc.constantFrom('$(', '`', '"', "'", '${', '((', '))', ')', '}', '{', '<<', '\n', ';', '&', '|', 'if', ' then ', 'fi', 'x', ' ', '\\', '[[', ']]', '$', '#', 'case', ' in ', 'esac');
    fc.assert(fc.property(fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')), (text) => typeof parseShell(text).ok === 'boolean'));
  });

  it('refuses what is too long or too deep', verifies('KEL-CMD-03'), () => {
    expect(parseShell('a'.repeat(COMMAND_CHARS_MAX + 1))).toMatchObject({ ok: false });
    expect(parseShell('('.repeat(NESTING_MAX * 2) + 'ls' + ')'.repeat(NESTING_MAX * 2))).toMatchObject({ ok: false });
    expect(parseShell('a '.repeat(COMMAND_CHARS_MAX / 2))).toMatchObject({ ok: false });
  });

  it('tells quoted text from text that is alive', () => {
    expect(parseShell(`rm '-rf' "$x"y*`)).toEqual({
      ok: true,
      script: { items: [{ background: false, andOr: { rest: [], first: { negated: false, timed: false, withErrors: [], commands: [{
        kind: 'simple', assignments: [], redirections: [],
        words: [
          { parts: [{ kind: 'text', text: 'rm' }] },
          { parts: [{ kind: 'quoted', text: '-rf' }] },
          { parts: [{ kind: 'double', parts: [{ kind: 'parameter', name: 'x' }] }, { kind: 'text', text: 'y*' }] },
        ],
      }] } } }] },
    });
  });
});
