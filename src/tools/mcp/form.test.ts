import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { answerForm, formByQuestions, type AskForm, type McpForm } from './form.ts';

const { signal } = new AbortController();
const requestedSchema = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, title: 'Your name', description: 'As printed', default: 'Ann' },
    age: { type: 'integer' as const, minimum: 18 },
    score: { type: 'number' as const, default: 9.5 },
    isSure: { type: 'boolean' as const },
    colour: { type: 'string' as const, enum: ['red', 'blue'] },
    size: { type: 'string' as const, oneOf: [{ const: 's', title: 'Small' }] },
    tags: { type: 'array' as const, items: { type: 'string' as const, enum: ['a', 'b'] } },
    kinds: { type: 'array' as const, items: { anyOf: [{ const: 'x', title: 'X' }] } },
  },
  required: ['age'],
};
const field = { description: '', options: [], isRequired: false, default: undefined };

describe('a form of a server', () => {
  it('is put before a person with what each field takes, and what is left out has its default', verifies('KEL-MCP-08'), async () => {
    const seen: McpForm[] = [];
    const ask: AskForm = async (form) => {
      seen.push(form);
      return { action: 'accept', values: { age: 30, tags: ['a'], stranger: 'not asked for' } };
    };
    expect(await answerForm('shop', { message: 'Who are you?', requestedSchema }, ask, signal)).toEqual({ action: 'accept', content: { name: 'Ann', age: 30, score: 9.5, tags: ['a'] } });
    expect(seen).toEqual([
      {
        server: 'shop',
        message: 'Who are you?',
        fields: [
          { ...field, name: 'name', title: 'Your name', description: 'As printed', kind: 'text', default: 'Ann' },
          { ...field, name: 'age', title: 'age', kind: 'integer', isRequired: true },
          { ...field, name: 'score', title: 'score', kind: 'number', default: 9.5 },
          { ...field, name: 'isSure', title: 'isSure', kind: 'yes_no' },
          { ...field, name: 'colour', title: 'colour', kind: 'choice', options: ['red', 'blue'] },
          { ...field, name: 'size', title: 'size', kind: 'choice', options: ['s'] },
          { ...field, name: 'tags', title: 'tags', kind: 'choices', options: ['a', 'b'] },
          { ...field, name: 'kinds', title: 'kinds', kind: 'choices', options: ['x'] },
        ],
      },
    ]);
  });

  it('is answered with a refusal when the person refuses, and not at all when the answer does not fit', verifies('KEL-MCP-08'), async () => {
    const answers = (values: Record<string, number>) => answerForm('shop', { message: '', requestedSchema }, async () => ({ action: 'accept', values }), signal);
    expect([await answers({ age: 17 }), await answers({}), await answers({ age: 18.5 }), await answers({ age: 18 })].map(({ action }) => action)).toEqual(['cancel', 'cancel', 'cancel', 'accept']);
    expect(await answerForm('shop', { message: '', requestedSchema }, async () => ({ action: 'decline' }), signal)).toEqual({ action: 'decline' });
  });

  it('is not shown when it hides something or is too large', verifies('KEL-MCP-08'), async () => {
    const ask: AskForm = () => Promise.reject(new Error('was shown'));
    const many = { type: 'object' as const, properties: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, { type: 'string' as const }])) };
    const declined = [
      await answerForm('shop', { message: 'x\u202e', requestedSchema }, ask, signal),
      await answerForm('shop', { message: '', requestedSchema: many }, ask, signal),
      await answerForm('shop', { message: 'x'.repeat(40_001), requestedSchema }, ask, signal),
    ];
    expect(declined).toEqual([{ action: 'decline' }, { action: 'decline' }, { action: 'decline' }]);
  });

  it('can be asked as one question after another', verifies('KEL-MCP-08'), async () => {
    const script = ['answer', '', '42', '1.5', 'yes', 'blue', 's', 'a, b', ''];
    const asked: string[] = [];
    const ask = formByQuestions(async ({ question, options }) => {
      asked.push([question, ...options].join('|'));
      return script[asked.length - 1] ?? '';
    });
    expect(await answerForm('shop', { message: 'Who?', requestedSchema }, ask, signal)).toEqual({ action: 'accept', content: { name: 'Ann', age: 42, score: 1.5, isSure: true, colour: 'blue', size: 's', tags: ['a', 'b'] } });
    expect(asked).toEqual(['The server shop asks: Who?|answer|do not answer', 'Your name (for the server shop): As printed', 'age (for the server shop)', 'score (for the server shop)', 'isSure (for the server shop)|yes|no', 'colour (for the server shop)|red|blue', 'size (for the server shop)|s', 'tags (for the server shop)|a|b', 'kinds (for the server shop)|x']);
    expect(await answerForm('shop', { message: 'Who?', requestedSchema }, formByQuestions(async () => 'do not answer'), signal)).toEqual({ action: 'decline' });
  });
});
