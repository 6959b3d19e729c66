import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gatewayRig, modelAt, type GatewayRig } from '../../../test/support/gateway-rig.ts';
import { JOURNAL_RUN, journalFixture } from '../../../test/support/journal-fixture.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Capability, RoleId } from '../../contracts/index.ts';
import { BUILTIN_SETUP, createCounters, createDocuments } from '../../ledger/index.ts';
import type { RoleDesk, RoleQuestion } from '../../loops/index.ts';
import { createModelDesk, createPrefixWatch, readMeasures } from '../../models/index.ts';
import { createRoleDesk } from './role-desk.ts';

const rigs: GatewayRig[] = [];
afterEach(async () => void (await Promise.all(rigs.splice(0).map((rig) => rig.close()))));

const Verdict = z.strictObject({ ok: z.boolean() });
const NEEDS: Readonly<Record<RoleId, readonly Capability[]>> = { planner: ['strict_json'] };

function question(key: string, roleId: RoleId, rest: Partial<RoleQuestion<z.infer<typeof Verdict>>> = {}): RoleQuestion<z.infer<typeof Verdict>> {
  return { key, signal: new AbortController().signal, roleId, head: 'You judge.', body: 'Is it so?', answer: { name: 'Verdict', schema: Verdict }, work: 'main', ...rest };
}

/** Roles that ask over real HTTP: a small model on this machine, a large one elsewhere. */
async function office(startsLarger = false) {
  const rig = await gatewayRig(
    { turns: [{ answer: [{ type: 'text', text: '{"ok":true}' }] }] },
    {
      modelsAt: ({ url }) => [
        modelAt(url, 'openai_chat', 'small', { name: 'small', tiers: ['flash'], capabilities: [] }, { location: 'local', keys: [] }),
        modelAt(url, 'openai_chat', 'large', { name: 'large', capabilities: [] }),
      ],
    },
  );
  rigs.push(rig);
  const fixture = await journalFixture();
  const { writer, clock, store, log } = fixture;
  const counters = createCounters(writer);
  await counters.open('open', 'run:1', { tokens: 1_000_000, cost_microusd: 10_000_000, cloud_calls: 100 });
  const documents = createDocuments(store, BUILTIN_SETUP.projections);
  return {
    asked: () => rig.server.requests().map(({ model }) => model),
    routed: async () => (await log.readAll({ after: 0, limit: 1_000 })).filter(({ event }) => event.type === 'run.model_routed').map(({ event }) => (event.payload as { decision: { request: object } }).decision.request),
    async within<Result>(work: (desk: RoleDesk) => Promise<Result>): Promise<Result> {
      const journal = await fixture.open();
      const desk = createModelDesk({ gateway: rig.gateway, journal, log: writer, prefixes: createPrefixWatch(), clock, defaultModel: undefined, cloud: 'allow', measuresOf: (modelId) => readMeasures(documents, modelId) });
      const common = { runId: JOURNAL_RUN, sensitivity: 'private', targetLatencyMs: 10_000, policy: { libraryForbidsCloud: false, restrictedMayLeave: false } } as const;
      try {
        return await work(createRoleDesk({ desk, common, budgets: { counters: ['run:1'], operations: counters.operations }, outputTokensMax: 500, needsOf: (roleId) => NEEDS[roleId] ?? [], startsLarger }));
      } finally {
        await journal.close();
      }
    },
  };
}

describe('a role that judges another', () => {
  const planAndJudge = async (desk: RoleDesk): Promise<string[]> => {
    const judged = async (key: string): Promise<string> => (await desk.ask(question(key, 'meta_validator', { noWeakerThan: 'planner' }))).modelId;
    const before = await judged('review/0');
    const planned = (await desk.ask(question('plan/1', 'planner', { escalate: true }))).modelId;
    const after = await judged('review/1');
    const replanned = (await desk.ask(question('plan/2', 'planner'))).modelId;
    return [before, planned, after, replanned, await judged('review/2')];
  };

  it('is answered by a model that reasons as well as the one which answered that one last, also when the run is gone on with', verifies('ART-INV-04', 'KEL-ROUTE-08'), async () => {
    const { within, asked } = await office();
    expect(await within(planAndJudge)).toEqual(['small', 'large', 'large', 'small', 'small']);
    const before = asked().length;
    expect(await within(planAndJudge)).toEqual(['small', 'large', 'large', 'small', 'small']);
    expect(asked()).toHaveLength(before);
  });
});

describe('a question of a role', () => {
  it('names what its contract needs of a model', verifies('ACI-50', 'KEL-ROUTE-08'), async () => {
    const { within, routed } = await office();
    await within(async (desk) => void (await desk.ask(question('plan/1', 'planner')), await desk.ask(question('review/1', 'critic'))));
    const common = { required_capabilities: [], sensitivity: 'private', target_latency_ms: 10_000 };
    expect(await routed()).toEqual([{ ...common, role_id: 'planner', wanted_capabilities: ['strict_json'] }, { ...common, role_id: 'critic' }]);
  });

  it('goes to a larger model in a run that begins on one, where it is real work', verifies('MH4-1-10', 'KEL-ROUTE-08'), async () => {
    const { within } = await office(true);
    const models = await within(async (desk) => [
      (await desk.ask(question('plan/1', 'planner'))).modelId,
      (await desk.ask(question('perceive', 'perceiver', { work: 'intent' }))).modelId,
      (await desk.ask(question('review/1', 'critic', { escalate: false }))).modelId,
    ]);
    expect(models).toEqual(['large', 'small', 'small']);
  });
});
