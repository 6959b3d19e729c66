import { expect, it } from 'vitest';
import {
  GRACE_TURNS,
  LOOP_ITERATIONS_MAX,
  PARSE_CORRECTIONS_MAX,
  SUBTASK_ATTEMPTS_MAX,
  SUBTASK_CORRECTIONS_MAX,
} from './loop-limits.ts';

it('bounds the loops inside a run', () => {
  expect({
    LOOP_ITERATIONS_MAX,
    GRACE_TURNS,
    PARSE_CORRECTIONS_MAX,
    SUBTASK_CORRECTIONS_MAX,
    SUBTASK_ATTEMPTS_MAX,
  }).toEqual({
    LOOP_ITERATIONS_MAX: 30,
    GRACE_TURNS: 1,
    PARSE_CORRECTIONS_MAX: 2,
    SUBTASK_CORRECTIONS_MAX: 2,
    SUBTASK_ATTEMPTS_MAX: 3,
  });
});
