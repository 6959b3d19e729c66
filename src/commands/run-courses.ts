import { BudgetCounter, RunCourse, type RunId } from '../contracts/index.ts';
import { idsFrom } from '../kernel/index.ts';
import type { Documents } from '../ledger/index.ts';

/** What is held in memory at once, however many runs there are. */
const PAGE = 500;
const COURSES = 'run_course:';
const BUDGETS = 'budget:run:';

export interface CountedCourse {
  readonly course: RunCourse;
  /** Undefined where it is not known what the run used. */
  readonly used: BudgetCounter | undefined;
}

/** The courses of runs that were begun at that time or later, in order, page by page. An id begins with its time, so nothing earlier is read. */
export async function* runCourses(documents: Pick<Documents, 'list'>, sinceMs: number): AsyncGenerator<readonly CountedCourse[]> {
  for (let after = idsFrom('run', sinceMs); ; ) {
    const page = await documents.list(COURSES, { after: `${COURSES}${after}`, limit: PAGE });
    const courses = page.flatMap(({ body }) => RunCourse.safeParse(withoutOpenParts(body)).data ?? []);
    const last = page.at(-1)?.key.slice(COURSES.length);
    if (last === undefined) return;
    const used = await budgetsOf(documents, after, last);
    yield courses.map((course) => ({ course, used: used.get(course.run_id) }));
    if (page.length < PAGE) return;
    after = last;
  }
}

/** What a run that is still at work carries along for its next rounds. */
function withoutOpenParts({ shares: _shares, refused: _refused, ...course }: Readonly<Record<string, unknown>>): unknown {
  return course;
}

async function budgetsOf(documents: Pick<Documents, 'list'>, after: string, last: string): Promise<ReadonlyMap<RunId, BudgetCounter>> {
  const found = new Map<RunId, BudgetCounter>();
  for (let from = after; ; ) {
    const page = await documents.list(BUDGETS, { after: `${BUDGETS}${from}`, limit: PAGE });
    for (const { body } of page) {
      const counter = BudgetCounter.safeParse(body).data;
      if (counter !== undefined) found.set(counter.run_id, counter);
    }
    from = page.at(-1)?.key.slice(BUDGETS.length) ?? last;
    if (page.length < PAGE || from >= last) return found;
  }
}

/** Whether any run was begun before that time. */
export async function isAnyEarlier(documents: Pick<Documents, 'list'>, sinceMs: number): Promise<boolean> {
  const [first] = await documents.list(COURSES, { limit: 1 });
  return first !== undefined && first.key < `${COURSES}${idsFrom('run', sinceMs)}`;
}
