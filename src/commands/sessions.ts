import { DEFAULT_TENANT, documentKey, SessionId, sessionShow, sessionStart, sessionStarted, SessionState } from '../contracts/index.ts';
import { hasCode } from '../kernel/index.ts';
import type { Documents } from '../ledger/index.ts';
import { bind, type Binding } from './dispatcher.ts';
import { findSession, sessionUnknown } from './run-find.ts';
import type { LedgerForRuns } from './ledger-for-runs.ts';
import type { OpenTools } from './tools-ports.ts';

/** Opens conversations and shows what was said in them. */
export function sessionBindings(openTools: OpenTools): Binding[] {
  return [
    bind(sessionStart, async (_request, { idempotencyKey = '' }) => {
      const ports = await openTools();
      const runs = await ports.ledger();
      return { session_id: await startSession(`session.start:${idempotencyKey}`, ports.ids.mint('ses'), ports.userId, runs) };
    }),
    bind(sessionShow, async ({ session }) => {
      const runs = await (await openTools()).existingLedger(DEFAULT_TENANT);
      if (runs === undefined) throw sessionUnknown(session);
      const { documents } = runs.ledger;
      const state = await readSession(await findSession(session, documents), documents);
      if (state === undefined) throw sessionUnknown(session);
      return state;
    }),
  ];
}

/** The same key gives the conversation that was opened under it. */
async function startSession(key: string, minted: SessionId, startedBy: string, { owner, ledger }: Pick<LedgerForRuns, 'owner' | 'ledger'>): Promise<SessionId> {
  const before = async (): Promise<SessionId | undefined> => SessionId.safeParse((await ledger.log.appended(key))[0]?.event.aggregate_id).data;
  const opened = await before();
  if (opened !== undefined) return opened;
  try {
    await owner.append({ key, events: [{ type: sessionStarted.type, streamId: minted, payload: { session_id: minted, started_by: startedBy } }] });
    return minted;
  } catch (error) {
    const first = hasCode(error, 'ledger.key_reused') ? await before() : undefined;
    if (first === undefined) throw error;
    return first;
  }
}

/** Nothing when it was never opened; a conversation that runs alone have named has come to something all the same. */
export async function readSession(sessionId: SessionId, documents: Pick<Documents, 'get'>): Promise<SessionState | undefined> {
  return SessionState.safeParse((await documents.get(documentKey.session(sessionId)))?.body).data;
}
