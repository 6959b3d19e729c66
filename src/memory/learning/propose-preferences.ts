import { documentKey, memoryPreferenceProposed, PREFERENCE_CHARS_MAX, PreferencesState, PreferencesStreamId, type Name, type PreferenceProposal, type RunId } from '../../contracts/index.ts';
import { sha256Hex, timestamp, type Clock, type Ids } from '../../kernel/index.ts';
import { recordOnce, type Documents, type LogWriter } from '../../ledger/index.ts';
import { withoutSecrets } from '../../redaction/index.ts';
import type { GraphScope } from '../graph/scope.ts';
import { matterStreamOf, part } from '../place.ts';

const DIGEST_CHARS = 32;
const TENANT_CHARS_MAX = 36;
const SAID_CHARS_MAX = 1_000;

/** Of one run at most so many: whoever says more writes a file. */
const PROPOSED_AT_ONCE_MAX = 5;

export function preferencesStreamOf({ tenant, matter }: GraphScope, workspace: string): PreferencesStreamId {
  return PreferencesStreamId.parse(`preferences:${part(tenant, TENANT_CHARS_MAX)}:${matterStreamOf(matter)}:${sha256Hex(workspace).slice(0, DIGEST_CHARS)}`);
}

export async function readPreferences(documents: Pick<Documents, 'get'>, scope: GraphScope, workspace: string): Promise<PreferencesState> {
  const body = (await documents.get(documentKey.preferences(preferencesStreamOf(scope, workspace)), 'preferences'))?.body;
  return PreferencesState.safeParse(body).data ?? { workspace, waiting: [], settled: [] };
}

export interface ProposePorts {
  readonly documents: Pick<Documents, 'get'>;
  /** Memory's own. */
  readonly writer: LogWriter;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface Heard {
  readonly text: string;
  readonly said: string;
  readonly by: PreferenceProposal['by'];
}

/**
 * Records what a person seems to want kept to. Only what they really said is a source; what waits already, was decided on or is
 * said twice is left out. Answers with how many are new.
 */
export async function proposePreferences(heard: readonly Heard[], words: readonly string[], from: { readonly runId: RunId; readonly workspace: string; readonly scope: GraphScope }, { documents, writer, clock, ids }: ProposePorts): Promise<number> {
  const { runId, workspace, scope } = from;
  const known = await readPreferences(documents, scope, workspace);
  const taken = new Set([...known.waiting, ...known.settled].map(({ text }) => plain(text)));
  const proposals: PreferenceProposal[] = [];
  for (const { text, said, by } of heard) {
    const line = withoutSecrets(text).split(/\s+/).filter((word) => word !== '').join(' ').slice(0, PREFERENCE_CHARS_MAX).toWellFormed();
    const isTheirs = said.trim() !== '' && words.some((one) => plain(one).includes(plain(said)));
    if (line === '' || !isTheirs || taken.has(plain(line)) || proposals.length >= PROPOSED_AT_ONCE_MAX) continue;
    taken.add(plain(line));
    proposals.push({ preference_id: ids.mint('prf'), text: line, said: withoutSecrets(said).slice(0, SAID_CHARS_MAX).toWellFormed(), said_in: runId, by, workspace, proposed_at: timestamp(clock) });
  }
  const matter: Name | null = scope.matter;
  const events = proposals.map((proposal) => ({ type: memoryPreferenceProposed.type, streamId: preferencesStreamOf(scope, workspace), payload: { matter, proposal }, governance: { ...writer.author.governance, taint_class: 'owner_typed' as const } }));
  if (events.length > 0) await recordOnce(writer, 'memory', `memory.preferences:${runId}`, events);
  return proposals.length;
}

function plain(text: string): string {
  return text.toLowerCase().split(/\s+/).filter((word) => word !== '').join(' ');
}
