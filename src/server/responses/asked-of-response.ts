import { FunctionTool, ResponseToolChoice, type ModelMessage, type ModelRequest, type ResponseRequest } from '../../contracts/index.ts';
import { modelRequestOf, outputOf } from '../model-api/asked-request.ts';

/** The functions among the tools of a client. Other kinds are for other services, and are left out. */
export function functionsOf(tools: ResponseRequest['tools']): FunctionTool[] {
  return (tools ?? []).flatMap((tool) => FunctionTool.safeParse(tool).data ?? []);
}

/** A choice of a kind that nobody here knows leaves it to the model. */
export function choiceIn(choice: unknown): ResponseToolChoice {
  return ResponseToolChoice.safeParse(choice).data ?? 'auto';
}

/** What a model is asked: the instructions of this request, and everything that was said. */
export function askedOfResponse(request: ResponseRequest, said: readonly ModelMessage[]): ModelRequest {
  const { instructions, text, max_output_tokens, temperature, top_p, reasoning } = request;
  const format = text?.format;
  return modelRequestOf({
    messages: [...(instructions === null || instructions === undefined || instructions === '' ? [] : [{ role: 'system' as const, text: instructions }]), ...said],
    tools: functionsOf(request.tools),
    toolChoice: choiceIn(request.tool_choice),
    output: format?.type === 'json_schema' ? outputOf(format.name, format.schema) : format?.type === 'json_object' ? outputOf('json_object', undefined) : null,
    outputTokensMax: max_output_tokens,
    temperature,
    topP: top_p,
    effort: reasoning?.effort,
  });
}
