import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { ReasoningEffort } from '../../../contracts/index.ts';
import { openAiEffort, refusesSampling } from './openai-name.ts';

const EFFORTS: readonly (ReasoningEffort | null)[] = [null, 'none', 'low', 'medium', 'high'];
const askedOf = (name: string) => EFFORTS.map((effort) => openAiEffort(name, effort));
const samplingOf = (name: string) => EFFORTS.map((effort) => !refusesSampling(name, effort));

describe('what a model of OpenAI takes', () => {
  it('is an effort that its generation knows, and otherwise none', verifies('KEL-OPENAI-15'), () => {
    const usual = [undefined, undefined, 'low', 'medium', 'high'];
    expect(['o1', 'o3-mini', 'openai/o4-mini-2025-04-16', 'gpt-5-codex', 'gpt-5.1-codex-mini'].map(askedOf)).toEqual(Array.from({ length: 5 }, () => usual));
    expect(['gpt-5', 'gpt-5-nano-2025-08-07', 'openai/GPT-5-mini'].map(askedOf)).toEqual(Array.from({ length: 3 }, () => [undefined, 'minimal', 'low', 'medium', 'high']));
    expect(['gpt-5.1', 'gpt-5.10', 'gpt-6-sol', 'ft:gpt-5.4-mini:team'].map(askedOf)).toEqual(Array.from({ length: 4 }, () => [undefined, 'none', 'low', 'medium', 'high']));
    expect(['gpt-5-pro', 'gpt-5.2-pro'].map(askedOf)).toEqual([
      [undefined, undefined, undefined, undefined, 'high'],
      [undefined, undefined, undefined, 'medium', 'high'],
    ]);
    const none = EFFORTS.map(() => undefined);
    expect(['o1-mini', 'o1-preview', 'gpt-4.1', 'gpt-5-chat-latest', 'gpt-5.2-chat-latest', 'gpt-oss-120b', 'gpt', 'my-deployment', 'o2'].map(askedOf)).toEqual(Array.from({ length: 9 }, () => none));
  });

  it('is no temperature while it reasons', verifies('KEL-OPENAI-15'), () => {
    const never = EFFORTS.map(() => false);
    expect(['o1', 'o1-mini', 'o3', 'gpt-5', 'gpt-5-codex', 'gpt-5.2-pro'].map(samplingOf)).toEqual(Array.from({ length: 6 }, () => never));
    expect(['gpt-5.1', 'gpt-5.4'].map(samplingOf)).toEqual(Array.from({ length: 2 }, () => [true, true, false, false, false]));
    expect(['gpt-5.5', 'gpt-6.1-terra'].map(samplingOf)).toEqual(Array.from({ length: 2 }, () => [false, true, false, false, false]));
    const always = EFFORTS.map(() => true);
    expect(['gpt-4o', 'gpt-5-chat-latest', 'qwen3', 'gpt-oss-20b'].map(samplingOf)).toEqual(Array.from({ length: 4 }, () => always));
  });
});
