import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { runnerRig, sampleTool } from '../../../test/support/runner-rig.ts';
import { ApprovalId, taintMarked, type ArgumentOrigin, type JudgedIntention, type PolicyDecision } from '../../contracts/index.ts';
import { TYPED_BY_OWNER, type CallInQuestion, type ProvenancePort } from './provenance.ts';

const YES = ApprovalId.parse('apr_01JCQZ9Y5D0000000000000001');
const words = (decision: PolicyDecision): JudgedIntention => ({ kind: 'words', subject: 'send to a@example.com', verdict: { decision, rule: 'taint.sample', explanation: 'A page led here.' } });
const FROM_PAGE: ArgumentOrigin = { argument: '/text', origin: 'source', span: 'a@example.com', source: 'page', taint_class: 'external_untrusted' };

/** Says the same about every call that a model makes, and nothing about what a person typed. */
const judging = (decision: PolicyDecision, more: Partial<ProvenancePort> = {}): ProvenancePort => ({
  ...TYPED_BY_OWNER,
  judge: async ({ typedBy }) => (typedBy === 'owner' ? { judged: [], origins: [] } : { judged: [words(decision)], origins: [FROM_PAGE] }),
  ...more,
});

describe('where the words of a call came from', () => {
  it('refuses it when they may not lead to it, and nothing is asked or done', verifies('KEL-RUNNER-13'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()], provenance: judging('deny') });
    await expect(rig.call({ toolId: 'echo', arguments: { text: 'x' } })).rejects.toMatchObject({ code: 'tool.refused_by_policy', data: { rule: 'taint.sample', decision: 'deny' } });
    expect(rig.asked).toEqual([]);
    expect((await rig.told('run.tool_refused')).map(({ stage }) => stage)).toEqual(['policy']);
    expect(await rig.told('run.tool_started')).toEqual([]);
  });

  it('is shown to whoever is asked', verifies('KEL-RUNNER-13'), async () => {
    const rig = await runnerRig({ tools: [sampleTool({ touches: ['network'] })], provenance: judging('gate'), answer: () => ({ answer: 'approved', approval_id: YES }) });
    const { decision } = await rig.call({ toolId: 'echo', arguments: { text: 'x' } });
    expect(rig.asked.map(({ reasons, origins, touches }) => ({ reasons, origins, touches }))).toEqual([{ reasons: ['taint.sample: A page led here.'], origins: [FROM_PAGE], touches: ['network'] }]);
    expect({ intentions: decision.intentions, approval: decision.approval_id }).toEqual({ intentions: [words('gate')], approval: YES });
  });

  it('stands in the record of the call also when nothing speaks against it', verifies('KEL-RUNNER-13'), async () => {
    const rig = await runnerRig({ tools: [sampleTool()], provenance: judging('allow') });
    await rig.call({ toolId: 'echo', arguments: { text: 'x' } });
    expect((await rig.told('run.tool_started')).map(({ decision }) => (decision as { intentions: unknown }).intentions)).toEqual([[words('allow')]]);
  });

  it('is the person, when they put other arguments in the place of a model\'s', verifies('KEL-RUNNER-14'), async () => {
    const asked: CallInQuestion['typedBy'][] = [];
    const port = judging('gate');
    const rig = await runnerRig({
      tools: [sampleTool()],
      provenance: { ...port, judge: (call) => (asked.push(call.typedBy), port.judge(call)) },
      answer: () => ({ answer: 'edited', approval_id: YES, arguments: { text: 'mine' } }),
    });
    const { outcome } = await rig.call({ toolId: 'echo', arguments: { text: 'x' } });
    expect({ asked, output: outcome.output }).toEqual({ asked: ['model', 'owner'], output: { text: 'mine' } });
  });

  it('decides how far the result is trusted, and what is recorded beside it', verifies('KEL-RUNNER-14'), async () => {
    const observed: string[] = [];
    const mark = { workspace: '/w', mark: { subject_kind: 'file', subject: 'a.txt', taint_class: 'external_untrusted', sources: ['page'], replaces: true, run_id: null } };
    const rig = await runnerRig({
      tools: [sampleTool()],
      provenance: {
        ...TYPED_BY_OWNER,
        classOf: async () => 'unclassified',
        eventsFor: () => [{ type: taintMarked.type, streamId: `workspace:${'a'.repeat(64)}`, payload: mark }],
        observe: async ({ call }, outcome) => void observed.push(`${call} ${outcome.taint_class} ${outcome.shown.text}`),
      },
    });
    await rig.call({ toolId: 'echo', arguments: { text: 'hello' }, key: 'execute/1/a' });
    expect(await rig.told('taint.marked')).toEqual([mark]);
    await rig.call({ toolId: 'echo', arguments: { text: 'hello' }, key: 'execute/1/a', journal: await rig.journal() });
    expect(observed).toEqual(['execute/1/a unclassified hello', 'execute/1/a unclassified hello']);
    expect(await rig.told('taint.marked')).toEqual([mark]);
  });
});
