// Serves a small local model over HTTP in the form of chat completions. It runs in the folder where the model and its
// runtime were installed, in a process of its own, so that nothing of either is a dependency.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';

const [folder, modelPath, contextSize = '2048', maxThreads = '0'] = process.argv.slice(2);
const { getLlama, LlamaChatSession } = await import(pathToFileURL(createRequire(`${folder}/package.json`).resolve('node-llama-cpp')).href);
const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: Number(maxThreads) });
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize: Number(contextSize) });
const sequence = context.getSequence();

const textOf = (content) => (typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join(''));

/** What the answer must be: the arguments of a tool, a value of a schema, or words. */
function shapeOf({ tools = [], tool_choice: choice, response_format: format }) {
  const name = typeof choice === 'object' ? choice.function.name : choice === 'required' ? tools[0]?.function.name : undefined;
  const tool = tools.find((offered) => offered.function.name === name);
  if (tool !== undefined) return { tool: name, schema: tool.function.parameters };
  return format?.type === 'json_schema' ? { schema: format.json_schema.schema } : {};
}

/** What a chat template adds to a conversation, and a little more. */
const TEMPLATE_TOKENS = 40;

/** As hosted models do, it says no to what it has no room for; cut down in silence it would answer something else. */
function demandRoom(words, answerTokens) {
  const tokens = model.tokenize(words).length + TEMPLATE_TOKENS + answerTokens;
  if (tokens > Number(contextSize)) throw Object.assign(new Error(`This model's maximum context length is ${contextSize} tokens; the messages and the answer need ${tokens}.`), { code: 'context_length_exceeded' });
}

let isBusy = Promise.resolve();
async function answer(body, emit) {
  const { tool, schema } = shapeOf(body);
  const system = body.messages.filter(({ role }) => role === 'system').map(({ content }) => textOf(content)).join('\n');
  const asked = body.messages.filter(({ role }) => role !== 'system').map(({ role, content }) => `${role === 'user' ? '' : `${role}: `}${textOf(content)}`).join('\n');
  const maxTokens = body.max_tokens ?? 128;
  demandRoom(`${system}\n${asked}`, maxTokens);
  await sequence.clearHistory();
  const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: system || 'You are a helpful assistant.', autoDisposeSequence: false });
  const before = sequence.tokenMeter.getState();
  const grammar = schema === undefined ? undefined : await llama.createGrammarForJsonSchema(schema);
  if (tool !== undefined) emit({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: tool, arguments: '' } }] });
  await session.prompt(asked, {
    maxTokens,
    temperature: body.temperature ?? 0,
    ...(grammar !== undefined && { grammar }),
    onTextChunk: (text) => emit(tool === undefined ? { content: text } : { tool_calls: [{ index: 0, function: { arguments: text } }] }),
  });
  session.dispose();
  const { usedInputTokens, usedOutputTokens } = sequence.tokenMeter.diff(before);
  return { reason: tool === undefined ? 'stop' : 'tool_calls', usage: { prompt_tokens: usedInputTokens, completion_tokens: usedOutputTokens, total_tokens: usedInputTokens + usedOutputTokens } };
}

async function serve(body, send, response) {
  try {
    const { reason, usage } = await answer(body, (delta) => send({ delta }));
    send({ delta: {}, finish_reason: reason });
    send(undefined, { usage });
    response.end('data: [DONE]\n\n');
  } catch (error) {
    response.end(`data: ${JSON.stringify({ error: { message: String(error.message), ...(error.code && { code: error.code }) } })}\n\n`);
  }
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ object: 'list', data: [{ id: 'tinyllama-1.1b', object: 'model' }] }));
  }
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(pieces).toString());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (choice, more = {}) => response.write(`data: ${JSON.stringify({ id: 'real-1', object: 'chat.completion.chunk', created: 0, model: body.model, choices: choice === undefined ? [] : [{ index: 0, finish_reason: null, ...choice }], ...more })}\n\n`);
    isBusy = isBusy.then(() => serve(body, send, response));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
