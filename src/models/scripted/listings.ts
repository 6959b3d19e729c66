/** What the server tells of itself when it is asked for no answer: its models, and a version where Ollama has one. */
export interface Listing {
  readonly status: number;
  readonly body: unknown;
}

/** Old enough for every client, new enough to have tools and thinking. */
const OLLAMA_VERSION = '0.12.0';
/** Told in every format: of a server that says nothing a client assumes little, and a run in a small window is cut short. */
const CONTEXT_TOKENS = 128_000;
const DETAILS = { parent_model: '', format: 'gguf', family: 'mock', families: ['mock'], parameter_size: '1B', quantization_level: 'Q4_0' };
/** Models were made when the world was new: the answer is the same every day. */
const CREATED_AT = '2024-01-01T00:00:00Z';
const CREATED_S = 1_704_067_200;

/** Undefined when nothing is listed at this path. Anthropic's clients ask at the same path as OpenAI's for another shape. */
export function listingOf(path: string, models: readonly string[], isAnthropic: boolean): Listing | undefined {
  switch (path) {
    case '/v1/models':
      return ok(isAnthropic ? anthropicModels(models) : { object: 'list', data: models.map((id) => ({ id, object: 'model', created: CREATED_S, owned_by: 'mock', context_length: CONTEXT_TOKENS })) });
    case '/api/tags':
      return ok({ models: models.map((name) => ({ name, model: name, modified_at: CREATED_AT, size: 1_000_000, digest: 'mock', details: DETAILS })) });
    case '/api/version':
      return ok({ version: OLLAMA_VERSION });
    case '/api/show':
      return ok({
        license: '',
        modelfile: '',
        parameters: '',
        template: '',
        details: DETAILS,
        modified_at: CREATED_AT,
        model_info: { 'general.architecture': 'mock', 'mock.context_length': CONTEXT_TOKENS },
        capabilities: ['completion', 'tools', 'thinking', 'vision'],
      });
    default:
      return undefined;
  }
}

const ok = (body: unknown): Listing => ({ status: 200, body });

function anthropicModels(models: readonly string[]): unknown {
  const data = models.map((id) => ({ type: 'model', id, display_name: id, created_at: CREATED_AT, max_input_tokens: CONTEXT_TOKENS }));
  return { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
}
