import { documentKey, RunDirectory, RunId, SessionDirectory, SessionId } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import type { Documents } from '../ledger/index.ts';

/** Shorter ends are too easily mistyped into another one. */
const END_CHARS_MIN = 4;
/** What people type for the one they mean most often. */
const LAST = 'last';

const PAGE = 500;

/** The run that a person means: by its id, by as much of its end as no other run has, or `last`. */
export async function findRun(typed: string, documents: Pick<Documents, 'get' | 'list'>): Promise<RunId> {
  const said = tidied(typed);
  const whole = RunId.safeParse(said);
  if (whole.success) return whole.data;
  const { latest } = await readRunDirectory(documents);
  if (typed.trim().toLowerCase() === LAST) return latest.at(-1) ?? refuse(runUnknown(typed));
  const { end } = endOf(said, typed, 'run');
  const alike = latest.filter((id) => id.endsWith(end));
  const all = alike.length > 0 ? alike : await olderRuns(end, documents);
  if (all.length > 1) throw severalAlike(typed, all);
  return all[0] ?? refuse(runUnknown(typed));
}

/** The same for a conversation. */
export async function findSession(typed: string, documents: Pick<Documents, 'get'>): Promise<SessionId> {
  const said = tidied(typed);
  const whole = SessionId.safeParse(said);
  if (whole.success) return whole.data;
  const stored = await documents.get(documentKey.sessionDirectory());
  const { latest } = stored === undefined ? { latest: [] } : SessionDirectory.parse(stored.body);
  if (typed.trim().toLowerCase() === LAST) return latest.at(-1) ?? refuse(sessionUnknown(typed));
  const { end } = endOf(said, typed, 'session');
  const alike = latest.filter((id) => id.endsWith(end));
  if (alike.length > 1) throw severalAlike(typed, alike);
  return alike[0] ?? refuse(sessionUnknown(typed));
}

export async function readRunDirectory(documents: Pick<Documents, 'get'>): Promise<RunDirectory> {
  const stored = await documents.get(documentKey.runDirectory());
  return stored === undefined ? { total: 0, latest: [], by_reason: {}, by_day: {} } : RunDirectory.parse(stored.body);
}

/** Lists shorten ids with dots, and people type small letters; the letters of an id are the same in both cases. */
function tidied(typed: string): string {
  const [prefix = '', ...rest] = typed.trim().replace(/^(?:…|\.{1,3})/, '').split('_');
  return rest.length === 0 ? prefix.toUpperCase() : `${prefix.toLowerCase()}_${rest.join('_').toUpperCase()}`;
}

function endOf(said: string, typed: string, path: string): { readonly end: string } {
  if (said.length >= END_CHARS_MIN) return { end: said };
  throw new KeelsonError('input.invalid', { message: `"${typed}" is too short to tell one id from another.`, nextStep: `Type at least its last ${END_CHARS_MIN} characters, or ${LAST}.`, data: { issues: [{ path, message: 'too short' }] } });
}

/** Those that the directory does not name any more. */
async function olderRuns(end: string, documents: Pick<Documents, 'list'>): Promise<RunId[]> {
  const prefix = 'run_index:';
  const alike: RunId[] = [];
  for (let after: string | undefined; ; ) {
    const page = await documents.list(prefix, { limit: PAGE, ...(after !== undefined && { after }) });
    alike.push(...page.flatMap(({ key }) => (key.endsWith(end) ? [RunId.parse(key.slice(prefix.length))] : [])));
    after = page.at(-1)?.key;
    if (page.length < PAGE) return alike;
  }
}

function refuse(error: KeelsonError): never {
  throw error;
}

export function runUnknown(typed: string): KeelsonError<'run.unknown'> {
  const isLast = typed.trim().toLowerCase() === LAST;
  return new KeelsonError('run.unknown', {
    message: isLast ? 'There is no run here yet.' : `There is no run ${typed} here.`,
    nextStep: isLast ? 'Start one: keelson run "what is to be done".' : '`keelson runs` lists them; check also whether KEELSON_HOME names the folder of the run.',
    data: { run_id: typed },
  });
}

export function sessionUnknown(typed: string): KeelsonError<'session.unknown'> {
  return new KeelsonError('session.unknown', { message: typed.trim().toLowerCase() === LAST ? 'There is no conversation here yet.' : `There is no conversation ${typed} here.`, nextStep: 'Start one: keelson chat.', data: { session_id: typed } });
}

function severalAlike(typed: string, alike: readonly string[]): KeelsonError<'input.invalid'> {
  return new KeelsonError('input.invalid', { message: `${typed} may be any of ${alike.join(', ')}.`, nextStep: 'Type more of its end.', data: { issues: [{ path: 'id', message: 'several end alike' }] } });
}
