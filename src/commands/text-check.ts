import { textCheck } from '../contracts/index.ts';
import { bind, type Binding } from './dispatcher.ts';

/** Serves `text.check`. The detectors are loaded when first needed: other commands start faster without them. */
export function textCheckBinding(): Binding {
  return bind(textCheck, async ({ items }) => {
    const { checkText } = await import('../redaction/index.ts');
    return {
      results: items.map(({ id, input }) => {
        const { spans, redacted } = checkText(input);
        return { id, spans: spans.map(({ start, end, type }) => ({ start, end, type })), redacted };
      }),
    };
  });
}
