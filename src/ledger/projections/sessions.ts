import { documentKey, SESSION_EXCHANGES_MAX, sessionExchangeRecorded, SessionId, sessionStarted, type SessionDirectory, type SessionState } from '../../contracts/index.ts';
import { DIRECTORY_SESSIONS_MAX } from '../limits.ts';
import type { DocumentBody, Projection } from './projection.ts';
import { withOlder } from './session-earlier.ts';

type Exchange = Omit<SessionState['latest'][number], 'at'>;

/** A conversation with the exchanges that the next task in it is told of. */
export const sessionProjection: Projection = {
  name: 'session',
  version: 2,
  types: [sessionStarted.type, sessionExchangeRecorded.type],
  key: ({ streamId }) => documentKey.session(SessionId.parse(streamId)),
  fold: (current, { type, streamId, recordedAt, payload }): DocumentBody => {
    const session = (current as SessionState | undefined) ?? { session_id: SessionId.parse(streamId), started_at: recordedAt, exchanges: 0, latest: [] };
    if (type === sessionStarted.type) return session;
    const { run_id, input, summary, taint_class: taint } = payload as Exchange;
    const all = [...session.latest, { run_id, input, summary, ...(taint !== undefined && { taint_class: taint }), at: recordedAt }];
    const older = all.slice(0, -SESSION_EXCHANGES_MAX);
    const earlier = older.reduce(withOlder, session.earlier);
    return { ...session, exchanges: session.exchanges + 1, ...(earlier !== undefined && { earlier }), latest: all.slice(older.length) };
  },
};

/** The conversation that was spoken in last stands last. */
export const sessionDirectoryProjection: Projection = {
  name: 'session_directory',
  version: 1,
  types: [sessionStarted.type, sessionExchangeRecorded.type],
  key: () => documentKey.sessionDirectory(),
  fold: (current, { streamId }) => {
    const { latest } = (current as SessionDirectory | undefined) ?? { latest: [] };
    const sessionId = SessionId.parse(streamId);
    return { latest: [...latest.filter((one) => one !== sessionId), sessionId].slice(-DIRECTORY_SESSIONS_MAX) };
  },
};
