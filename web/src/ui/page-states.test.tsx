import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { stateOf } from './page-state.ts';
import { Answered } from './page-states.tsx';

const fault = (code: string) => ({ code, message: 'It failed.', next_step: 'Do this.', data: {} });
const isEmpty = (value: readonly string[]): boolean => value.length === 0;
const shown = (value: readonly string[] | undefined, error: ReturnType<typeof fault> | undefined): string =>
  renderToStaticMarkup(
    <Answered asked={{ value, error, isLoading: false, reload: () => undefined }} what="words" isEmpty={isEmpty} empty={<p>None yet.</p>}>
      {(words) => <p>{words.join(' ')}</p>}
    </Answered>,
  );

describe('a page', () => {
  it('is in one of five states, or shows what it has', verifies('KEL-WEB-06', 'KEL-WEB-46'), () => {
    expect([
      stateOf<readonly string[]>({ value: undefined, error: undefined }, isEmpty),
      stateOf({ value: [], error: undefined }, isEmpty),
      stateOf({ value: ['a'], error: undefined }, isEmpty),
      stateOf({ value: ['a'], error: fault('server.unreachable') }, isEmpty),
      stateOf<readonly string[]>({ value: undefined, error: fault('server.not_admitted') }, isEmpty),
      stateOf<readonly string[]>({ value: undefined, error: fault('run.unknown') }, isEmpty),
    ]).toEqual(['loading', 'empty', 'ready', 'degraded', 'blocked', 'error']);
  });

  it('says what it reads, that there is nothing, what went wrong and what to do next', verifies('KEL-WEB-06'), () => {
    expect(shown(undefined, undefined)).toContain('Reading words…');
    expect(shown([], undefined)).toBe('<p>None yet.</p>');
    expect(shown(['a', 'b'], undefined)).toBe('<p>a b</p>');
    for (const code of ['run.unknown', 'server.not_admitted']) {
      const page = shown(undefined, fault(code));
      expect(['role="alert"', 'It failed.', 'Do this.'].filter((part) => !page.includes(part))).toEqual([]);
    }
  });

  it('keeps what it has when it cannot be had again, and says that it may be old', verifies('KEL-WEB-06'), () => {
    const page = shown(['a'], fault('server.unreachable'));
    expect(page).toContain('<p>a</p>');
    expect(page).toContain('This may be old: It failed. Do this.');
  });
});
