import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { finishes, taskRig } from '../../../test/support/task-rig.ts';
import { documentKey, SessionId, SessionState, type TaintClass } from '../../contracts/index.ts';
import { TYPED_BY_OWNER } from '../../tools/index.ts';

const SESSION = SessionId.parse('ses_01JCQZ9Y5D0000000000000001');
const PATH = { read_file: 'notes.txt', extract_text: 'page.html' } as const;

/** A conversation of runs, each of which reads one thing; with what each was told of the ones before. */
async function conversation(...reads: readonly ('read_file' | 'extract_text')[]) {
  const told: (readonly [label: string, taint: TaintClass])[] = [];
  const rig = await taskRig({
    turns: reads.flatMap((name) => [{ times: 1, answer: [{ type: 'tool_call' as const, name, arguments: { path: PATH[name] } }] }, { times: 1, answer: [finishes('It was read.')] }]),
    overseers: () => ({ provenance: { ...TYPED_BY_OWNER, ownerSaid: () => undefined, wasTold: (label, taint) => told.push([label, taint]), judgeAnswer: () => ({ verdict: { decision: 'allow', rule: 'test.fine', explanation: 'Fine.' }, taintClass: 'owner_typed', sources: [] }) } }),
  });
  await rig.write('notes.txt', 'hello\n');
  await rig.write('page.html', '<p>hello</p>\n');
  const latest = async () => SessionState.safeParse((await rig.documents.get(documentKey.session(SESSION)))?.body).data?.latest ?? [];
  for (const [at, read] of reads.entries()) {
    await rig.run({ request: `Use ${read}`, sessionId: SESSION, idempotencyKey: `run-${at}` }, { exchangesOf: async () => (await latest()).map(({ input, summary, taint_class: taintClass }) => ({ input, summary, ...(taintClass !== undefined && { taintClass }) })) });
  }
  return { taints: (await latest()).map(({ taint_class: taint }) => taint), told: told.filter(([label]) => label.includes('xchange')) };
}

describe('an exchange of a conversation', () => {
  it('is trusted no further than what was read for it', verifies('KEL-ROLE2-04'), async () => {
    expect((await conversation('read_file')).taints).toEqual(['user_trusted_bounded']);
    expect((await conversation('extract_text')).taints).toEqual(['external_untrusted']);
  });

  it('hands on what it is to everything that is said after it, and is told as that', verifies('KEL-ROLE2-04'), async () => {
    const { taints, told } = await conversation('read_file', 'extract_text', 'read_file');
    expect(taints).toEqual(['user_trusted_bounded', 'external_untrusted', 'external_untrusted']);
    expect(new Set(told.map(([, taint]) => taint))).toEqual(new Set(['user_trusted_bounded', 'external_untrusted']));
    expect(told.filter(([label]) => label === 'an earlier exchange')).toEqual([['an earlier exchange', 'user_trusted_bounded'], ['an earlier exchange', 'user_trusted_bounded'], ['an earlier exchange', 'external_untrusted']]);
  });
});
