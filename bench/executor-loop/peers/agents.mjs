import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents';
import OpenAI from 'openai';

const { serve, lookUp, QUESTION, SYSTEM, TOOL } = await import(process.env['BENCH_CONTENDER']);

await serve(async (serverUrl) => {
  setTracingDisabled(true);
  const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL: `${serverUrl}/v1`, apiKey: 'none' }), 'bench-model');
  const lookup = tool({ name: TOOL.name, description: TOOL.description, parameters: TOOL.parameters, execute: async ({ number }) => lookUp(number) });
  const agent = new Agent({ name: 'bench', instructions: SYSTEM, model, tools: [lookup] });
  return {
    async run() {
      const { finalOutput } = await run(agent, QUESTION, { maxTurns: 20 });
      if (!String(finalOutput).includes('90')) throw new TypeError(String(finalOutput));
    },
  };
});
