import { redactPayload } from '../commands/index.ts';
import { createDrafts, type Drafts } from '../server/index.ts';

/** What runs of this process write at this moment. It is masked as what the log is shown with; the detectors are loaded when somebody looks on. */
export function draftsInMemory(): Drafts {
  return createDrafts({
    async mask(draft) {
      const { checkText } = await import('../redaction/index.ts');
      return redactPayload(draft, (text) => checkText(text).redacted);
    },
    later: (callback, ms) => void setTimeout(callback, ms).unref(),
  });
}
