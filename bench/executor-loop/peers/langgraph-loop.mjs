import { tool } from '@langchain/core/tools';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';

export async function openLanggraph(serverUrl, { lookUp, QUESTION, SYSTEM, TOOL }, checkpointer) {
  const lookup = tool(async ({ number }) => lookUp(number), { name: TOOL.name, description: TOOL.description, schema: z.object({ number: z.int() }) });
  const llm = new ChatOpenAI({ model: 'bench-model', apiKey: 'none', configuration: { baseURL: `${serverUrl}/v1` } });
  const agent = createReactAgent({ llm, tools: [lookup], prompt: SYSTEM, ...(checkpointer && { checkpointer }) });
  return async (nth) => {
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: QUESTION }] }, { recursionLimit: 50, configurable: { thread_id: String(nth) } });
    if (!String(messages.at(-1).content).includes('90')) throw new TypeError(String(messages.at(-1).content));
  };
}
