import { DRAFT_WORDS_CHARS_MAX, VIEW_COMPONENTS_MAX, viewSoFar, type JsonValue, type ResultDraft } from '../../contracts/index.ts';
import { createJsonDecoder, hasCode, JSON_DECODE_CHARS_MAX, type JsonDecoder } from '../../kernel/index.ts';
import type { GatewayEvent } from '../../models/index.ts';
import { FINISH } from './finish-tool.ts';

export type ReportSoFar = Pick<ResultDraft, 'words' | 'components'>;

/** A report while a model writes it. What comes is only kept; it is read when somebody looks, and each character once. */
export interface ReportDraft {
  take(event: GatewayEvent): void;
  /** Undefined while there is nothing to show. */
  read(): ReportSoFar | undefined;
}

const NOTHING: ReportSoFar = { words: '', components: [] };

export function createReportDraft(): ReportDraft {
  let decoder: JsonDecoder = createJsonDecoder();
  let unread: string[] = [];
  let chars = 0;
  let index: number | undefined;
  let shown = NOTHING;
  const begin = (): void => {
    decoder = createJsonDecoder();
    [unread, chars, index, shown] = [[], 0, undefined, NOTHING];
  };
  return {
    take(event) {
      if (event.type === 'restarted') begin();
      else if (event.type === 'tool_call_started' && event.name === FINISH) index ??= event.index;
      else if (event.type === 'tool_call_delta' && event.index === index && (chars += event.arguments_text.length) <= JSON_DECODE_CHARS_MAX) unread.push(event.arguments_text);
    },
    read() {
      if (unread.length > 0) {
        try {
          const { value, complete } = decoder.push(unread.splice(0).join(''));
          shown = reportSoFar(value, !complete);
        } catch (error) {
          // Whoever takes the whole report says what is wrong with it; here it is followed no further.
          if (!hasCode(error, 'json.too_deep')) throw error;
          index = undefined;
        }
      }
      return shown.words === '' && shown.components.length === 0 ? undefined : shown;
    },
  };
}

/** What is written last may stand half: everything before it is whole. */
function reportSoFar(value: JsonValue | undefined, isOpen: boolean): ReportSoFar {
  const report = membersOf(value);
  const output = report['output'];
  const words = typeof output === 'string' ? (isOpen && isLast(report, 'output') ? output.slice(0, Math.max(0, output.lastIndexOf('\n'))) : output) : '';
  const artifacts = Array.isArray(report['artifacts']) ? report['artifacts'].map(membersOf) : [];
  const components = artifacts.flatMap(({ type, content }, at) => {
    const view = membersOf(content);
    const isLastOpen = isOpen && isLast(report, 'artifacts') && at === artifacts.length - 1 && isLast(artifacts[at] ?? {}, 'content') && isLast(view, 'components');
    return type === 'ResultView' ? viewSoFar(view, { isLastOpen }) : [];
  });
  return { words: words.slice(0, DRAFT_WORDS_CHARS_MAX), components: components.slice(0, VIEW_COMPONENTS_MAX) };
}

type Members = Readonly<Record<string, JsonValue>>;

const membersOf = (value: JsonValue | undefined): Members => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {});
const isLast = (members: Members, name: string): boolean => Object.keys(members).at(-1) === name;
