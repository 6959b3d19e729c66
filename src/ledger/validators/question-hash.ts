import type { HardRevisionCall, Sha256 } from '../../contracts/index.ts';
import { canonicalHash } from '../../kernel/index.ts';

/** What makes two questions the same question; who asks, where and when do not. */
export type AskedQuestion = Pick<HardRevisionCall, 'call_kind' | 'response_mode' | 'options' | 'prompt_text' | 'response_schema'>;

/** One spelling for texts that read the same: compatibility forms, ends of lines and runs of blanks are made uniform. */
export function uniformText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** The hash by which the answer to a question is used again, over uniform spacing and key order. */
export function questionHash({ call_kind, response_mode, options, prompt_text, response_schema }: AskedQuestion): Sha256 {
  return canonicalHash({
    call_kind,
    response_mode,
    prompt_text: uniformText(prompt_text),
    options: options.map(({ option_id, label, consequence, causes_side_effect }) => ({ option_id, label: uniformText(label), consequence: uniformText(consequence), causes_side_effect })),
    response_schema: response_schema ?? null,
  });
}
