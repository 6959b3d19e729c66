import type { TaintClass, ToolCallOutcome } from '../../contracts/index.ts';
import { withoutOurMarkup } from '../../context/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';

/**
 * Everything a tool gives back reaches the model in this frame and nowhere else:
 *
 *     <keelson:result tool="read_file" source="notes.txt" trust="user_trusted_bounded" status="completed" fence="4f1c…">
 *     what the tool gave
 *     </keelson:result fence="4f1c…">
 *
 * `trust` is the taint class. Text inside can neither close the frame nor open another: wherever it says `<keelson:` the
 * bracket is written `&lt;`, and the fence is made from the text itself, so nobody who writes the text can know it.
 */
export interface ResultToFrame {
  readonly toolId: string;
  /** What was read or done: a path, an address, a command. */
  readonly source: string;
  readonly taintClass: TaintClass;
  readonly status: ToolCallOutcome['status'];
  readonly text: string;
}

const FENCE_CHARS = 16;
/** Enough to recognise a path or an address; a whole script is in the call itself. */
const SOURCE_CHARS_MAX = 200;

export function frameToolResult({ toolId, source, taintClass, status, text }: ResultToFrame): string {
  const fence = sha256Hex(canonicalJson([toolId, source, text])).slice(0, FENCE_CHARS);
  const about = [attribute('tool', toolId), attribute('source', source.slice(0, SOURCE_CHARS_MAX)), attribute('trust', taintClass), attribute('status', status), attribute('fence', fence)];
  return `<keelson:result ${about.join(' ')}>\n${withoutOurMarkup(text)}\n</keelson:result ${attribute('fence', fence)}>`;
}

/** One line, whatever a file is called. */
function attribute(name: string, value: string): string {
  return `${name}=${JSON.stringify(value.toWellFormed()).replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`;
}
