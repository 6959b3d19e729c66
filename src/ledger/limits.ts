/** The ledger's bounds and defaults, in one place. */

/** A larger payload belongs in a blob: everyone who reads the stream pays for it. */
export const EVENT_PAYLOAD_BYTES_MAX = 256 * 1024;

/** More at once would hold up every other writer; split the append. */
export const APPEND_EVENTS_MAX = 1_000;

/** All of an append together; larger ones would hold up every other writer. */
export const APPEND_BYTES_MAX = 8 * 1024 * 1024;

/** Each is named in the event that tells of the erasure, which has to stay readable. */
export const ERASED_ENTRIES_MAX = 1_000;

/** What the journal keeps in place; larger requests and results become blobs. */
export const INLINE_VALUE_BYTES_MAX = 16 * 1024;

/** How long an effect that was told to stop may take to answer before its step is recorded as stopped. */
export const CANCEL_GRACE_MS = 5_000;

/** Enough for keys and nonces; more chance than this is data and belongs in a tool. */
export const RANDOM_BYTES_MAX = 1_024;

/** A blob is stored in parts of this size, so that a large one never holds up other commits for long. */
export const BLOB_PART_BYTES = 1024 * 1024;

/** Content that comes again with little changed is cut into pieces of these sizes, 8 KiB on average, which are kept once. */
export const PIECE_BYTES_MIN = 4 * 1024;
export const PIECE_BYTES_MAX = 64 * 1024;

/** What is cut so travels whole in one append; larger content is stored ahead, in parts. */
export const IN_PIECES_BYTES_MAX = 4 * 1024 * 1024;

/** Larger files stay where they are and are referred to by path and hash. */
export const BLOB_BYTES_MAX = 1024 * 1024 * 1024;

/** A blob that nothing refers to yet may be about to be referred to. */
export const BLOB_GRACE_MS = 60 * 60 * 1000;

/** How many entries are read at once; the rest waits in the store, not in memory. */
export const PAGE_ENTRIES = 512;

/** How long an owner may be silent. Renewals come three times as often, so that one may go wrong. */
export const LEASE_TTL_MS = 15_000;
export const LEASE_RENEWALS_PER_TTL = 3;

/** A longer silence would leave what a dead owner held lying for too long. */
export const LEASE_TTL_MS_MAX = 60 * 60 * 1000;

/** How often somebody who waits for a lease looks whether it is free. */
export const LEASE_POLL_MS = 500;

/** Names of leases, owners and pieces of work are keys of the store. */
export const RECORD_NAME_CHARS_MAX = 256;

/** Claims of one queue that may be out at once. */
export const WORK_CLAIMS_MAX = 256;

/** How often a piece of work is tried before it is set aside for a person. */
export const WORK_ATTEMPTS_MAX = 5;

/** A piece of work says what to do; what it needs for that lies elsewhere. */
export const WORK_BODY_BYTES_MAX = 16 * 1024;

/** Why something was done or failed, for a person to read. */
export const REASON_CHARS_MAX = 2_000;

/** Whoever reports more than this many times what was reserved is not believed. */
export const USAGE_BELIEVABLE_FACTOR = 100;

/** How much is kept of a report that is not a number. */
export const REPORTED_CHARS_MAX = 64;

/** A counter is written whole at each step, and the event that closes it names every reservation still open. */
export const COUNTER_UNITS_MAX = 32;
export const COUNTER_RESERVATIONS_MAX = 400;

/** Attempts at a lock that another process holds, and the bounds of the pause between two. */
export const LOCK_ATTEMPTS = 15;
export const LOCK_PAUSE_MIN_MS = 20;
export const LOCK_PAUSE_MAX_MS = 150;

/** How often a follower looks whether another process has written. */
export const FOLLOW_POLL_MS = 100;

/** What waits for a person is written whole with each change; nobody answers so many questions. What expired makes room first. */
export const ATTENTION_ITEMS_MAX = 500;

/** Tools that were made are kept in one document and offered all together: more than these no model chooses from. */
export const MADE_TOOLS_MAX = 50;

/** What a run has done to the world is written whole with each call; whoever cancels a run reads no longer list. */
export const EXECUTED_EFFECTS_MAX = 500;

/** Runs whose ids a directory names, in all and for each reason: what people page through. Older ones are found by their own documents. */
export const DIRECTORY_RUNS_MAX = 500;

/** Days of which it is kept how runs ended: a year, so that this week can be held against the same one before. */
export const DIRECTORY_DAYS_MAX = 366;

/** Children that have not ended, as they are looked through for those whose parent is gone; far more than may be at work at once. */
export const OPEN_CHILDREN_MAX = 500;

/** Conversations that can be gone on with by their end alone. */
export const DIRECTORY_SESSIONS_MAX = 200;

/** What a process remembers of its own writes, so as not to read them again: more than any follower falls behind by. */
export const OWN_ENTRIES_MAX = 4_096;
/** More streams than a process works on at once. */
export const OWN_STREAMS_MAX = 512;

/** What a person is shown of a place of memory; the rest stands in its stream. A place is written whole with each Megram. */
export const MEMORY_LATEST_MAX = 12;

/** Rules are distilled from many Megrams, so that a place has one or two of them. */
export const MEMORY_SOPS_MAX = 8;

/** A space is written whole with each Megram in it, and a plan is told of far fewer of its places. */
export const MEMORY_PLACES_MAX = 64;

/** Facts at each end of a thing that hold. A thing is written whole with each of them, and nobody is told of more. */
export const GRAPH_EDGES_MAX = 200;

/** Facts that ended are kept for questions about an earlier time, the latest of them. */
export const GRAPH_ENDED_MAX = 64;

/** Who said a fact: the first and the latest tell enough. */
export const GRAPH_SOURCES_MAX = 4;

/** Proposals that wait for a person: more than these nobody reads, and the oldest make room. */
export const PREFERENCES_WAITING_MAX = 20;

/** What was decided on is not proposed again for as long as it is kept. */
export const PREFERENCES_SETTLED_MAX = 200;
/** Rounds of a run that its course tells: several times as many as a run may take. */
export const COURSE_ROUNDS_MAX = 16;
