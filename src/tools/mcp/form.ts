import type { ElicitRequestFormParams, ElicitResult, PrimitiveSchemaDefinition } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../contracts/index.ts';
import { compileJsonSchema } from '../../kernel/index.ts';
import type { Question } from '../runner/hands.ts';
import { hiddenInValue } from './hidden-characters.ts';
import { MCP_FORM_FIELDS_MAX, MCP_FORM_TEXT_CHARS_MAX } from './limits.ts';

export type FormValue = string | number | boolean | readonly string[];

/** One thing that a server wants to know. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'text' | 'number' | 'integer' | 'yes_no' | 'choice' | 'choices';
  /** For `choice` and `choices`. */
  readonly options: readonly string[];
  readonly isRequired: boolean;
  readonly default: FormValue | undefined;
}

/** What a server asks a person. It is the server's wording: show whose it is. */
export interface McpForm {
  readonly server: string;
  readonly message: string;
  readonly fields: readonly FormField[];
}

export type FormAnswer = { readonly action: 'accept'; readonly values: Readonly<Record<string, FormValue>> } | { readonly action: 'decline' | 'cancel' };

export type AskForm = (form: McpForm, signal: AbortSignal) => Promise<FormAnswer>;

/** Puts a server's form before a person. Whatever the person left out takes its default; what does not fit is not sent. */
export async function answerForm(server: string, { message, requestedSchema }: ElicitRequestFormParams, ask: AskForm, signal: AbortSignal): Promise<ElicitResult> {
  const form = formOf(server, message, requestedSchema);
  if (form === undefined) return { action: 'decline' };
  const answer = await ask(form, signal);
  if (answer.action !== 'accept') return { action: answer.action };
  const content: Record<string, string | number | boolean | string[]> = {};
  for (const { name, default: fallback } of form.fields) {
    const value = answer.values[name] ?? fallback;
    if (value !== undefined) content[name] = typeof value === 'object' ? [...value] : value;
  }
  return compileJsonSchema(requestedSchema as unknown as JsonObject)(content).length === 0 ? { action: 'accept', content } : { action: 'cancel' };
}

/** Undefined for a form that nobody should be shown: too large, or with something hidden in it. */
function formOf(server: string, message: string, { properties, required = [] }: ElicitRequestFormParams['requestedSchema']): McpForm | undefined {
  const entries = Object.entries(properties);
  const isTooLarge = entries.length > MCP_FORM_FIELDS_MAX || message.length + JSON.stringify(properties).length > MCP_FORM_TEXT_CHARS_MAX * MCP_FORM_FIELDS_MAX;
  if (isTooLarge || hiddenInValue({ message, properties }) !== undefined) return undefined;
  const fields = entries.map(([name, schema]) => ({ name, title: schema.title ?? name, description: schema.description ?? '', ...kindOf(schema), isRequired: required.includes(name), default: schema.default }));
  return { server, message: message.slice(0, MCP_FORM_TEXT_CHARS_MAX), fields };
}

function kindOf(schema: PrimitiveSchemaDefinition): Pick<FormField, 'kind' | 'options'> {
  if (schema.type === 'array') return { kind: 'choices', options: 'enum' in schema.items ? schema.items.enum : schema.items.anyOf.map((one) => one.const) };
  if ('enum' in schema) return { kind: 'choice', options: schema.enum };
  if ('oneOf' in schema) return { kind: 'choice', options: schema.oneOf.map((one) => one.const) };
  if (schema.type === 'boolean') return { kind: 'yes_no', options: [] };
  return { kind: schema.type === 'string' ? 'text' : schema.type, options: [] };
}

const DECLINE = 'do not answer';
const NOTHING = '';

/** A form as one question after another, where a person can be asked nothing else. An empty answer takes the default. */
export function formByQuestions(ask: (question: Question) => Promise<string>): AskForm {
  return async ({ server, message, fields }) => {
    const first = await ask({ question: `The server ${server} asks: ${message}`, options: ['answer', DECLINE] });
    if (first === DECLINE) return { action: 'decline' };
    const values: Record<string, FormValue> = {};
    for (const field of fields) {
      const question = [`${field.title} (for the server ${server})`, field.description].filter((part) => part !== '').join(': ');
      const answer = (await ask({ question, options: field.kind === 'yes_no' ? ['yes', 'no'] : field.options })).trim();
      if (answer !== NOTHING) values[field.name] = valueOf(field.kind, answer);
    }
    return { action: 'accept', values };
  };
}

function valueOf(kind: FormField['kind'], answer: string): FormValue {
  switch (kind) {
    case 'number':
    case 'integer':
      return Number(answer);
    case 'yes_no':
      return answer === 'yes';
    case 'choices':
      return answer.split(',').map((one) => one.trim());
    default:
      return answer;
  }
}
