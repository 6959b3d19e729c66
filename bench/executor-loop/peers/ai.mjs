import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';

const { serve, lookUp, QUESTION, SYSTEM, TOOL } = await import(process.env['BENCH_CONTENDER']);

await serve(async (serverUrl) => {
  const provider = createOpenAICompatible({ name: 'bench', baseURL: `${serverUrl}/v1` });
  const tools = { lookup: tool({ description: TOOL.description, inputSchema: jsonSchema(TOOL.parameters), execute: async ({ number }) => lookUp(number) }) };
  return {
    async run() {
      const { text } = await generateText({ model: provider('bench-model'), system: SYSTEM, prompt: QUESTION, tools, stopWhen: stepCountIs(20) });
      if (!text.includes('90')) throw new TypeError(text);
    },
  };
});
