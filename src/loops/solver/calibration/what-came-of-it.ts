import type { CourseRound } from '../../../contracts/index.ts';
import type { Action } from './decision-under.ts';
import { endCost, ROUND_COST, type RecordedCourse } from './recorded-course.ts';

/** So many like it must be on record before anything is said of what an order would have come to. */
const SEEN_MIN = 5;
/** D and P are told apart in quarters: finer than that nothing would be seen often enough. */
const QUARTERS = 4;

/** What each order came to, from rounds that stood alike; undefined where too few did. */
export interface WhatCameOfIt {
  afterwards(round: CourseRound, action: Action): number | undefined;
}

export function whatCameOfIt(courses: readonly RecordedCourse[]): WhatCameOfIt {
  const seen = new Map<string, { count: number; cost: number }>();
  for (const course of courses) {
    course.rounds.forEach((round, at) => {
      const action = course.actions[at];
      if (action === undefined || action === 'deliver' || action === 'give_up') return;
      const key = placeOf(round, action);
      const before = seen.get(key) ?? { count: 0, cost: 0 };
      seen.set(key, { count: before.count + 1, cost: before.cost + (course.rounds.length - 1 - at) * ROUND_COST + endCost(course) });
    });
  }
  return {
    afterwards(round, action) {
      const known = seen.get(placeOf(round, action));
      return known === undefined || known.count < SEEN_MIN ? undefined : known.cost / known.count;
    },
  };
}

function placeOf({ round, loss: { D, P } }: CourseRound, action: Action): string {
  const quarter = (value: number): number => Math.min(QUARTERS - 1, Math.floor(value * QUARTERS));
  return `${action} ${round} ${quarter(D)} ${quarter(P)}`;
}
