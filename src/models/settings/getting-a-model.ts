/** Where models are looked for when nothing is configured. */
export const LOOKED_FOR: readonly string[] = [
  'keelson.config.json or keelson.config.ts in this folder, those above it and the data folder',
  'OPENAI_API_KEY, ANTHROPIC_API_KEY and OPENROUTER_API_KEY in the environment',
  'KEELSON_BASE_URL in the environment',
  'a running Ollama (OLLAMA_HOST, or 127.0.0.1:11434)',
];

/** The three shortest ways from nothing to a model; `keelson models` and `keelson doctor` say the same. */
export const NEXT_STEPS: readonly string[] = [
  'On this machine, free: install Ollama from ollama.com, then run `ollama serve` and `ollama pull qwen3:8b`.',
  'Hosted: set a key, such as `export OPENROUTER_API_KEY=…` (or OPENAI_API_KEY, ANTHROPIC_API_KEY).',
  'Your own server: `export KEELSON_BASE_URL=http://127.0.0.1:8000/v1` for anything that speaks the OpenAI format (vLLM, llama.cpp, LiteLLM).',
];
