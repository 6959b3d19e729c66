/** Running a file: what this line wrote is known, what stands in the workspace is trusted, the rest asks. */
import type { Call } from '../evaluate/call.ts';
import { isKnown, isRemote, plain, UNKNOWN } from '../expand/marks.ts';
import { isScratch, isUnder } from '../rules/places.ts';
import { isSensitive } from '../rules/secrets.ts';

/** With `own` the file is read into the shell itself, as `source` does. */
export function runFile(call: Call, file: string, positional: readonly string[], { own }: { own: boolean } = { own: false }): string {
  const [path = ''] = call.paths(file);
  const content = call.fileContent(file);
  if (content !== undefined) {
    call.note('code');
    if (isRemote(content)) call.ask('remote_code', `${call.shown} runs ${plain(file)}, which comes over the network.`);
    else if (!isKnown(content)) call.ask('unknown_code', `${call.shown} runs ${plain(file)}, whose content cannot be known.`);
    return content === UNKNOWN || content === '' ? UNKNOWN : call.script(content, { positional, file: path, own, ...(!own && { zero: file }) });
  }
  judgeCodeFile(call, path, file);
  return UNKNOWN;
}

/** Whether code in a file may run without a question. */
export function judgeCodeFile(call: Call, path: string, shownAs: string): void {
  if (!isKnown(path)) return call.ask('unknown_code', `${call.shown} runs a file that cannot be known before it runs.`);
  if (isSensitive(path)) return call.ask('secret_read', `${call.shown} reads ${plain(shownAs)}, where secrets are kept.`);
  if (isUnder(path, `${call.context.workspace}/.git`)) return call.ask('code_outside', `${call.shown} runs ${plain(shownAs)} from the repository's own folder.`);
  if (call.has('fetched')) return call.ask('remote_code', `${call.shown} runs ${plain(shownAs)} after something was fetched from elsewhere.`);
  if (isUnder(path, call.context.workspace)) return;
  const where = isScratch(path) ? 'which anyone may have written' : 'which is outside the workspace';
  call.ask('code_outside', `${call.shown} runs ${plain(shownAs)}, ${where}.`);
}
