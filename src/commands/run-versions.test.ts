import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { OversightSection } from '../contracts/index.ts';
import { runSettings } from '../mother/index.ts';
import { versionsAtHand, type World } from './run-versions.ts';

const WORLD: World = { prompts: { planner: '1.0.0' }, contracts: [{ role_id: 'coder', version: 'aci:v1' as never }], formulas: [{ formula_id: 'f', semantic_version: '0.8.0' }, { formula_id: 'f', semantic_version: '1.0.0' }], catalogue: { tools: [] }, policy: OversightSection.parse({}), phases: runSettings().phases, models: { house: 'a'.repeat(64) } };

describe('what decides the course of a run here', () => {
  it('has a version for each thing, of formulas the older ones too', verifies('KEL-RUN-19'), () => {
    expect(versionsAtHand(WORLD)).toEqual({ prompts: { planner: ['1.0.0'] }, contracts: { coder: ['1.0.0'] }, formulas: { f: ['1.0.0', '0.8.0'] }, tools: {}, server_tools: {}, policy: { oversight: [expect.stringMatching(/^[0-9a-f]{64}$/)], phases: [expect.stringMatching(/^[0-9a-f]{64}$/)] }, models: { house: ['a'.repeat(64)] } });
  });

  it('changes with how long phases last and how often they are tried, and not with what may be spent', verifies('KEL-RUN-19'), () => {
    const phasesUnder = (...given: Parameters<typeof runSettings>) => versionsAtHand({ ...WORLD, phases: runSettings(...given).phases }).policy['phases'];
    const usual = phasesUnder();
    expect([phasesUnder({}), phasesUnder({ phases: { repair: {} } }), phasesUnder({ budget: { per_run: { max_tool_calls: 7 } } })]).toEqual([usual, usual, usual]);
    for (const phases of [{ repair: { max_retries: 5 } }, { plan: { timeout_sec: 90 } }, { finalize: { max_retries: 0 } }]) expect(phasesUnder({ phases })).not.toEqual(usual);
  });
});
