import { describe, expect, it } from 'vitest';
import { callPart, modelRequest, modelResponse, textPart } from '../../../test/support/model-samples.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { ModelMessage, ModelResponse, ModelStreamEvent } from '../../contracts/index.ts';
import { fixedClock } from '../../kernel/index.ts';
import type { AnswerOrder, AnswerPort } from '../gateway/answer-port.ts';
import { DEFAULT_LIMITS } from '../gateway/limits.ts';
import { playAnswers } from './play.ts';
import { recordAnswers } from './record.ts';

const order = (text = 'hello', signal = new AbortController().signal, key = 'k1'): AnswerOrder => ({
  request: modelRequest({ messages: [{ role: 'user', content: [{ type: 'text', text }] }] }),
  target: { modelId: 'm', name: 'm', key, provider: { format: 'openai_chat', base_url: 'http://127.0.0.1:1/v1', keys: [], key_limits: {}, headers: {}, location: 'local', is_first_party: false, structured_output: 'native' } },
  limits: DEFAULT_LIMITS,
  signal,
});

async function record(...answers: ModelResponse[]): Promise<string[]> {
  const lines: string[] = [];
  const recorder = recordAnswers(async () => answers.shift() ?? modelResponse([]), { clock: fixedClock(Date.UTC(2026, 10, 15)), write: (line) => void lines.push(line) });
  for (let left = answers.length; left > 0; left -= 1) await recorder(order());
  return lines;
}

/** Two turns with a tool that tells whom it wrote to, so that its result holds what the answer held. */
async function converse(answers: AnswerPort): Promise<ModelResponse[]> {
  const ask = (messages: ModelMessage[]) => answers({ ...order(), request: modelRequest({ messages }) });
  const messages: ModelMessage[] = [{ role: 'system', text: 'You serve bo@example.org.' }, { role: 'user', content: [{ type: 'text', text: 'Write to Ada.' }] }];
  const called = await ask(messages);
  const call = called.message.content.find((part) => part.type === 'tool_call');
  const { to } = JSON.parse(call?.arguments_text ?? '{}') as { to: string };
  messages.push(called.message, { role: 'tool', content: [{ type: 'tool_result', call_id: 'a', name: 'mail', content: [{ type: 'text', text: `Told ${to}, not eve@example.org` }], is_error: false }] });
  const told = await ask(messages);
  messages.push(told.message, { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] });
  return [called, told, await ask(messages)];
}

describe('a cassette', () => {
  it('answers what was recorded, whichever key is used, and tells it as an event', verifies('KEL-CASSETTE-01'), async () => {
    const response = modelResponse([textPart('Good day.')]);
    const play = playAnswers('greeting', await record(response));
    const events: ModelStreamEvent[] = [];
    expect(await play({ ...order('hello', undefined, 'another key'), onEvent: (event) => events.push(event) })).toEqual(response);
    expect(events).toEqual([{ type: 'finished', response }]);
  });

  it('gives several answers to one question in their order, and the last one from then on', verifies('KEL-CASSETTE-01'), async () => {
    const play = playAnswers('twice', await record(modelResponse([textPart('one')]), modelResponse([textPart('two')])));
    const said = async () => (await play(order())).message.content;
    expect([await said(), await said(), await said()]).toEqual([[textPart('one')], [textPart('two')], [textPart('two')]]);
  });

  it('says so when it was never asked that', verifies('KEL-CASSETTE-01'), async () => {
    const play = playAnswers('greeting', await record(modelResponse([])));
    await expect(play(order('something else'))).rejects.toMatchObject({ code: 'cassette.missing', message: expect.stringMatching(/^The cassette greeting holds no answer to this request \([0-9a-f]{12}\)\.$/) as unknown });
  });

  it('plays a conversation that goes on from its own answers', verifies('KEL-CASSETTE-01'), async () => {
    const answers = [
      modelResponse([{ type: 'reasoning', text: 'Ada is ada@example.org', signature: 'sealed', id: 'rs_1' }, { type: 'reasoning', text: '', redacted: 'sealed' }, callPart('a', 'mail', '{"from":"bo@example.org","to":"ada@example.org"}')]),
      modelResponse([textPart('Sent to ada@example.org.')]),
      modelResponse([textPart('You are welcome.')]),
    ];
    const lines: string[] = [];
    const live = [...answers];
    const recorder = recordAnswers(async () => live.shift() ?? modelResponse([]), { clock: fixedClock(0), write: (line) => void lines.push(line) });
    const recorded = await converse(recorder);
    expect([recorded, lines.length]).toEqual([answers, 3]);
    expect((await converse(playAnswers('talk', lines))).map(({ message }) => message.content)).toEqual([
      [{ type: 'reasoning', text: 'Ada is [EMAIL_1]' }, { type: 'reasoning', text: '' }, callPart('a', 'mail', '{"from":"[EMAIL_1]","to":"[EMAIL_2]"}')],
      [textPart('Sent to [EMAIL_1].')],
      [textPart('You are welcome.')],
    ]);
  });

  it('is masked, and holds neither the request nor the seal of what was thought', verifies('KEL-CASSETTE-02'), async () => {
    const secret = 'ada@example.org';
    const lines = await record(modelResponse([textPart(`Write to ${secret}`), callPart('a', 'mail', `{"to":"${secret}"}`), { type: 'reasoning', text: `${secret} it is`, signature: 'sealed', redacted: 'sealed' }, { type: 'refusal', text: secret }]));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/ada@|sealed|hello|k1/);
    const played = await playAnswers('masked', lines)(order());
    expect(played.message.content).toEqual([textPart('Write to [EMAIL_1]'), callPart('a', 'mail', '{"to":"[EMAIL_1]"}'), { type: 'reasoning', text: '[EMAIL_1] it is' }, { type: 'refusal', text: '[EMAIL_1]' }]);
  });

  it('records what was answered only, and passes on unaltered what it records', verifies('KEL-CASSETTE-02'), async () => {
    const lines: string[] = [];
    const failing = recordAnswers(() => Promise.reject(new RangeError('broken')), { clock: fixedClock(0), write: (line) => void lines.push(line) });
    await expect(failing(order())).rejects.toThrow('broken');
    expect(lines).toEqual([]);
    const response = modelResponse([textPart('ada@example.org')]);
    expect(await recordAnswers(async () => response, { clock: fixedClock(0), write: () => undefined })(order())).toBe(response);
  });

  it('that is damaged says which line', verifies('KEL-CASSETTE-01'), async () => {
    expect(() => playAnswers('old', ['', '{'])).toThrow('Line 2 of the cassette old cannot be read: it is no JSON.');
    expect(() => playAnswers('old', ['{"request_hash":1}'])).toThrow('Line 1 of the cassette old cannot be read: it is no recorded answer.');
  });

  it('does not answer once it was stopped', verifies('KEL-CASSETTE-01'), async () => {
    const stop = new AbortController();
    stop.abort(new RangeError('stopped'));
    await expect(playAnswers('greeting', await record(modelResponse([])))(order('hello', stop.signal))).rejects.toThrow('stopped');
  });
});
